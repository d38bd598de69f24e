// The objects that an undo manager keeps alive, each once for each of its stacks (U1).

/// Objects with the numbers of entries that name them: an object that none names any more is released.
///
/// Entries name an object by its place here, in four bytes. An object of which a thousand changes are
/// remembered is held once, and how many objects are held is known without counting.
struct HeldObjects: ~Copyable {
  /// A number for each stack.
  struct Counts {
    var undo: UInt32 = 0
    var redo: UInt32 = 0

    subscript(stack: UndoManager.Stack) -> UInt32 {
      get { stack == .undo ? undo : redo }
      set { if stack == .undo { undo = newValue } else { redo = newValue } }
    }
  }

  private struct Entry {
    /// Nil at a place that is free; `mentions.undo` then says which place is free after it.
    var object: Unmanaged<ManagedObject>?
    /// How many entries name the object.
    var mentions = Counts()
  }

  private var entries: ContiguousArray<Entry> = []
  /// Places counted from one, by registration number; of those places only that were looked for.
  private var places = WordTable()
  /// How many places, from the first on, stand in the table as far as they are taken.
  private var indexed = 0
  private var firstFree = UndoRecord.noObject
  /// Whose hold the other stack may take over, and whose it has taken.
  private var offered = UndoRecord.noObject
  private var taken = UndoRecord.noObject
  private(set) var count = 0
  /// How many objects each stack holds.
  private(set) var counts = Counts()

  /// The bytes of the list, and of the table that finds an object's place in it.
  var byteCount: Int {
    entries.capacity * MemoryLayout<Entry>.stride + places.byteCount
  }

  /// The object at a place.
  func object(at place: UInt32) -> ManagedObject? { reference(at: place)?.takeUnretainedValue() }

  /// The object at a place, which the caller need not count as long as an entry names it.
  func reference(at place: UInt32) -> Unmanaged<ManagedObject>? { entries[Int(place)].object }

  /// The same for an entry that may be about no object.
  func reference(ifAt place: UInt32) -> Unmanaged<ManagedObject>? {
    entries.indices.contains(Int(place)) ? entries[Int(place)].object : nil
  }

  /// Whether it is that object which is held at a place.
  func isObject(_ object: ManagedObject, at place: UInt32) -> Bool {
    entries[Int(place)].object?.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }

  /// The place of an object that is held.
  ///
  /// An object that was never held is not looked for, and the table grows only as far as lookups need it:
  /// the changes of one event alone need none.
  mutating func place(of object: ManagedObject) -> UInt32? {
    guard object.flags.contains(.remembered) else { return nil }
    index()
    let word = places[Int64(bitPattern: object.registrationNumber)]
    return word == 0 ? nil : UInt32(word - 1)
  }

  private mutating func index() {
    guard indexed < entries.count else { return }
    if indexed == 0 { places.reserve(entries.count) }
    for place in indexed..<entries.count {
      guard let object = entries[place].object else { continue }
      places.insert(UInt(place) + 1, for: Self.number(of: object))
    }
    indexed = entries.count
  }

  private static func number(of object: Unmanaged<ManagedObject>) -> Int64 {
    object._withUnsafeGuaranteedRef { Int64(bitPattern: $0.registrationNumber) }
  }

  /// Whether no object is held at a place.
  func isFree(_ place: UInt32) -> Bool {
    !entries.indices.contains(Int(place)) || entries[Int(place)].object == nil
  }

  /// How many entries of a stack name the object at a place.
  func mentions(_ place: UInt32, on stack: UndoManager.Stack) -> Int {
    Int(entries[Int(place)].mentions[stack])
  }

  /// Shows the list, its table, and those objects that no context knows any more.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: entries, .undo)
    visitor.show(at: places.memory, .undo)
    forEach { if $0.flags.contains(.detached) { $0.showBlocks(to: visitor) } }
  }

  /// Visits every object.
  func forEach(_ body: (ManagedObject) -> Void) {
    for entry in entries { entry.object?._withUnsafeGuaranteedRef { body($0) } }
  }

  /// Visits every object with the numbers of entries that name it.
  func forEachPlace(_ body: (ManagedObject, Counts) -> Void) {
    for entry in entries { entry.object?._withUnsafeGuaranteedRef { body($0, entry.mentions) } }
  }

  /// Notes one more entry that names an object; the first of its stack takes hold of it.
  mutating func hold(_ object: ManagedObject, for stack: UndoManager.Stack) -> UInt32 {
    guard let place = place(of: object) else { return list(object, for: stack) }
    hold(place, for: stack)
    return place
  }

  /// Notes one more entry that names the object at a place.
  mutating func hold(_ place: UInt32, for stack: UndoManager.Stack) {
    let newcomer = entries.withUnsafeMutableBufferPointer { entries in
      entries[Int(place)].mentions[stack] += 1
      return entries[Int(place)].mentions[stack] == 1 ? entries[Int(place)].object : nil
    }
    guard let newcomer else { return }
    counts[stack] += 1
    guard place == offered else {
      _ = newcomer.retain()
      return
    }
    (offered, taken) = (UndoRecord.noObject, place)
  }

  /// Lets the only entry that names an object be one of the other stack, where its reversal goes; false if there are
  /// more.
  mutating func movesOnly(_ place: UInt32, from stack: UndoManager.Stack) -> Bool {
    let mentions = entries[Int(place)].mentions
    guard mentions[stack] == 1, mentions[stack.other] == 0 else { return false }
    entries.withUnsafeMutableBufferPointer { entries in
      entries[Int(place)].mentions[stack] = 0
      entries[Int(place)].mentions[stack.other] = 1
    }
    counts[stack] -= 1
    counts[stack.other] += 1
    return true
  }

  /// Offers the hold of the last entry of a stack that names an object to the first one of the other stack.
  ///
  /// What is undone can be done again: its object need then be neither held anew nor let go.
  mutating func offer(_ place: UInt32, of stack: UndoManager.Stack) {
    let mentions = entries[Int(place)].mentions
    offered = mentions[stack] == 1 && mentions[stack.other] == 0 ? place : UndoRecord.noObject
  }

  /// Takes back an offer that was not used: the place may soon be another object's.
  mutating func withdrawOffer() { offered = UndoRecord.noObject }

  /// Notes one entry less; an object to be released is returned, since a release may run any code.
  mutating func letGo(_ place: UInt32, for stack: UndoManager.Stack) -> Unmanaged<ManagedObject>? {
    entries[Int(place)].mentions[stack] -= 1
    guard entries[Int(place)].mentions[stack] == 0 else { return nil }
    counts[stack] -= 1
    guard place != taken else {
      taken = UndoRecord.noObject
      return nil
    }
    let object = entries[Int(place)].object
    if entries[Int(place)].mentions[stack.other] == 0 { unlist(place) }
    return object
  }

  /// Notes that a stack is empty; objects to be released are handed over, with whether no stack holds them.
  mutating func letGoAll(
    of stack: UndoManager.Stack, _ takeOver: (Unmanaged<ManagedObject>, _ isGone: Bool) -> Void
  ) {
    counts[stack] = 0
    // Where the other stack names no object, the list goes as a whole, and no lookup is needed.
    let isOver = counts[stack.other] == 0
    for place in entries.indices {
      guard let object = entries[place].object, entries[place].mentions[stack] > 0 else { continue }
      entries[place].mentions[stack] = 0
      let isGone = entries[place].mentions[stack.other] == 0
      if isGone, !isOver { unlist(UInt32(place)) }
      if place == taken { taken = UndoRecord.noObject } else { takeOver(object, isGone) }
    }
    if isOver { self = HeldObjects() }
  }

  /// Takes hold of an object that is not listed yet.
  private mutating func list(_ object: ManagedObject, for stack: UndoManager.Stack) -> UInt32 {
    var entry = Entry(object: .passRetained(object))
    entry.mentions[stack] = 1
    counts[stack] += 1
    let place: UInt32
    if firstFree == UndoRecord.noObject {
      place = UInt32(entries.count)
      entries.append(entry)
    } else {
      place = firstFree
      firstFree = entries[Int(place)].mentions.undo
      entries[Int(place)] = entry
      if Int(place) < indexed {
        places.insert(UInt(place) + 1, for: Self.number(of: .passUnretained(object)))
      }
    }
    object.flags.insert(.remembered)
    count += 1
    return place
  }

  private mutating func unlist(_ place: UInt32) {
    guard let object = entries[Int(place)].object else { return }
    if Int(place) < indexed { places.remove(UInt(place) + 1, for: Self.number(of: object)) }
    count -= 1
    entries[Int(place)] = Entry(object: nil, mentions: Counts(undo: firstFree))
    firstFree = place
    if count == 0 { self = HeldObjects() }
  }
}

// The references of a realized object to others: strong, as the rules want them.

/// One object's relationships as far as they are realized.
///
/// A to-one tie holds its destination, a to-many tie its set. Both are counted references: two realized
/// objects that point at each other keep each other alive (C1), until a refresh drops them (C2).
///
/// The words themselves are the object's, in itself or in its block, and nothing counts them: ask the object anew
/// after anything that may have let them go.
struct Ties {
  /// What a to-one tie is when it is realized and leads nowhere.
  private static let nowhere: UInt = 1

  private let words: UnsafeMutablePointer<UInt>

  init(at words: UnsafeMutablePointer<UInt>) { self.words = words }

  /// Whether the tie is known: a destination, none, or a set.
  func isRealized(_ tie: Int) -> Bool { words[tie] != 0 }

  /// The destination of a realized to-one tie.
  func destination(_ tie: Int) -> ManagedObject? {
    uncountedDestination(tie)?.takeUnretainedValue()
  }

  /// The destination of a realized to-one tie, for which nothing is counted.
  func uncountedDestination(_ tie: Int) -> Unmanaged<ManagedObject>? {
    let word = words[tie]
    guard word != Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return .fromOpaque(pointer)
  }

  /// The set of a to-many tie.
  func set(_ tie: Int) -> ObjectSet? {
    UnsafeRawPointer(bitPattern: words[tie]).map {
      Unmanaged<ObjectSet>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Calls a body with the set of a to-many tie, which is not counted.
  @inline(__always) func withSet(_ tie: Int, _ body: (ObjectSet) -> Void) {
    guard let pointer = UnsafeRawPointer(bitPattern: words[tie]) else { return }
    Unmanaged<ObjectSet>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
  }

  /// Realizes a to-one tie.
  func setDestination(_ object: ManagedObject?, _ tie: Int) {
    setWord(
      tie,
      object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? Self.nowhere,
      isToMany: false)
  }

  /// Realizes a to-one tie, and takes over the caller's reference to its destination.
  func adopt(_ destination: Unmanaged<ManagedObject>, _ tie: Int) {
    setWord(tie, UInt(bitPattern: destination.toOpaque()), isToMany: false)
  }

  /// Gives a to-many tie its set.
  func setSet(_ set: ObjectSet, _ tie: Int) {
    setWord(tie, UInt(bitPattern: Unmanaged.passRetained(set).toOpaque()), isToMany: true)
  }

  /// Forgets a tie, which makes it a fault again.
  func drop(_ tie: Int, isToMany: Bool) { setWord(tie, 0, isToMany: isToMany) }

  /// What a tie held before is released last, when the tie is true again; by then the words may be no more.
  private func setWord(_ tie: Int, _ word: UInt, isToMany: Bool) {
    let former = words[tie]
    words[tie] = word
    guard former != Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: former) else { return }
    if isToMany {
      Unmanaged<ObjectSet>.fromOpaque(pointer).release()
    } else {
      Unmanaged<ManagedObject>.fromOpaque(pointer).release()
    }
  }

  /// Takes every reference out; the caller releases them one by one: returns the first, and lists the others.
  func takeAll(
    _ count: Int, into references: inout ContiguousArray<Unmanaged<AnyObject>>
  ) -> Unmanaged<AnyObject>? {
    var first: Unmanaged<AnyObject>?
    for tie in 0..<count {
      if words[tie] > Self.nowhere, let pointer = UnsafeRawPointer(bitPattern: words[tie]) {
        if first == nil {
          first = .fromOpaque(pointer)
        } else {
          references.append(.fromOpaque(pointer))
        }
      }
      words[tie] = 0
    }
    return first
  }
}

// Where an object has the words of its relationships.
extension ManagedObject {
  /// Marks a block in the word of the relationships; no reference has this bit.
  private static var blockMark: UInt { 2 }

  /// The relationships as far as they are realized; nil while none was.
  @inline(__always) final var ties: Ties? {
    guard tieWord != 0 else { return nil }
    return Ties(at: tieBlock ?? ownTieWord)
  }

  /// The block of words of an entity with several relationships.
  @inline(__always) final var tieBlock: UnsafeMutablePointer<UInt>? {
    guard tieWord & Self.blockMark != 0 else { return nil }
    return UnsafeMutablePointer(bitPattern: tieWord & ~Self.blockMark)
  }

  /// The word in the object itself, which is the only one of an entity with one relationship: many objects have no
  /// more, and for those a block would take three times the memory of what it holds.
  ///
  /// An object never moves, and its fields lie one after the other, behind two words of Swift's.
  @inline(__always) private final var ownTieWord: UnsafeMutablePointer<UInt> {
    let offset = 48
    return (Unmanaged.passUnretained(self).toOpaque() + offset).assumingMemoryBound(to: UInt.self)
  }

  /// The relationships, to be written to.
  final func realizedTies() -> Ties {
    if let ties { return ties }
    let count = identityTable.plan.pointee.tieCount
    guard count > 1 else { return Ties(at: ownTieWord) }
    let block = UnsafeMutablePointer<UInt>.allocate(capacity: count)
    block.initialize(repeating: 0, count: count)
    tieWord = UInt(bitPattern: block) | Self.blockMark
    return Ties(at: block)
  }

  /// Releases the objects at all other ends: every relationship is a fault again.
  final func forgetTies() {
    reportLoss()
    forgetWhatLiesBesideAFault()
    if tieWord != 0 { ReleaseQueue.dismantle(self) }
  }

  /// Takes out what the relationships hold, for the caller to release: the object refers to nothing before the first
  /// of it goes, whatever that sets off.
  final func takeReferences(
    into references: inout ContiguousArray<Unmanaged<AnyObject>>
  ) -> Unmanaged<AnyObject>? {
    let first = ties?.takeAll(identityTable.plan.pointee.tieCount, into: &references)
    tieBlock?.deallocate()
    tieWord = 0
    return first
  }
}

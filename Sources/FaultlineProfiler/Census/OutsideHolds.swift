// What holds objects from outside of the graph: holders that the engine knows, and what the runtime counts beyond.

package import Faultline

/// The references to some objects that are none of the graph's own.
///
/// The runtime counts every strong reference. Those that are neither the graph's nor the engine's, nor named by
/// the caller, belong to a holder that is not known here: a variable, a closure, a collection (C3).
package struct OutsideHolds {
  /// Reports holders that the engine cannot know, such as a script's own list, each with what it holds.
  package typealias Named = ((NamedHolder, ManagedObject) -> Void) -> Void

  /// How many references there are to each object that no known holder explains, in the order of the snapshot.
  private let strangers: [Int32]
  private var known: [NamedHolder] = []
  private var numbers: [NamedHolder: Int] = [:]
  /// A bit for each holder.
  private var masks: [UInt64]
  /// Objects that are held and not in the list: those that a context has forgotten.
  private var forgotten: [UInt64: (entity: String, holder: NamedHolder)] = [:]

  /// Looks at objects; nothing fires, and nothing is held any longer than this takes.
  ///
  /// - Parameters:
  ///   - objects: All objects that may refer to each other.
  ///   - contexts: The contexts that are there.
  ///   - named: Reports what else holds some, a mention a reference.
  init(of objects: ObjectGraph, contexts: [ManagedObjectContext], named: Named) {
    masks = Array(repeating: 0, count: objects.snapshot.entries.count)
    strangers = Self.strangers(among: objects, contexts: contexts, named: named)
    let places = objects.places
    for context in contexts {
      let name = contexts.count > 1 ? context.nameInReadings : nil
      context.onItsQueue { $0.forEachHold { note(NamedHolder($0, of: name), $1, places) } }
    }
    named { holder, object in note(holder, object, places) }
    for place in strangers.indices where strangers[place] > 0 { note(.stranger, place) }
  }

  /// The holders of an object as one word, the same for objects with the same holders.
  func mask(at place: Int) -> UInt64 { masks[place] }

  /// The holders for which a word stands, those to be suspected first before the others.
  func holders(_ mask: UInt64) -> [NamedHolder] {
    known.indices.filter { mask & (1 << UInt64($0)) != 0 }.map { known[$0] }
      .sorted { ($0.reason.rank, $0.words) < ($1.reason.rank, $1.words) }
  }

  /// The holders of objects that a context has forgotten.
  var forgottenHolders: Set<NamedHolder> { Set(forgotten.values.map(\.holder)) }

  /// The objects that no context finds any more, by what holds them; so many there are in all.
  func forgotten(_ count: Int) -> [Retention.Way] {
    var counts: [Retention.Way: Int] = [:]
    for (entity, holder) in forgotten.values {
      counts[Retention.Way(entity: entity, count: 0, holder: holder.words), default: 0] += 1
    }
    let unknown = count - forgotten.count
    if unknown > 0 {
      let words = NamedHolder.stranger.words
      counts[Retention.Way(entity: "object of no context", count: 0, holder: words)] = unknown
    }
    return counts.map { Retention.Way(entity: $0.entity, count: $1, holder: $0.holder) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }

  private mutating func note(
    _ holder: NamedHolder, _ object: ManagedObject, _ places: ObjectPlaces
  ) {
    if let place = places[object] { return note(holder, place) }
    let known = forgotten[object.registrationNumber]?.holder.reason.rank ?? .max
    guard holder.reason.rank < known else { return }
    forgotten[object.registrationNumber] = (object.entity.name, holder)
  }

  private mutating func note(_ holder: NamedHolder, _ place: Int) {
    let number: Int
    if let found = numbers[holder] {
      number = found
    } else {
      // A word has 64 bits; an object with more holders than that gains nothing by one more.
      guard known.count < UInt64.bitWidth else { return }
      number = known.count
      numbers[holder] = number
      known.append(holder)
    }
    masks[place] |= 1 << UInt64(number)
  }

  /// What the runtime has counted, less what the engine and the caller can name.
  private static func strangers(
    among objects: ObjectGraph, contexts: [ManagedObjectContext], named: Named
  ) -> [Int32] {
    let known = KnownHolds(of: objects, contexts)
    let open = Set(contexts.map(\.registrationSpace))
    var strangers = objects.snapshot.entries.enumerated().map { place, entry in
      known.strangers(at: place, entry, isOpen: open.contains(entry.number >> 32))
    }
    let places = objects.places
    named { if let place = places[$1] { strangers[place] -= 1 } }
    return strangers
  }
}

extension ManagedObjectContext {
  /// Asks something where it may be asked.
  func onItsQueue(_ body: (ManagedObjectContext) -> Void) {
    // A wait that could never end, which alone is an error here, would need a second thread.
    try? performingAndWait { body(self) }
  }
}

/// How many references there are to each object of a snapshot by holders that the engine knows.
struct KnownHolds {
  /// Whether a container holds it.
  private(set) var isContained: ContiguousArray<Bool>
  /// How many relationships hold each; empty where none holds any.
  private let related: ContiguousArray<Int32>
  /// How many references to it are known besides.
  private var further: ContiguousArray<Int32>

  /// Counts them.
  init(of objects: ObjectGraph, _ contexts: [ManagedObjectContext]) {
    let snapshot = objects.snapshot
    isContained = ContiguousArray(repeating: false, count: snapshot.entries.count)
    related = snapshot.hasHolders ? objects.references.referenceCounts : []
    further = ContiguousArray(repeating: 0, count: snapshot.entries.count)
    lazy var places = objects.places
    for context in contexts {
      context.onItsQueue { context in
        context.forEachHoldOfItsOwn { if let place = places[$1] { further[place] += 1 } }
        context.forEachContained { if let place = places[$0] { isContained[place] = true } }
      }
    }
    snapshot.forEachFurtherHold { if let place = places[$0] { further[place] += 1 } }
  }

  /// How many relationships hold an object.
  func related(at place: Int) -> Int32 { related.isEmpty ? 0 : related[place] }

  /// How many references to an object no known holder explains (C3); a context that is not open holds none any more.
  func strangers(at place: Int, _ entry: ObjectSnapshot.Entry, isOpen: Bool) -> Int32 {
    let ofContext = isOpen ? Int32(entry.states.holdCount) : 0
    return max(0, entry.references - related(at: place) - ofContext - further[place])
  }
}

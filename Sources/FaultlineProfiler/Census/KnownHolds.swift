// References with a known holder: those of the graph, of contexts and of containers. The others are unknown.

import Faultline

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
    let ofContext = isOpen ? Int32(entry.contextHolds) : 0
    return max(0, entry.references - related(at: place) - ofContext - further[place])
  }
}

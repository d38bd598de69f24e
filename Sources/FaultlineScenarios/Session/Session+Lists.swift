// Going over the lists of variables: those that are held, and those of which only what is shown exists.

import Faultline

/// The objects of a variable in their order: held as a whole, or made as they are looked at.
enum ListedObjects {
  case held(ContiguousArray<ManagedObject>)
  case batches(BatchedResults)

  var count: Int {
    switch self {
    case .held(let objects): objects.count
    case .batches(let results): results.count
    }
  }

  /// How many objects are filled at a time; 0 where nothing says it.
  fileprivate var batchSize: Int {
    switch self {
    case .held: 0
    case .batches(let results): results.requestedBatchSize
    }
  }

  fileprivate func object(at position: Int) throws(GraphError) -> ManagedObject {
    switch self {
    case .held(let objects): objects[position]
    case .batches(let results): try results.object(at: position)
    }
  }
}

/// The rows of a list that a turn goes over.
struct Screenful {
  fileprivate let list: ListedObjects
  fileprivate let rows: Range<Int>
  fileprivate let isUpward: Bool

  /// Visits the objects one after the other; batches that were passed are let go.
  func forEach(_ body: (ManagedObject) throws -> Void) throws {
    for offset in 0..<rows.count {
      let position = isUpward ? rows.upperBound - 1 - offset : rows.lowerBound + offset
      // What is merged as a turn ends may have made the list shorter.
      guard position < list.count else { continue }
      try body(try list.object(at: position))
    }
  }
}

extension Session {
  /// A Boolean value that indicates whether a step that goes over a part of a list ends turns itself.
  ///
  /// So an app scrolls: each screenful is a pass through the run loop, after which its pool is drained.
  func scrolls(_ variable: Variable, _ part: ListSlice) -> Bool {
    guard turn == nil else { return false }
    switch variables[variable.slot]?.content {
    case .batches, .results: return true
    default: return part.isShown
    }
  }

  /// Visits all objects of a list in one go.
  func forEach(_ variable: Variable, _ body: (ManagedObject) throws -> Void) throws {
    let list = try list(variable)
    try Screenful(list: list, rows: 0..<list.count, isUpward: false).forEach(body)
  }

  /// Goes over a part of a list, in one go or a screenful a turn.
  func forEachScreenful(
    of variable: Variable, _ part: ListSlice, _ body: (Screenful) throws -> Void
  ) throws {
    guard scrolls(variable, part) else {
      let list = try list(variable)
      var rows = try part.rows(of: list.count, in: names)
      let isUpward = rows.isUpward
      return try body(Screenful(list: list, rows: rows.take(.max), isUpward: isUpward))
    }
    var (rows, size) = try current.reading { () throws in
      let list = try list(variable)
      return (
        try part.rows(of: list.count, in: names),
        try part.screenful(of: list.batchSize, in: names)
      )
    }
    let isUpward = rows.isUpward
    // A step is a turn also where there is nothing to be shown.
    repeat {
      try inTurn {
        try body(Screenful(list: try list(variable), rows: rows.take(size), isUpward: isUpward))
      }
    } while rows.count > 0
  }

  /// The objects of a variable, which belong to the context that steps play in (P7).
  private func list(_ variable: Variable) throws -> ListedObjects {
    switch variables[variable.slot]?.content {
    case .batches(let results):
      try checkOwner(of: variable)
      return .batches(results)
    case .results(let watcher):
      try checkOwner(of: variable)
      try check(watcher.controller.managedObjectContext, variable)
      // After a reset there are none.
      return watcher.controller.fetchedObjects.map(ListedObjects.batches) ?? .held([])
    default: return .held(try objects(variable))
    }
  }
}

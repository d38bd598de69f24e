// Finding a checkpoint by its name without looking at all that stand before it.

import Synchronization

/// Where checkpoints stand by their names: found out once, and only for a pass that has many.
final class CheckpointPlaces: Sendable {
  /// So many are looked through faster than a table of them is made.
  private static let fewest = 16
  private let table = Mutex<[String: Int]?>(nil)

  /// The place of the first checkpoint of that name.
  func place(of name: String, in checkpoints: [Checkpoint]) -> Int? {
    guard checkpoints.count >= Self.fewest else {
      return checkpoints.firstIndex { $0.name == name }
    }
    return table.withLock { table in
      if let table { return table[name] }
      let places = Dictionary(
        checkpoints.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      table = places
      return places[name]
    }
  }
}

/// It follows from the checkpoints, so that two passes with equal ones are equal.
extension CheckpointPlaces: Hashable {
  static func == (one: CheckpointPlaces, other: CheckpointPlaces) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

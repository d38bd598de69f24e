// What a store holds before a run begins.

import Faultline

/// The rows that are loaded, entity by entity, each under the keys that follow on the last.
package struct InitialData: Sendable {
  /// Rows of one entity.
  struct Rows: Sendable {
    let entity: EntityDescription
    let count: Int
    let firstKey: Int64
    var assignments = Assignments()
  }

  /// Where the rows of one entity lie.
  struct Range: Sendable {
    /// The index of the entity in its model.
    let entity: Int
    let first: Int64
    let count: Int
  }

  var rows: [Rows] = []

  var isEmpty: Bool { rows.allSatisfy { $0.count == 0 } }

  /// How many rows there are.
  var count: Int { rows.reduce(0) { $0 + $1.count } }

  /// Where the rows of an entity and of those that inherit from it lie.
  func ranges(of entity: EntityDescription, in model: ManagedObjectModel) -> [Range] {
    rows.filter { $0.count > 0 && $0.entity.isKindOf(entity: entity) }.map { rows in
      Range(entity: rows.entity.index, first: rows.firstKey, count: rows.count)
    }
  }
}

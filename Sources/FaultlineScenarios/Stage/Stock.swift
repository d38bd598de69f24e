// What a store holds before a run begins.

import Faultline

/// The rows that are loaded, entity by entity, each under the keys that follow on the last.
package struct Stock: Sendable {
  /// Rows of one entity.
  struct Lot: Sendable {
    let entity: EntityDescription
    let count: Int
    let firstKey: Int64
    var recipes: Recipes
  }

  /// Where the rows of one entity lie.
  struct Range: Sendable {
    /// The index of the entity in its model.
    let entity: Int
    let first: Int64
    let count: Int
  }

  var lots: [Lot] = []

  var isEmpty: Bool { lots.allSatisfy { $0.count == 0 } }

  /// How many rows there are.
  var rows: Int { lots.reduce(0) { $0 + $1.count } }

  /// Where the rows of an entity and of those that inherit from it lie.
  func ranges(of entity: EntityDescription, in model: ManagedObjectModel) -> [Range] {
    lots.filter { $0.count > 0 && $0.entity.isKindOf(entity: entity) }.map { lot in
      Range(entity: lot.entity.index, first: lot.firstKey, count: lot.count)
    }
  }
}

// Which rows have to be there before the first step of a recording, where there is no store that has them.

/// Counts the rows of each entity that requests had, and that no save before them has inserted.
package struct RowsBefore {
  /// How many rows of each entity there have to be, where it is any.
  package private(set) var counts: [String: Int] = [:]
  /// How many more rows there are by now.
  private var gained: [String: Int] = [:]
  /// The keys of rows that were inserted with them.
  private var insertedKeys: [String: Set<Int>] = [:]

  /// A request had so many rows.
  package mutating func need(_ rows: Int, of entity: String) {
    raise(to: rows - gained[entity, default: 0], entity)
  }

  /// Records were asked for by their keys, and rows that are there before have the first ones.
  package mutating func need(keys: [Int], of entity: String) {
    let inserted = insertedKeys[entity] ?? []
    raise(to: keys.filter { !inserted.contains($0) }.max() ?? 0, entity)
  }

  /// A save has inserted so many rows.
  package mutating func insert(_ rows: Int, of entity: String) {
    gained[entity, default: 0] += rows
  }

  /// A save has inserted rows with these keys.
  package mutating func insert(keys: [Int], of entity: String) {
    insert(keys.count, of: entity)
    insertedKeys[entity, default: []].formUnion(keys)
  }

  /// A save has deleted so many rows, whichever they are.
  package mutating func delete(_ rows: Int, of entity: String) {
    gained[entity, default: 0] -= rows
  }

  /// A save has deleted the rows with these keys; of those that were there before nothing is known to be asked for.
  package mutating func delete(keys: [Int], of entity: String) {
    for key in keys where insertedKeys[entity]?.remove(key) != nil { delete(1, of: entity) }
  }

  private mutating func raise(to rows: Int, _ entity: String) {
    if rows > counts[entity, default: 0] { counts[entity] = rows }
  }
}

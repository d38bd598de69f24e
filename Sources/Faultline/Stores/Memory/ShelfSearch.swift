// Looks through the shelves of a memory store, row by row.

import Foundation

/// The answer to one query.
struct ShelfSearch {
  typealias Found = (object: ShelfSource.Object, values: [Scalar])

  private let query: StoreQuery
  private let model: ManagedObjectModel

  init(_ query: StoreQuery, _ model: ManagedObjectModel) {
    self.query = query
    self.model = model
  }

  /// How many rows satisfy the query.
  func count(_ shelves: inout MemoryShelves) throws(GraphError) -> Int {
    try found(&shelves).count
  }

  /// Hands the rows up, or their keys, in the query's order.
  func hand(_ shelves: inout MemoryShelves, to rows: FetchedRows) throws(GraphError) {
    var found = try found(&shelves)
    if !query.order.isEmpty {
      // Rows that are equal by all sort keys keep their order: by entity and key.
      let places = found.indices.sorted { one, two in
        let order = order(found[one].values, found[two].values)
        return order == 0 ? one < two : order < 0
      }
      found = places.map { found[$0] }
    }
    let end = query.end(of: found.count)
    var entity: EntityDescription?
    for (object, _) in found[min(query.offset, end)..<end] {
      if entity !== object.entity {
        entity = object.entity
        rows.begin(object.entity)
      }
      let row = object.row
      if !query.wantsValues {
        rows.append(key: row.key)
      } else {
        rows.append(copyOf: row, object.entity.layout)
      }
    }
  }

  private func order(_ one: [Scalar], _ two: [Scalar]) -> Int {
    for (place, key) in query.order.enumerated() {
      let order = key.order(one[place], two[place])
      if order != 0 { return order }
    }
    return 0
  }

  /// The rows that satisfy the query as they lie, with the values that they are sorted by.
  func found(_ shelves: inout MemoryShelves) throws(GraphError) -> [Found] {
    try withUnsafeMutablePointer(to: &shelves) { shelves throws(GraphError) in
      var evaluation = QueryEvaluation(
        ShelfSource(shelves: shelves, model: model, space: query.space))
      var found: [Found] = []
      for entity in query.entities {
        for case let shelved? in shelves.pointee.rows(of: entity) {
          let object = ShelfSource.Object(entity: entity, row: shelved.row)
          if let condition = query.condition, try !evaluation.holds(condition, for: object) {
            continue
          }
          var values: [Scalar] = []
          for key in query.order { values.append(try evaluation.value(key.term, of: object)) }
          found.append((object, values))
        }
      }
      return found
    }
  }
}

/// Rows of a memory store as objects of a question.
///
/// The pointer is to the shelves that the store's lock protects, for as long as the lock is held.
struct ShelfSource: ObjectSource {
  /// A row with its entity.
  struct Object {
    let entity: EntityDescription
    let row: Row
  }

  let shelves: UnsafeMutablePointer<MemoryShelves>
  let model: ManagedObjectModel
  let space: KeySpace

  func value(at slot: Int, of object: Object) -> Scalar {
    object.row.scalar(at: slot, object.entity.layout)
  }

  func destination(_ tie: Int, of object: Object) -> Object? {
    guard let slot = object.entity.layout.ties[tie].slot else { return nil }
    return object.row.foreignKey(slot).flatMap(self.object)
  }

  func members(_ tie: Int, of object: Object) -> [Object] {
    let owner = ForeignKey(entity: object.entity.index, key: object.row.key)
    let tie = object.entity.layout.ties[tie]
    return shelves.pointee.members(of: tie, owner: owner, model).compactMap(self.object)
  }

  func identity(of object: Object) -> Identity {
    Identity(object.entity, object.row.key, space)
  }

  private func object(_ key: ForeignKey) -> Object? {
    let entity = model.entities[key.entity]
    return shelves.pointee.row(key.key, of: entity).map { Object(entity: entity, row: $0.row) }
  }
}

extension Row {
  /// The value of an attribute in the form in which it is compared.
  func scalar(at slot: Int, _ layout: EntityLayout) -> Scalar {
    guard !isEmpty(slot) else { return .none }
    func text() -> String { String(decoding: bytes(slot, layout), as: UTF8.self) }
    switch layout.types[slot] {
    case .integer16, .integer32, .integer64: return .integer(Int(Int64(bitPattern: word(slot))))
    case .boolean: return .integer(word(slot) == 0 ? 0 : 1)
    case .double, .float, .date: return .real(Double(bitPattern: word(slot)))
    case .decimal: return Scalar(Double(text()))
    case .string, .uri, .objectID: return .text(text())
    case .uuid, .binary, .transformable: return .bytes(Data(bytes(slot, layout)))
    case .undefined, nil: return .none
    }
  }
}

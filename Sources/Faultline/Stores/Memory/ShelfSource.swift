// The values of rows on the shelves of a memory store, for the evaluation of a question.

import Foundation

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

// Attributes as their users know them: transformed values and object IDs lie in a row as data and text.

import Foundation

extension ManagedObject {
  /// The value of an attribute as the public face hands it out; a fault fires.
  final func bareValue(at slot: Int) throws(GraphError) -> Any? {
    try bare(try value(at: slot), of: slot)
  }

  /// What a stored value of an attribute is to its users.
  final func bare(_ value: Value, of slot: Int) throws(GraphError) -> Any? {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return nil }
    switch (attribute.attributeType, value) {
    case (.transformable, .data(let data)):
      do {
        return try ValueTransformers.transformer(for: attribute).value(from: data)
      } catch {
        throw untransformed(attribute, "read", error)
      }
    case (.objectID, .text(let text)):
      return managedObjectContext?.persistentStoreCoordinator?.objectID(text)
    default: return value.bare
    }
  }

  /// What a user's value is in a slot.
  final func cell(_ value: Any?, _ slot: Int) throws(GraphError) -> Value {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return .none }
    if attribute.attributeType == .transformable, let value {
      do {
        return .data(try ValueTransformers.transformer(for: attribute).data(from: value))
      } catch {
        throw untransformed(attribute, "written", error)
      }
    }
    if attribute.attributeType == .objectID, let id = value as? ManagedObjectID {
      return .text(id.description)
    }
    guard let cell = Value(bare: value, for: attribute.attributeType) else {
      throw GraphError(
        .coreData,
        "'\(entity.name).\(attribute.name)' cannot hold a \(value.map { "\(type(of: $0))" } ?? "").",
        objectID: objectID, key: attribute.name)
    }
    return cell
  }

  private func untransformed(
    _ attribute: AttributeDescription, _ verb: String, _ cause: any Error
  ) -> GraphError {
    GraphError(
      .coreData, "'\(entity.name).\(attribute.name)' could not be \(verb): \(cause)",
      objectID: objectID, key: attribute.name, underlying: cause)
  }
}

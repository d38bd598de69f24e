// Making an object by its class alone.

extension ManagedObject {
  /// Makes an object of the entity whose objects are of this class, and inserts it.
  ///
  /// A class that stands for no entity, or for several, stops with a sentence; name the entity then.
  public convenience init(context: ManagedObjectContext) {
    do throws(GraphError) {
      self.init(entity: try Self.entity(in: context), insertInto: context)
    } catch {
      misuse(error)
    }
  }

  private static func entity(in context: ManagedObjectContext) throws(GraphError)
    -> EntityDescription
  {
    let entities = try context.coordinator().managedObjectModel.entities
      .filter { !$0.isAbstract && $0.objectClass.type == self }
    guard let entity = entities.first, entities.count == 1 else {
      throw GraphError(
        .unsupportedRequest,
        entities.isEmpty
          ? "No entity has objects of the class '\(self)'; register the class on the model first."
          : "Several entities have objects of the class '\(self)'; "
            + "name one of them: \(entities.map(\.name).joined(separator: ", ")).")
    }
    return entity
  }
}

// Entities by name, and objects of them.

import Faultline
import Foundation

extension NSEntityDescription {
  /// Returns the entity of a name in the model of a context's coordinator.
  public class func entity(
    forEntityName name: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
  }

  /// Makes an object of an entity and inserts it.
  public class func insertNewObject(
    forEntityName name: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: name, in: context) else {
      misuse("The context's model has no entity '\(name)'.")
    }
    let type = entity.objectClass ?? NSManagedObject.self
    return type.init(entity: entity, insertInto: context)
  }
}

// Making objects and finding them.

public import Faultline
public import Foundation

extension NSManagedObjectContext {
  // MARK: - New objects

  /// Inserts an object that was made without a context.
  public func insert(_ object: NSManagedObject) { engine.insert(object) }

  /// Marks an object for deletion.
  public func delete(_ object: NSManagedObject) { engine.delete(object) }

  /// Chooses the store that a new object is saved in.
  public func assign(_ object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject else { return }
    engine.assign(object, to: store.engine)
  }

  /// Gives new objects permanent IDs before they are saved.
  public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try cocoa(self) { try engine.obtainPermanentIDs(for: objects) }
  }

  // MARK: - Known objects

  /// Returns the registered object of an ID, if one is alive here.
  public func registeredObject(for id: NSManagedObjectID) -> NSManagedObject? {
    engine.registeredObject(for: id) as? NSManagedObject
  }

  /// Returns the object of an ID: a registered one, or a fault that is assumed to have a row.
  public func object(with id: NSManagedObjectID) -> NSManagedObject {
    unsafeDowncast(engine.object(with: id), to: NSManagedObject.self)
  }

  /// Returns the object of an ID with its values, or throws if there is none.
  public func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    try cocoa(self) {
      unsafeDowncast(try engine.existingObject(with: id), to: NSManagedObject.self)
    }
  }

  /// Brings an object up to date, or makes it a fault again.
  public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    engine.refresh(object, mergeChanges: flag)
  }

  /// Brings all objects up to date.
  public func refreshAllObjects() { engine.refreshAllObjects() }

  /// Compares an object with its row at the next save, although it has no changes.
  public func detectConflicts(for object: NSManagedObject) { engine.detectConflicts(for: object) }
}

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

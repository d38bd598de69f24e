// Objects: made, changed, observed, saved and asked for their IDs.

import Faultline

extension PublicFace {
  static func objects(_ context: ManagedObjectContext) throws {
    let ada = Visitor(context: context)
    ada.name = "Ada"
    ada[Visitor.name] += " Lovelace"
    ada.age += 1
    let grace = context.insertNewObject(forEntityName: "Visitor")
    grace.setValue("Grace", forKey: "name")
    let lone = Visitor(entity: grace.entity, insertInto: nil)
    lone.setValue("Lone", forKey: "name")
    context.insert(lone)
    let seen = grace.observe("name") { (object: ManagedObject, change: ValueChange) in
      _ = (object, change.key, change.old, change.new)
    }
    grace.mutableSetValue(forKey: "tours").add(ada)
    let tours: MutableObjectSet = grace.mutableSetValue(forKey: "tours")
    precondition(tours.contains(ada) && tours.count == 1 && Array(tours) == [ada])
    let tour: MutableOrderedObjectSet = ada.mutableOrderedSetValue(forKey: "tour")
    tour.insert(lone, at: 0)
    tour.move(from: 0, to: 1)
    tour.remove(lone)
    tours.remove(lone)
    grace.willChangeValue(forKey: "age")
    grace.setPrimitiveValue(37, forKey: "age")
    grace.didChangeValue(forKey: "age")
    grace.willAccessValue(forKey: nil)
    _ = grace.primitiveValue(forKey: "age")
    grace.didAccessValue(forKey: nil)
    seen.cancel()

    try context.obtainPermanentIDs(for: [ada])
    if let store = context.persistentStoreCoordinator?.persistentStores.first {
      context.assign(grace, to: store)
    }
    context.processPendingChanges()
    precondition(context.insertedObjects == [ada, grace, lone] && context.insertedObjectCount == 3)
    try context.save()
    try identity(of: ada, context)
    try changes(of: grace, context)
  }

  static func identity(of object: Visitor, _ context: ManagedObjectContext) throws {
    let id: ManagedObjectID = object.objectID
    let coordinator = context.persistentStoreCoordinator
    precondition(
      coordinator?.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
    precondition(!id.isTemporaryID && id.entityName == "Visitor" && id.storeIdentifier != nil)
    precondition(id.persistentStore === coordinator?.persistentStores.first)
    precondition(context.registeredObject(for: id) === object)
    precondition(context.object(with: id) === object)
    let existing = try context.existingObject(with: id)
    precondition(existing == object)
    precondition(object.managedObjectContext === context && object.entity.name == "Visitor")
    precondition(!object.isInserted && !object.isUpdated && !object.isDeleted)
    precondition(!object.hasChanges && !object.isFault && !object.hasPersistentChangedValues)
    precondition(object.faultingState == 0 && object.hasFault(forRelationshipNamed: "host"))
    precondition(object.objectIDs(forRelationshipNamed: "host").isEmpty)
    precondition(object.description.hasPrefix("Visitor <x-coredata://"))
  }

  static func changes(of object: ManagedObject, _ context: ManagedObjectContext) throws {
    object.setValue("Hopper", forKey: "name")
    precondition(object.changedValues().keys.sorted() == ["name"])
    precondition(object.changedValuesForCurrentEvent()["name"] as? String == "Grace")
    precondition(object.committedValues(forKeys: ["name"])["name"] as? String == "Grace")
    precondition(context.updatedObjects == [object] && context.updatedObjectCount == 1)
    context.refresh(object, mergeChanges: true)
    context.detectConflicts(for: object)
    let holders: [Holder] = context.holders(of: object)
    precondition(holders.contains(.pendingChange))
    context.rollback()
    context.delete(object)
    precondition(context.deletedObjects == [object] && context.deletedObjectCount == 1)
    precondition(context.hasChanges)
    try context.turn { try context.save() }
  }
}

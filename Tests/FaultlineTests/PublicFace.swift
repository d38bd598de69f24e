// A program of somebody else's, who has nothing but `import Faultline`: it calls everything once.

import Faultline
import Foundation

/// A class as a program would write it.
final class Visitor: ManagedObject, KeyedObject {
  struct Keys {
    let name = PropertyKey<String>("name")
    let age = PropertyKey<Int>("age")
    let host = PropertyKey<ManagedObject?>("host")
  }
  static let keys = Keys()
  static let name = PropertyKey<String>("name")

  override func value(forKey key: String) -> Any? { super.value(forKey: key) }
  override func setValue(_ value: Any?, forKey key: String) { super.setValue(value, forKey: key) }
  override func awakeFromInsert() { super.awakeFromInsert() }
  override func awakeFromFetch() { super.awakeFromFetch() }
  override func awake(fromSnapshotEvents flags: SnapshotEvents) {
    super.awake(fromSnapshotEvents: flags)
  }
  override func prepareForDeletion() { super.prepareForDeletion() }
  override func willSave() { super.willSave() }
  override func didSave() { super.didSave() }
  override func willTurnIntoFault() { super.willTurnIntoFault() }
  override func didTurnIntoFault() { super.didTurnIntoFault() }
  override func validateForInsert() throws { try super.validateForInsert() }
  override func validateForUpdate() throws { try super.validateForUpdate() }
  override func validateForDelete() throws { try super.validateForDelete() }
  override func validateValue(_ value: Any?, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
  }
  override var description: String { "Visitor " + super.description }
}

/// A screen that shows the results of a controller.
final class Screen: FetchedResultsControllerDelegate {
  var said: [String] = []

  func controllerWillChangeContent(_ controller: FetchedResultsController) { said.append("will") }
  func controller(
    _ controller: FetchedResultsController, didChange section: FetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: FetchedResultsChangeType
  ) {
    said.append("\(type) section \(sectionIndex)")
  }
  func controller(
    _ controller: FetchedResultsController, didChange object: ManagedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    said.append("\(type)")
  }
  func controllerDidChangeContent(_ controller: FetchedResultsController) { said.append("did") }
  func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String? { nil }
}

/// A list that is given everything at once.
final class Whole: FetchedResultsSnapshotDelegate {
  func controller(
    _ controller: FetchedResultsController, didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    _ = (snapshot.sectionIdentifiers, snapshot.itemIdentifiers, snapshot.reloadedItemIdentifiers)
    _ = (snapshot.numberOfItems, snapshot.numberOfSections)
    _ = snapshot.itemIdentifiers(inSection: "18")
  }
}

/// A list that is given differences.
final class Diff: FetchedResultsDifferenceDelegate {
  func controller(
    _ controller: FetchedResultsController,
    didChangeContentWith difference: CollectionDifference<ManagedObjectID>
  ) {}
}

/// Every public name of models, objects, contexts and coordinators, used once.
enum PublicFace {
  static func model() throws -> ManagedObjectModel {
    let model = try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Person", isAbstract: true,
          attributes: [
            AttributeDescription(
              "name", .string, isOptional: false, validation: .init(maxLength: 99))
          ],
          uniquenessConstraints: [], versionHashModifier: "1", userInfo: ["by": "us"]),
        EntityDescription(
          name: "Visitor", superentity: "Person", managedObjectClassName: "Visitor",
          attributes: [
            AttributeDescription("age", .integer16, defaultValue: 18),
            AttributeDescription("mood", .string, isTransient: true),
            AttributeDescription("photo", .binary, allowsExternalBinaryDataStorage: true),
            AttributeDescription("nick", .string, derivation: "canonical:(name)"),
          ],
          relationships: [
            .toOne("host", "Person", isOptional: true, deleteRule: .nullify),
            .toMany("tour", "Visitor", inverse: "tours", isOrdered: true, minCount: 0, maxCount: 9),
            .toMany("tours", "Visitor", inverse: "tour", deleteRule: .noAction),
          ]),
      ], configurations: ["All": ["Person", "Visitor"]],
      fetchRequestTemplates: [
        FetchRequestTemplate(name: "all", entityName: "Visitor"),
        FetchRequestTemplate(
          name: "named", entityName: "Visitor", predicateFormat: "name BEGINSWITH $START"),
      ])
    model.register(Visitor.self, forEntityNamed: "Visitor")
    return model
  }

  static func describe(_ model: ManagedObjectModel) -> [String] {
    var words: [String] = model.configurations
    words += model.entities.map(\.name)
    words += (model.entities(forConfigurationName: "All") ?? []).map(\.name)
    guard let entity: EntityDescription = model.entitiesByName["Visitor"] else { return words }
    words += [
      entity.name, entity.superentity?.name ?? "", entity.managedObjectClassName,
      entity.versionHashModifier ?? "", "\(entity.isAbstract)", "\(entity.userInfo)",
      "\(entity.uniquenessConstraints)", "\(entity.subentities.map(\.name))",
      "\(entity.isKindOf(entity: entity))", "\(entity.propertiesByName.count)",
    ]
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      words += [
        attribute.name, attribute.attributeType.rawValue, "\(attribute.isOptional)",
        "\(attribute.isTransient)", "\(attribute.defaultValue ?? "none")",
        attribute.derivation ?? "", "\(attribute.allowsExternalBinaryDataStorage)",
        "\(attribute.validation.maxLength ?? 0)",
      ]
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      words += [
        relationship.name, relationship.destinationEntity?.name ?? "",
        relationship.inverseRelationship?.name ?? "", "\(relationship.isToMany)",
        "\(relationship.isOrdered)", "\(relationship.minCount)", "\(relationship.maxCount)",
        "\(relationship.deleteRule)", "\(relationship.isOptional)",
      ]
    }
    return words
  }

  static func coordinator() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    var options = StoreOptions()
    options.isReadOnly = false
    options.ignoresVersionHashes = false
    options.pragmas = [:]
    let store: any PersistentStore = try coordinator.addPersistentStore(
      type: .inMemory, configuration: "All", at: nil, options: options)
    let spare = try coordinator.addPersistentStore(type: .inMemory, at: nil)
    try coordinator.remove(spare)
    coordinator.setMetadata(["made": "today"], for: store)
    precondition(coordinator.metadata(for: store)["made"] as? String == "today")
    precondition(coordinator.persistentStores.count == 1)
    return coordinator
  }

  static func context(_ coordinator: PersistentStoreCoordinator) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: .confinement)
    try context.setPersistentStoreCoordinator(coordinator)
    precondition(context.persistentStoreCoordinator === coordinator)
    context.retainsRegisteredObjects = false
    context.uniquesObjects = true
    context.usesFaults = true
    context.collectsCycles = false
    context.stalenessInterval = -1
    context.mergePolicy = MergePolicy.mergeByPropertyStoreTrump
    context.propagatesDeletesAtEndOfEvent = true
    context.shouldDeleteInaccessibleFaults = true
    context.usesAutoreleasePool = false
    context.name = "front door"
    context.userInfo["since"] = 1815
    return context
  }

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

  static func contexts(_ coordinator: PersistentStoreCoordinator) async throws {
    let container = try PersistentContainer(coordinator: coordinator)
    let root: ManagedObjectContext = container.newBackgroundContext()
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    try child.setParent(root)
    precondition(child.parent === root && child.persistentStoreCoordinator === coordinator)
    (child.name, child.mergePolicy, child.stalenessInterval) = ("child", .overwrite, -1)
    child.propagatesDeletesAtEndOfEvent = true
    child.shouldDeleteInaccessibleFaults = true
    child.retainsRegisteredObjects = false
    child.automaticallyMergesChangesFromParent = true
    let id: ManagedObjectID = try await child.perform {
      let visitor = child.insertNewObject(forEntityName: "Visitor")
      visitor.setValue("Eve", forKey: "name")
      try child.save()
      return visitor.objectID
    }
    wait(for: child)
    try await root.perform {
      precondition(root.registeredObject(for: id)?.isInserted == true)
      try root.save()
    }
    let names: [Notification.Name] = [
      ManagedObjectContext.willSaveNotification, ManagedObjectContext.didSaveNotification,
      ManagedObjectContext.didChangeObjectsNotification,
      ManagedObjectContext.didSaveObjectIDsNotification,
      ManagedObjectContext.didMergeChangesObjectIDsNotification,
    ]
    precondition(Set(names).count == 5)
    precondition(ManagedObjectContext.NotificationKey.insertedObjects.rawValue == "inserted")
    precondition(
      ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue == "invalidatedAll")
    precondition(SavedChanges(Notification(name: names[0])) == nil)
    root.mergeChanges(SavedChanges())
    root.mergeChanges(fromContextDidSave: Notification(name: names[1], userInfo: [:]))
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: ["updated": [id]], into: [root, child])
    let count: Int = try await container.performBackgroundTask { context in
      try context.count(for: FetchRequest(entityName: "Visitor"))
    }
    precondition(count > 0)
  }

  private static func wait(for context: ManagedObjectContext) {
    context.perform {}
    let answer: Int = context.performAndWait { 42 }
    precondition(answer == 42)
  }

  static func results(_ context: ManagedObjectContext) throws {
    let request = FetchRequest(
      entityName: "Visitor", sortKeys: [SortKey("age"), SortKey("name")])
    let controller = FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "age",
      cacheName: nil)
    let screen = Screen()
    controller.delegate = screen
    try controller.performFetch()
    precondition(controller.managedObjectContext === context)
    precondition(controller.fetchRequest.entityName == "Visitor" && controller.cacheName == nil)
    precondition(controller.sectionNameKeyPath == "age" && controller.delegate === screen)
    let path = IndexPath(item: 0, section: 0)
    precondition(path.item == 0 && path.section == 0)
    let first: ManagedObject = controller.object(at: path)
    precondition(controller.indexPath(for: first) == path)
    let section: FetchedResultsSectionInfo? = controller.sections?.first
    precondition(section?.name == "18" && section?.indexTitle == "1")
    precondition(section?.numberOfObjects == section?.objects.count)
    precondition(controller.sectionIndexTitles.first == "1")
    precondition(controller.section(forSectionIndexTitle: "1") == 0)
    precondition(controller.sectionIndexTitle(forSectionName: "20") == "2")
    first.setValue(20, forKey: "age")
    context.processPendingChanges()
    precondition(screen.said.contains("did") && controller.fetchedObjects?.isEmpty == false)
    let folder: URL = FetchedResultsController.cacheFolder
    FetchedResultsController.cacheFolder = folder
    FetchedResultsController.deleteCache(withName: "no such cache")
    context.rollback()
  }

  static func fetches(_ context: ManagedObjectContext) throws {
    context.refreshAllObjects()
    let request = FetchRequest(entityName: "Person")
    let found: [ManagedObject] = try context.fetch(request)
    let ids: [ManagedObjectID] = try context.fetchIDs(request)
    let batches: BatchedResults = try context.fetchBatched(request)
    let counted: Int = try context.count(for: request)
    precondition(counted == found.count && ids.count == batches.count)
    precondition(context.registeredObjects.count == context.registeredObjectCount)
    var count = 0
    context.forEachRegistered { _ in count += 1 }
    precondition(count == context.registeredObjectCount)
    let statistics: (ContextStatistics, CoordinatorStatistics?) = (
      context.statistics, context.persistentStoreCoordinator?.statistics
    )
    precondition(statistics.0.saves > 0 && statistics.0.objectsCollected == 0)
    let model = context.persistentStoreCoordinator?.managedObjectModel
    let all: FetchRequest? = model?.fetchRequestTemplate(forName: "all")
    let named: FetchRequest? = try model?.fetchRequestFromTemplate(
      withName: "named", substitutionVariables: ["START": "Ada"])
    let names = try [all, named].compactMap { $0 }.map { try context.fetch($0).count }
    precondition(names == [found.count, 1])
    context.reset()
    do {
      try context.setPersistentStoreCoordinator(nil)
    } catch {
      let error: GraphError = error
      _ = (error.code.rawValue, error.message, error.objectID, error.key, error.underlying)
      precondition(error.conflicts.isEmpty && error.detailed.isEmpty)
    }
  }
}

// P6: every way into a context looks first whether it is used where it belongs.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct GuardedDoorsTests {
  /// A way into a context, by the name that the sentence has for it.
  enum Door: String, CaseIterable, Codable, Sendable {
    case obtainPermanentIDs = "obtainPermanentIDs(for:)"
    case delete = "delete(_:)"
    case rollback = "rollback()"
    case refresh = "refresh(_:mergeChanges:)"
    case refreshAllObjects = "refreshAllObjects()"
    case reset = "reset()"
    case insertNewObject = "insertNewObject(forEntityName:)"
    case registeredObject = "registeredObject(for:)"
    case object = "object(with:)"
    case existingObject = "existingObject(with:)"
    case save = "save()"
    case detectConflicts = "detectConflicts(for:)"
    case registeredObjects, registeredObjectCount
    case forEachRegistered = "forEachRegistered(_:)"
    case insertedObjects, updatedObjects, deletedObjects
    case insertedObjectCount, updatedObjectCount, deletedObjectCount, hasChanges
    case processPendingChanges = "processPendingChanges()"
    case holders = "holders(of:)"
    case fetch = "fetch(_:)"
    case count = "count(for:)"
    case fetchBatched = "fetchBatched(_:)"
    case fetchIDs = "fetchIDs(_:)"
    case fetchDictionaries = "fetchDictionaries(_:)"
    case queryPlan = "queryPlan(for:)"
    case resultsController =
      "init(fetchRequest:managedObjectContext:sectionNameKeyPath:cacheName:)"
    case undo = "undo()"
    case redo = "redo()"

    func enter(_ context: ManagedObjectContext, with ada: ManagedObject) throws {
      let request = FetchRequest(entityName: "Employee")
      switch self {
      case .obtainPermanentIDs: try context.obtainPermanentIDs(for: [ada])
      case .delete: context.delete(ada)
      case .rollback: context.rollback()
      case .refresh: context.refresh(ada, mergeChanges: true)
      case .refreshAllObjects: context.refreshAllObjects()
      case .reset: context.reset()
      case .insertNewObject: _ = context.insertNewObject(forEntityName: "Employee")
      case .registeredObject: _ = context.registeredObject(for: ada.objectID)
      case .object: _ = context.object(with: ada.objectID)
      case .existingObject: _ = try context.existingObject(with: ada.objectID)
      case .save: try context.save()
      case .detectConflicts: context.detectConflicts(for: ada)
      case .registeredObjects: _ = context.registeredObjects
      case .registeredObjectCount: _ = context.registeredObjectCount
      case .forEachRegistered: context.forEachRegistered { _ in }
      case .insertedObjects: _ = context.insertedObjects
      case .updatedObjects: _ = context.updatedObjects
      case .deletedObjects: _ = context.deletedObjects
      case .insertedObjectCount: _ = context.insertedObjectCount
      case .updatedObjectCount: _ = context.updatedObjectCount
      case .deletedObjectCount: _ = context.deletedObjectCount
      case .hasChanges: _ = context.hasChanges
      case .processPendingChanges: context.processPendingChanges()
      case .holders: _ = context.holders(of: ada)
      case .fetch: _ = try context.fetch(request)
      case .count: _ = try context.count(for: request)
      case .fetchBatched: _ = try context.fetchBatched(request)
      case .fetchIDs: _ = try context.fetchIDs(request)
      case .fetchDictionaries: _ = try context.fetchDictionaries(request)
      case .queryPlan: _ = try context.queryPlan(for: request)
      case .resultsController:
        _ = FetchedResultsController(fetchRequest: request, managedObjectContext: context)
      case .undo: context.undo()
      case .redo: context.redo()
      }
    }
  }

  @Test(arguments: Door.allCases)
  func `each way into a context names itself where it is used on a wrong thread`(
    door: Door
  ) async throws {
    let stray = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [door] in
      let context = ManagedObjectContext(concurrencyType: .privateQueue)
      context.name = "import"
      context.checksQueue = false
      try context.setPersistentStoreCoordinator(try Office().coordinator)
      let ada = context.hire("Ada")
      context.checksQueue = true
      try door.enter(context, with: ada)
    }
    let text = stray.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("\(door.rawValue) of context 'import' was used on"), "\(text)")
  }
}

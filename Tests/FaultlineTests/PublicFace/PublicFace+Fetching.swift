// Requests and results controllers: what there is, and what becomes of it.

import Faultline
import Foundation

extension PublicFace {
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
    precondition(controller.failure == nil)
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

  /// A store in memory keeps no history, so what there is of one is seen by its types.
  static func history(_ context: ManagedObjectContext) throws {
    var options = StoreOptions()
    options.tracksHistory = true
    context.transactionAuthor = "visitor"
    precondition(context.transactionAuthor == "visitor")
    let coordinator = context.persistentStoreCoordinator
    let token: PersistentHistoryToken? = try coordinator?.currentPersistentHistoryToken()
    precondition(token == nil)
    var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
    request.affectedStores = coordinator?.persistentStores
    do {
      let result: PersistentHistoryResult = try context.execute(request)
      for transaction: PersistentHistoryTransaction in result.transactions {
        _ = (transaction.token, transaction.storeID, transaction.timestamp, transaction.author)
        for change: PersistentHistoryChange in transaction.changes
        where change.changeType == .delete {
          _ = (change.changedObjectID, change.updatedProperties, change.tombstone["name"])
        }
      }
      preconditionFailure("There is no history.")
    } catch {
      precondition(error.code == .unsupportedRequest)
    }
    do {
      let result = try context.execute(.deleteHistory(before: Date()))
      preconditionFailure("\(result.deletedTransactions) of no transactions were deleted.")
    } catch {
      precondition(error.code != .persistentHistoryTokenExpired)
    }
    context.transactionAuthor = nil
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
    precondition(statistics.1?.logBytes == 0)
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

// Core Data's own names, for those who know it and look for the word of a scenario.

/// A class, method or property of Core Data, or of what shows it, and what a scenario writes for it.
package struct CoreDataName: Sendable {
  /// The names, without the labels of their arguments.
  package let names: [String]
  /// The step's keyword, or the key.
  package let word: String

  private init(_ word: String, _ names: String...) {
    self.word = word
    self.names = names
  }

  /// The words that a scenario writes for a name, however its letters and labels are written.
  package static func words(for name: String) -> [String] {
    let wanted = bare(name)
    return all.filter { entry in entry.names.contains { $0.lowercased() == wanted } }.map(\.word)
  }

  /// The names for a word.
  package static func names(for word: String) -> [String] {
    all.filter { $0.word == word }.flatMap(\.names)
  }

  /// A name without the object before it and the labels behind it: `context.insert(_:)` is `insert`.
  private static func bare(_ name: String) -> String {
    let call = name.prefix { $0 != "(" }
    return String(call[(call.lastIndex(of: ".").map(call.index(after:)) ?? call.startIndex)...])
      .lowercased()
  }

  /// All of them, in the order of the language.
  package static let all = [
    CoreDataName("insert", "insertNewObject", "NSManagedObject"),
    CoreDataName("adopt", "insert", "insertObject"),
    CoreDataName("delete", "deleteObject"),
    CoreDataName("fetch", "NSFetchRequest"),
    CoreDataName("count", "countForFetchRequest"),
    CoreDataName("fetch values", "dictionaryResultType", "NSExpressionDescription"),
    CoreDataName("group by", "propertiesToGroupBy"),
    CoreDataName("having", "havingPredicate"),
    CoreDataName("properties", "propertiesToFetch"),
    CoreDataName("prefetch", "relationshipKeyPathsForPrefetching"),
    CoreDataName("batch", "fetchBatchSize"),
    CoreDataName("limit", "fetchLimit"),
    CoreDataName("offset", "fetchOffset"),
    CoreDataName("where", "NSPredicate", "predicate"),
    CoreDataName("sort", "NSSortDescriptor", "sortDescriptors"),
    CoreDataName("stores", "affectedStores"),
    CoreDataName("distinct", "returnsDistinctResults"),
    CoreDataName(
      "refresh", "refreshAllObjects", "refreshObject", "shouldRefreshRefetchedObjects",
      "memory warning", "didReceiveMemoryWarning"),
    CoreDataName("scroll", "UITableView", "UICollectionView"),
    CoreDataName("process", "processPendingChanges"),
    CoreDataName("scrub", "removeAllActions"),
    CoreDataName("undo group", "beginUndoGrouping"),
    CoreDataName("without undo", "disableUndoRegistration"),
    CoreDataName("context", "NSManagedObjectContext"),
    CoreDataName("pass IDs", "NSManagedObjectID", "objectWithID"),
    CoreDataName("obtain permanent IDs", "obtainPermanentIDs", "isTemporaryID"),
    CoreDataName("merge", "mergeChanges", "mergeChangesFromContextDidSaveNotification"),
    CoreDataName("watch", "NSFetchedResultsController"),
    CoreDataName(
      "listen", "NSManagedObjectContextDidSave", "NSManagedObjectContextObjectsDidChange"),
    CoreDataName("pin", "setQueryGenerationFrom", "NSQueryGenerationToken"),
    CoreDataName("history", "NSPersistentHistoryTrackingKey"),
    CoreDataName(
      "history token", "NSPersistentHistoryToken", "currentPersistentHistoryToken"),
    CoreDataName(
      "read history", "NSPersistentHistoryChangeRequest", "NSPersistentHistoryTransaction",
      "fetchHistory"),
    CoreDataName("purge", "deleteHistory"),
    CoreDataName("batch insert", "NSBatchInsertRequest"),
    CoreDataName("batch update", "NSBatchUpdateRequest"),
    CoreDataName("batch delete", "NSBatchDeleteRequest"),
    CoreDataName("model", "NSManagedObjectModel"),
    CoreDataName("entity", "NSEntityDescription"),
    CoreDataName("attribute", "NSAttributeDescription"),
    CoreDataName("relationship", "NSRelationshipDescription"),
    CoreDataName("fetched property", "NSFetchedPropertyDescription"),
    CoreDataName("read fetched property", "NSFetchedPropertyDescription"),
    CoreDataName("is unique by", "uniquenessConstraints"),
    CoreDataName("is indexed by", "NSFetchIndexDescription", "fetchIndexes"),
    CoreDataName("transient", "isTransient"),
    CoreDataName("derived", "NSDerivedAttributeDescription"),
    CoreDataName("external", "allowsExternalBinaryDataStorage"),
    CoreDataName("optional", "isOptional"),
    CoreDataName("ordered", "isOrdered"),
    CoreDataName("on delete", "deleteRule"),
    CoreDataName("min", "validationPredicates", "setValidationPredicates"),
    CoreDataName("pattern", "validationPredicates", "setValidationPredicates"),
    CoreDataName("automaticallyMerges", "automaticallyMergesChangesFromParent"),
    CoreDataName("undo", "undoManager"),
  ]
}

// What settings say that a program has not chosen: the defaults of Core Data where it has such a setting.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct `Settings that a program has not chosen` {
  /// The properties of a value in the order of its declaration, without those that are empty.
  private func text(_ subject: Any) -> String {
    Mirror(reflecting: subject).children.compactMap { child in
      let value = "\(child.value)"
      return ["nil", "[]", "[:]"].contains(value) ? nil : "\(child.label ?? ""): \(value)"
    }.joined(separator: "\n")
  }

  @Test func `of requests are Core Data's`() {
    expectText(
      text(FetchRequest(entityName: "Pet")),
      is: """
        entityName: Pet
        fetchLimit: 0
        fetchOffset: 0
        includesSubentities: true
        includesPendingChanges: true
        includesPropertyValues: true
        returnsObjectsAsFaults: true
        fetchBatchSize: 0
        shouldRefreshRefetchedObjects: false
        returnsDistinctResults: false
        """)
    expectText(
      text(FetchRequestTemplate(name: "all", entityName: "Pet")),
      is: """
        name: all
        entityName: Pet
        resultType: managedObjects
        fetchLimit: 0
        fetchBatchSize: 0
        includesSubentities: true
        includesPendingChanges: true
        includesPropertyValues: true
        returnsObjectsAsFaults: true
        returnsDistinctResults: false
        """)
  }

  @Test func `of a store leave everything in place`() {
    expectText(
      text(StoreOptions()),
      is: """
        isReadOnly: false
        readsWhatCannotBeWritten: false
        ignoresVersionHashes: false
        postsRemoteChanges: false
        scattersNewRows: false
        tracksHistory: false
        """)
  }

  @Test func `of a context are Core Data's, and there is no pool`() throws {
    let context = ManagedObjectContext()
    let undoManager = try #require(context.undoManager)
    expectText(
      """
      pool: \(context.usesAutoreleasePool)
      retainsRegisteredObjects: \(context.retainsRegisteredObjects)
      mergePolicy: \(context.mergePolicy)
      stalenessInterval: \(context.stalenessInterval)
      shouldDeleteInaccessibleFaults: \(context.shouldDeleteInaccessibleFaults)
      propagatesDeletesAtEndOfEvent: \(context.propagatesDeletesAtEndOfEvent)
      mergedDeletionsFollowRules: \(context.mergedDeletionsFollowRules)
      automaticallyMergesChangesFromParent: \(context.automaticallyMergesChangesFromParent)
      levelsOfUndo: \(undoManager.levelsOfUndo)
      groupsByEvent: \(undoManager.groupsByEvent)
      isUndoRegistrationEnabled: \(undoManager.isUndoRegistrationEnabled)
      """,
      is: """
        pool: false
        retainsRegisteredObjects: false
        mergePolicy: error
        stalenessInterval: -1.0
        shouldDeleteInaccessibleFaults: true
        propagatesDeletesAtEndOfEvent: true
        mergedDeletionsFollowRules: true
        automaticallyMergesChangesFromParent: false
        levelsOfUndo: 0
        groupsByEvent: true
        isUndoRegistrationEnabled: true
        """)
  }

  @Test func `of a model make properties optional, and deletions nullify`() {
    let attribute = AttributeDescription("name", .string)
    let flags = [
      attribute.isOptional, attribute.isTransient, attribute.allowsExternalBinaryDataStorage,
      attribute.preservesValueInHistoryOnDeletion, attribute.isIndexed, attribute.isDerived,
    ]
    #expect(flags == [true, false, false, false, false, false])
    #expect(!EntityDescription(name: "Pet").isAbstract)
    for relationship in [
      RelationshipDescription.toOne("owner", "Person"), .toMany("visits", "Visit"),
    ] {
      #expect(relationship.isOptional && !relationship.isOrdered && !relationship.isTransient)
      #expect((relationship.minCount, relationship.deleteRule) == (0, .nullify))
      #expect(relationship.maxCount == (relationship.isToMany ? 0 : 1))
      #expect(relationship.inverseName == nil)
    }
  }
}

// Questions about what keeps objects and contexts alive, and what becomes of deleted ones.

extension Question {
  static let lifetimes = [
    Question(
      1, "Two objects refer to each other: which of them must I refresh?",
      answer: """
        Either one. A refresh without merging drops its references, and both objects go once nothing else holds them.
        """,
      threads: ["Stack Overflow 3984222"], shownBy: "rules/refresh-breaks-the-cycle",
      otherWords: [
        "retain cycle", "retain cycle between parent and child",
        "strong reference cycle in a relationship and its inverse",
        "refreshObject mergeChanges false", "bidirectional to-many relationship leaks",
        "objects with inverse relationships are never deallocated",
        "both sides hold each other", "turn an object back into a fault to free memory",
        "circular references", "managed objects never released", "object graph stays in memory",
      ]),
    Question(
      5, "People edit all day: how many levels of undo should there be?",
      answer: """
        A few dozen. Without a limit every changed object stays for the day. With one, or with removeAllActions \
        after a save, memory stops growing.
        """,
      threads: ["Apple's guide", "RSyntaxTextArea#19"], shownBy: "workloads/editing-session",
      otherWords: [
        "levelsOfUndo", "undo stack grows without limit", "long editing session",
        "undo history of a document app eats memory", "how many undo levels",
        "removeAllActions after save",
        "limit the undo manager", "edits over hours", "undo keeps old values of objects alive",
        "memory grows while the user edits",
      ]),
    Question(
      12, "A merge meets a row that another context has deleted: what becomes of my object?",
      answer: """
        A merge marks it deleted, and the next save lets it go. Without a merge its fault finds no row: an error, or an \
        empty object where shouldDeleteInaccessibleFaults is on.
        """,
      figures: "a crash: could not fulfill a fault",
      threads: ["WordPress-iOS#6768", "DataThespian#49"],
      shownBy: "rules/merge-meets-a-deleted-row",
      otherWords: [
        "CoreData could not fulfill a fault", "NSObjectInaccessibleException",
        "shouldDeleteInaccessibleFaults",
        "merge conflict with a deleted object",
        "row deleted by someone else while I show it", "accessing a deleted object crashes",
        "the object has been deleted from the store", "isDeleted after merge",
        "deleted on another thread", "backing data could no longer be found",
        "mergeChanges with deleted objects", "deleted elsewhere", "row no longer exists",
      ]),
    Question(
      14, "My contexts themselves leak: what holds them?",
      answer: """
        Their observers. A block that mentions its context holds it as long as the observer is registered. Remove \
        the observer, or capture the context weakly.
        """,
      threads: ["AlecrimCoreData#126", "wire-ios-data-model#349", "RZVinyl#34"],
      shownBy: "workloads/contexts-held-by-observers",
      otherWords: [
        "NSManagedObjectContext leak", "context is never deallocated",
        "context never released, deinit not called",
        "NotificationCenter addObserver block captures the context",
        "observer of didSave notifications retains context",
        "too many contexts alive", "weak self in notification block", "child contexts pile up",
        "remove observer", "view controller's context stays after closing the screen",
        "context leaking memory",
        "old contexts still in memory",
      ]),
    Question(
      16, "After a batch delete my context still shows the objects: why, and when are they gone?",
      answer: """
        No context learns of a batch delete. Merge the IDs that it returns, or reset: until then the dead objects keep \
        their values and their memory.
        """,
      figures: "dead objects, and row numbers that come again",
      threads: ["Meshtastic-Apple#1918", "Meshtastic-Apple#1922", "Meshtastic-Apple#2155"],
      shownBy: "rules/batch-delete-leaves-objects",
      otherWords: [
        "NSBatchDeleteRequest",
        "deleted rows still in the list",
        "objects still there after delete(model:)", "stale objects after NSBatchDeleteRequest",
        "mergeChanges fromRemoteContextSave with deleted object IDs", "resultTypeObjectIDs",
        "zombie objects after deleting everything", "dead objects in the context",
        "row id reused, primary key comes again",
        "UI shows deleted items", "SwiftData delete model where leaves models",
        "ghost", "wipe all data and the view still shows it",
      ]),
    Question(
      17, "Why does the store fill with orphans: 15,062 of 15,339 rows?",
      answer: """
        Their owners went past the delete rule, by a statement in the store, or the rule is nullify, as usual. Let a \
        context cascade, in slices, or delete the children as well.
        """,
      figures: "15,062 of 15,339 rows orphaned, 81 GB", threads: ["Maccy#1496", "Maccy#1535"],
      shownBy: "workloads/orphans-after-deleting",
      otherWords: [
        "orphaned rows", "cascade delete rule not applied by batch delete",
        "children are left behind after delete",
        "orphans", "delete rule cascade ignored", "database grows although I delete", "81 GB store",
        "NSBatchDeleteRequest ignores relationships and delete rules",
        "disk space not freed after deleting parents",
        "related objects not deleted", "clean up orphan records",
        "left over child rows without a parent",
        "clipboard history database is huge", "store file keeps growing",
        "deleteRule cascade SwiftData",
      ]),
  ]
}

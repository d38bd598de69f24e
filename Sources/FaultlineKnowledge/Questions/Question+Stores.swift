// Questions about stores and their files, and about what others write into them.

extension Question {
  static let stores = [
    Question(
      10, "A sync floods my list with changes: what does each of them cost?",
      answer: """
        Every merged save makes the controller compare its list again. Save in larger batches or merge once: the same \
        rows, and one computation.
        """,
      figures: "memory grows with each notification of a sync", threads: ["Bipsync"],
      shownBy: "workloads/frc-merge-storm",
      otherWords: [
        "notification storm", "too many didSave notifications",
        "results controller updates again and again",
        "list flickers or freezes during sync", "FRC delegate called hundreds of times",
        "merge many small saves",
        "coalesce notifications", "table reloads constantly while syncing",
        "UI blocked during background sync",
        "debounce changes", "flood of updates", "sync makes the list stutter",
        "controllerDidChangeContent storm",
      ]),
    Question(
      11, "Does merging pull the whole import into the main context?",
      answer: """
        A merge brings inserted and updated objects in, and they go with the turn. They stay where something holds \
        them, or where the context retains what is registered.
        """,
      threads: ["RZVinyl#37"], shownBy: "workloads/merge-pulls-in-world",
      otherWords: [
        "mergeChanges loads all objects", "automaticallyMergesChangesFromParent memory",
        "merge pulls in everything",
        "main context grows after merge", "mergeChangesFromContextDidSaveNotification memory",
        "viewContext registers all imported objects", "view context memory after background import",
        "refreshObject for each updated object", "merging a large save",
      ]),
    Question(
      15, "A widget wrote to the store: why does my app not see it?",
      answer: """
        Objects keep their values and the row cache its rows. Fetch anew after a reset, or refresh with a staleness \
        interval of 0; a merge needs the IDs.
        """,
      threads: ["innoq", "mjtsai"], shownBy: "workloads/stale-after-external-write",
      otherWords: [
        "app extension changes not visible", "widget and app share a store", "stale data",
        "stalenessInterval",
        "refresh returns old values", "changes by another process",
        "share extension saved and app shows old data",
        "refreshAllObjects does not update", "old values after external write",
        "app group container core data",
        "data not updated after extension", "values are out of date",
        "remote change notification", "cached rows are old", "shouldRefreshRefetchedObjects",
      ]),
    Question(
      19, "The persistent history is never purged: what does it take?",
      answer: """
        Each changed row leaves a change, and each save a transaction, for ever. Delete the history before the date \
        that every reader has reached.
        """,
      figures: "4.7 million changes of about 30 B and 446,000 transactions of about 80 B",
      threads: ["Maccy#1533", "Maccy#1534", "Pacer#44", "PersistentHistoryTrackingKit#7"],
      shownBy: "workloads/history-never-purged",
      otherWords: [
        "persistent history tracking", "NSPersistentHistoryTrackingKey",
        "ATRANSACTION ACHANGE tables are huge",
        "delete history before date", "purge history",
        "NSPersistentHistoryChangeRequest deleteHistory",
        "history tables grow", "millions of changes in ACHANGE", "SwiftData history",
        "fetchHistory deleteHistory",
        "transaction history takes disk space", "history token", "clean up persistent history",
      ]),
    Question(
      20, "Mirroring: why does the first sync eat the memory?",
      answer: """
        The first import reads the whole history or baseline at once. In slices, each with a save and a fresh context, \
        it takes the memory of a slice.
        """,
      figures: "a baseline of 27 MB kills the app",
      threads: ["ensembles#114", "nielsmouthaan", "TN3163"], shownBy: "workloads/first-sync",
      otherWords: [
        "CloudKit", "NSPersistentCloudKitContainer", "iCloud sync memory",
        "first sync on a new device crashes",
        "initial sync", "baseline too large", "mirroring delegate memory",
        "import from CloudKit uses too much memory",
        "cloud sync", "sync after reinstall", "initial CloudKit import",
        "iCloud download of all records",
      ]),
    Question(
      21, "Why does a migration take ten to fifteen times the file, and what can I do?",
      answer: """
        One context that copies everything holds all old and all new objects. Copied in slices, old and new of one \
        slice are there at a time.
        """,
      figures: "10 to 15 times the size of the file",
      threads: ["openradar 45044215", "CoreStore#428", "ensembles#36"],
      shownBy: "workloads/migration-in-slices",
      otherWords: [
        "migration memory", "NSMigrationManager memory",
        "model version migration crashes", "mapping model", "lightweight migration",
        "NSEntityMigrationPolicy",
        "migrate a large store", "custom migration in passes",
        "SwiftData schema migration plan memory",
        "new model version", "VersionedSchema", "upgrade of the data model crashes the app",
      ]),
    Question(
      22, "The log beside the store grows to gigabytes: what pins it?",
      answer: """
        A reader that stays open, or readers without a gap between them. End the read, or move the context on to the \
        current query generation, and the log begins anew.
        """,
      figures: "5.4 GB of log, pinned by a reader",
      threads: ["YapDatabase#197", "YapDatabase#420", "WCDB#946"],
      shownBy: "workloads/pinned-reader",
      otherWords: [
        "WAL file grows", "sqlite-wal is huge", "write-ahead log never checkpointed",
        "checkpoint starvation",
        "setQueryGenerationFrom current", "query generation token", "pinned context",
        "long read transaction",
        "-wal file 5 GB", "database log not truncated", "wal checkpoint",
        "journal file grows without end",
        "disk usage grows because of wal", "sqlite wal several gigabytes",
      ]),
  ]
}

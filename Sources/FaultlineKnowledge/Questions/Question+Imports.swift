// Questions about bringing many rows in.

extension Question {
  static let imports = [
    Question(
      2, "Why does an import of hundreds of thousands of rows kill the app?",
      answer: """
        Everything unsaved is held until the save. Save and let go every few hundred rows, and the memory is that of \
        one batch.
        """,
      figures: "390,000 rows in one save; 11,000 objects jump to 1 GB; nearly 14 GB and rising",
      threads: ["CoreStore#87", "CoreData-CRUD-Swift#23", "EasyMapping#116"],
      shownBy: "workloads/one-big-save",
      otherWords: [
        "import memory",
        "memory warning on large JSON import",
        "insert a million rows", "bulk insert", "one big save", "save in chunks",
        "how often should I save",
        "batch size of saves", "jetsam out of memory crash when inserting",
        "parsing a huge file into Core Data",
        "loading a large data set", "initial download of everything crashes",
        "how many objects per save",
        "memory keeps growing during import", "seed database with lots of data",
        "saving in batches",
      ]),
    Question(
      3, "I import in a child context: why does its parent keep everything?",
      answer: """
        A child's save puts its objects into the parent, which holds them until it saves too. A sibling over the \
        coordinator spares it.
        """,
      figures: "300,000 objects: the parent grows until it is reset",
      threads: ["DATAStack#57", "MagicalRecord#774", "five.agency"],
      shownBy: "workloads/import-nested-vs-sibling",
      otherWords: [
        "nested contexts import", "child context of the main context", "parent context grows",
        "parent keeps all imported objects",
        "background context as child or with its own coordinator",
        "parentContext versus persistentStoreCoordinator", "private queue child import blocks main",
        "main context memory grows although I import in the background",
        "reset the parent context", "sibling contexts", "saving the child pushes to the parent",
        "nested or sibling context for importing",
      ]),
    Question(
      4, "What does the undo manager cost an import?",
      answer: """
        It holds every inserted object, so nothing goes at a save. Set undoManager to nil for imports: a fraction of \
        the memory is left.
        """,
      threads: ["Apple's guide", "objc.io 4"], shownBy: "workloads/import-undo",
      otherWords: [
        "undoManager nil for import", "disable undo registration while importing",
        "import with undo manager on",
        "does undo cost memory when importing", "undo manager during bulk insert",
        "turn off undo for background work",
        "NSUndoManager memory import",
      ]),
    Question(
      6, "Why does find-or-create take an hour?",
      answer: """
        It asks the store once for each row. Fetch the existing ones of a batch with one IN request, or keep their IDs \
        in a dictionary.
        """,
      figures:
        "1.2 million words: more than an hour; 3,010 objects: 11.4 s, without look-ups 1.6 s",
      threads: ["MagicalRecord#937", "RestKit#1495"], shownBy: "workloads/find-or-create",
      otherWords: [
        "upsert is slow", "insert or update each row",
        "check if the object exists before inserting",
        "a fetch for every record", "unique constraint duplicates import slow",
        "lookup by identifier for each row",
        "find or create efficiently", "avoid duplicates while importing",
        "updating existing records from JSON is slow",
        "IN predicate", "match server objects to local objects", "fetch in a loop",
        "sync existing rows",
      ]),
    Question(
      13, "After each batch: refresh the objects, reset the context, or take a new one?",
      answer: """
        A refresh or a reset frees the batch, retain cycles and all. A new context alone does not: what is in a cycle \
        outlives the old one, as a leak. Reset it first.
        """,
      threads: ["objc.io 4", "Stack Overflow 3984222"], shownBy: "workloads/between-batches",
      otherWords: [
        "reset or refreshAllObjects between batches", "context.reset after save",
        "does reset free memory", "fresh context per batch", "refreshAllObjects vs reset",
        "memory is not released after saving a batch", "how to empty a context",
        "clear the context between chunks",
        "newBackgroundContext every time", "free memory between batches", "throw the context away",
        "refresh or reset", "drop objects after save",
      ]),
    Question(
      24, "How many objects should one autorelease pool hold?",
      answer: """
        A pool's objects stay until it drains, so the peak grows with what is made in one. Drain every batch, and \
        keep batches small.
        """,
      figures: "1,000 objects a pool: 52.8 → 98.5 MB; 18,000 inserts in slices of 1,000: > 400 MB",
      threads: ["YapDatabase#13", "fmdb#149", "couchbase-lite-ios#468"],
      shownBy: "workloads/pools-of-a-walk",
      otherWords: [
        "autoreleasepool", "autorelease pool in a loop", "drain the pool",
        "temporaries pile up in a loop",
        "memory peak inside a loop",
        "memory released only at the end of the loop",
        "temporary objects accumulate", "pool size", "memory goes down only after the loop",
        "run loop pool",
        "objects stay alive until the end of the block", "how often to drain",
        "spike despite autoreleasepool",
      ]),
  ]
}

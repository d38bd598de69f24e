// Questions about reading: how much comes, and how often the store is asked.

extension Question {
  static let fetches = [
    Question(
      7, "A list asks the store once for each row: how do I get rid of N+1 requests?",
      answer: """
        Name the relationship in relationshipKeyPathsForPrefetching, or fill the faults in batches: two requests \
        instead of one for each row.
        """,
      figures: "4,004 → 3,034 requests by prefetching",
      threads: ["stream-chat-swift#3495", "scout#1215"],
      shownBy: "rules/n-plus-one",
      otherWords: [
        "N+1 queries", "N+1 faults", "too many SQL statements", "prefetch relationships",
        "relationshipKeyPathsForPrefetching", "a fault fires for each row",
        "firing faults one by one is slow",
        "scrolling triggers a query per cell", "too many round trips to the store",
        "relationships load one at a time",
        "SQLDebug shows hundreds of selects", "batch faulting", "each cell hits the database",
        "accessing a relationship in a loop",
      ]),
    Question(
      8, "Why are fetchBatchSize and prefetching ignored in a child context?",
      answer: """
        By the guides a child fetches in batches. Today's Core Data gives it all rows in one request, and prefetches \
        nothing. Give the list a context over the coordinator.
        """,
      figures: "14,000 rows with a batch size of 40: all loaded; 62,700 rows: all loaded",
      threads: ["openradar 18332905", "openradar 21603124", "MagicalRecord#1141", "DATAStack#59"],
      shownBy: "workloads/frc-batch-in-child",
      otherWords: [
        "fetchBatchSize ignored",
        "batch size does not work in nested context",
        "child context loads all rows", "prefetching ignored in child context",
        "setFetchBatchSize loads everything",
        "batch size of a main context with a parent", "radar fetchBatchSize nested",
        "fetchBatchSize not respected",
        "relationshipKeyPathsForPrefetching not working with parent context",
      ]),
    Question(
      9, "How does a results controller show tens of thousands of rows?",
      answer: """
        With a batch size: it keeps the IDs of all rows and the values of the batches in sight. Copying its objects \
        into an array loads them all.
        """,
      figures: "14,000 to 62,700 rows in one controller",
      threads: ["DATAStack#59", "CoreStore#149"],
      shownBy: "rules/batch-faulting",
      otherWords: [
        "NSFetchedResultsController memory", "fetched results controller with many rows",
        "table view with 50,000 rows", "huge list in a table view or collection view",
        "large list memory",
        "fetchedObjects loads all", "scroll through a long list",
        "list with tens of thousands of objects",
        "performFetch is slow with many rows", "results controller large data set",
        "60,000 items in a list",
        "how to show a very long list", "infinite list",
        "copying results to an array loads everything",
      ]),
    Question(
      18, "A hundred rows with pictures take 1.6 GB: how do they take 200 MB?",
      answer: """
        A fetch brings each row with its picture. Put pictures into an entity of their own, and fetch or prefetch \
        them where they are shown. For lists fetch dictionaries, or set propertiesToFetch.
        """,
      figures: "100 rows: 1.6 GB → 200 MB",
      threads: ["fatbobman", "cachly#624", "openradar 34794842"],
      shownBy: "workloads/pictures-in-rows",
      otherWords: [
        "binary data attribute memory", "allows external storage",
        "@Attribute(.externalStorage)",
        "photos in the database", "blob in every row", "thumbnail list uses too much memory",
        "store images in a separate entity", "large Data attribute", "external binary data storage",
        "photo library app memory", "pictures inside or outside of the row",
        "image data loaded with every fetch",
        "propertiesToFetch without the image", "Allows External Storage does not save memory",
        "attachments blow up memory", "save UIImage in Core Data", "big blobs", "album of photos",
        "1.6 GB",
      ]),
    Question(
      23, "How many are there, and which is the latest, without loading the to-many relationship?",
      answer: """
        Ask the store: a count, a fetch with a sort and a limit of 1, or a derived attribute. Reading the relationship \
        loads every member.
        """,
      figures: "five properties that loaded whole relationships",
      threads: ["Meshtastic-Apple#1773", "fatbobman"],
      shownBy: "workloads/counting-five-ways",
      otherWords: [
        "count without loading", "number of objects in a relationship",
        "relationship.count loads all",
        "countForFetchRequest", "count of children", "derived attribute @count",
        "latest message of a conversation",
        "last item of a to-many relationship", "fetchLimit 1 sort descending",
        "badge with unread count",
        "fetchCount", "children.count is slow", "newest object of a relationship",
        "max or sum in the store",
        "most recent record", "total number of rows cheaply", "how many unread messages",
        "aggregate in the database",
      ]),
    Question(
      25, "Does @Query load everything, and what do enumerate(batchSize:) and autosave do?",
      answer: """
        A @Query holds all its objects. enumerate keeps a batch in memory, as long as it may reset. An autosave \
        saves at the end of a turn, and the objects go.
        """,
      figures: "100,000 flat objects: 287 MB; 1,000,000: 2.8 GB; enumerate's batch is 5,000",
      threads: ["swiftdata-sectionedquery#3", "WWDC23 10196", "GRDB#1791", "RealmVsSwiftData"],
      shownBy: "workloads/swiftdata-query",
      otherWords: [
        "SwiftData", "@Query loads all models", "SwiftData memory",
        "ModelContext enumerate batchSize 5000",
        "autosaveEnabled", "SwiftData autosave", "@Query fetchLimit", "@Query with many rows",
        "FetchDescriptor",
        "ModelContext", "@Model objects stay in memory", "SwiftUI list with @Query is slow",
        "does a query fetch every row", "ModelActor", "SwiftData loads whole table",
        "enumerate models", "allowEscapingMutations", "does SwiftData query lazily",
      ]),
  ]
}

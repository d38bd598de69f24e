// The table of all switches: a new one is a row here, and in the article about deviations.

import Faultline

extension Behavior {
  /// All of them: the differences, then the bands.
  package static let all = differences + bands

  /// What the framework is known to do otherwise, those first that change advice most.
  package static let differences: [Behavior] = [
    Behavior(
      key: "undo", id: "D1", guides: "unlimited", coreData: DisabledKeyword.word,
      meaning: "Whether a context has an undo manager where 'undo' says nothing of it.",
      confidence: .documented,
      sources:
        "Apple's reference page of undoManager: the default value is nil, on every platform. Guides before "
        + "2013 and objc.io 4 describe Macs that had one.",
      effect: .undoByDefault),
    Behavior(
      key: "childBatches", id: "D2", guides: "counted", coreData: "ignored",
      meaning:
        "Whether a batch size counts in a context with a parent, or all objects come at once and are held.",
      confidence: .severalReports,
      sources:
        "openradar 18332905 and 21603124, MagicalRecord#1141, DATAStack#59, simperium-ios#425, "
        + "JSQCoreDataKit#57.",
      effect: .engine(.childrenIgnoreBatchSizes)),
    Behavior(
      key: "childPrefetch", id: "D3", guides: "followed", coreData: "ignored",
      meaning: "Whether relationships are prefetched in a context with a parent.",
      confidence: .severalReports,
      sources: "openradar 27268968, MagicalRecord#1099, CoreStore#355.",
      effect: .engine(.childrenIgnorePrefetching)),
    Behavior(
      key: "swiftArrays", id: "D4", guides: "lazy", coreData: "filled",
      meaning:
        "Whether objects that come in batches stay a lazy list, or a Swift array fills every batch at once. Sets "
        + "of members are copied then, too.",
      confidence: .severalReports,
      sources:
        "An engineer of Apple's in the developer forums, thread 651325 (mjtsai.com, 31 March 2021); "
        + "alemar11/CoreDataPlus, tests of fetches as Array and as NSArray; contentful-persistence.swift#52.",
      effect: .engine(.arraysFillEveryBatch)),
    Behavior(
      key: "controllerBatch", id: "D5", guides: "32", coreData: DisabledKeyword.word,
      meaning:
        "How many objects a results controller fills at a time where 'batch' does not say it, and "
        + "\(DisabledKeyword.word) for all in one request.",
      confidence: .severalReports,
      sources:
        "Apple's reference page of fetchBatchSize: 0 is infinite, and no guide has a number for controllers; "
        + "donnywals.com, 18 January 2021; TypeWhisper#1268.",
      effect: .engine(.controllersLoadEverything), guidesAreSilent: true),
    Behavior(
      key: "mergeRequests", id: "D6", guides: "together", coreData: "one-by-one",
      meaning: "Whether a merge asks the store once for each entity, or once for each object.",
      confidence: .severalReports,
      sources: "DATAStack#57, RZVinyl#37, RestKit#2158, WordPress-iOS#6768.",
      effect: .engine(.mergesAskOneByOne)),
    Behavior(
      key: "controllerSeesFaults", id: "D7", guides: "true", coreData: "false",
      meaning: "Whether a results controller notices merged changes of objects that are faults.",
      confidence: .formerly,
      sources:
        "RestKit#2158; \"NSFetchedResultsController Woes\" (BPXL, 2016, translated as gold-miner#678), whose editor notes "
        + "that iOS 10 fixed it.",
      effect: .engine(.controllersMissFaults)),
    Behavior(
      key: "maintenance", id: "D8", guides: DisabledKeyword.word, coreData: "8 MiB",
      meaning:
        "How long the log beside a database may be after a save, in bytes, before it is cut to nothing; and that each "
        + "save gives back free pages: a fifth, or as many as leave no more free than used.",
      confidence: .severalReports,
      sources: "Lines of PostSaveMaintenance in the logs of several apps (prune threshold, then "
        + "wal_checkpoint(TRUNCATE) and incremental_vacuum), with 18 pairs of free pages and pages given back; a chat "
        + "app's notes put the log at 8 to 10 MB.",
      effect: .log),
    Behavior(
      key: "predicateLogic", id: "D9", guides: "two-valued", coreData: "sql",
      meaning:
        "Whether NOT and != find what has no value in a database, as they do in memory, or SQL's third answer "
        + "leaves it out.",
      confidence: .severalReports,
      sources:
        "Apple documents neither. SQLite's documentation of NULL in comparisons; douglashill.co, \"NSPredicate: an old API with new "
        + "surprises\".",
      effect: .engine(.storesCompareAsSQL)),
    Behavior(
      key: "refetch", id: "D10", guides: "refreshes", coreData: "keeps",
      meaning:
        "Whether shouldRefreshRefetchedObjects brings objects up to date that have their values.",
      confidence: .severalReports,
      sources: "FB7419788 (mjtsai.com, 17 October 2019); alemar11/CoreDataPlus, test StillBroken.",
      effect: .engine(.refetchingRefreshesNothing)),
    Behavior(
      key: "childIDs", id: "D11", guides: "learnt", coreData: "temporary",
      meaning:
        "Whether a context with a parent learns the permanent IDs that its objects get when the parent saves.",
      confidence: .severalReports,
      sources:
        "Reports since nested contexts were new: a child keeps temporary IDs unless it asks for permanent ones "
        + "before its save.",
      effect: .engine(.childrenKeepTemporaryIDs)),
    Behavior(
      key: "fetchLimits", id: "D12", guides: "exact", coreData: "store-first",
      meaning:
        "Whether a limit counts the answer with unsaved changes, or what is stored, before they are put in.",
      confidence: .oneReport,
      sources: "One test suite that runs on Apple's framework.",
      effect: .engine(.limitsCountWhatIsStored)),
    Behavior(
      key: "emptySaves", id: "D13", guides: "nothing", coreData: "request",
      meaning: "Whether a save without changes is a request to the store.",
      confidence: .oneReport,
      sources: "One report about incremental stores, which are sent a request without objects.",
      effect: .engine(.emptySavesAskTheStore)),
    Behavior(
      key: "history", id: "D14", guides: "false", coreData: "true",
      meaning:
        "Whether an SQLite store keeps a history of its changes: with each save a row for the save and one for each "
        + "object, until a purge.",
      confidence: .documented,
      sources:
        "Apple's reference pages of NSPersistentHistoryTrackingKey and NSPersistentCloudKitContainer; SwiftData keeps "
        + "one in every app. Maccy#1533, Maccy#1534 and Pacer#44 have figures.",
      effect: .history),
    Behavior(
      key: "batchDeletes", id: "D15", guides: "rules", coreData: "rows-alone",
      meaning:
        "Whether a batch delete follows delete rules, or removes its rows alone and leaves what referred to them.",
      confidence: .oneReport,
      sources:
        "Maccy#1496 and #1535: 15,062 of 15,339 rows without an owner after a history was cleared. Which rules a "
        + "batch request follows is documented nowhere, but that it refuses deny.",
      effect: .engine(.batchesDeleteRowsAlone)),
    Behavior(
      key: "newRows", id: "D16", guides: "ascending", coreData: "scattered",
      meaning:
        "Whether a database is given the new rows of a save by ascending keys, or scattered, which splits pages.",
      confidence: .severalReports,
      sources:
        "Sizes and free pages of five runs of Data-swift/RealmVsSwiftData, which fit a scattered order and not an "
        + "ascending one; the order itself is in no log.",
      effect: .newRows),
    Behavior(
      key: "externalData", id: "D17", guides: "with-row", coreData: "stays",
      alternative: ("when-asked", .externalDataIsReadWhenAsked),
      meaning:
        "Whether data that a store keeps in files of their own are read with their row and go with it, or are read when "
        + "an object is asked for them: then they stay when it turns into a fault, or, with 'when-asked', go.",
      confidence: .measured,
      sources:
        "fatbobman's notes on memory (MyPublishBlog, March 2023): a list of pictures takes almost as much after each "
        + "picture out of sight is refreshed. When a file is read is published nowhere.",
      effect: .engine(.externalDataOutlivesRefaults), guidesAreSilent: true),
    Behavior(
      key: "destinations", id: "D18", guides: "with-owner", coreData: "when-followed",
      meaning:
        "Whether the destination of a to-one relationship is there as a fault as soon as its owner has its values, or is made "
        + "when the relationship is first followed or set.",
      confidence: .unreported,
      sources:
        "Figures 1 and 3 of Apple's guide, and its chapter on faulting, have the department and the manager of a fetched "
        + "employee as faults. When today's framework makes them is published nowhere.",
      effect: .engine(.destinationsComeWhenFollowed)),
  ]

  /// The keys under `behaves`.
  static let entries = all.map(\.entry)
  /// The keys that stand beside others of a context: `undo` is one already, with more to say.
  static let ownKeys = all.filter { $0.key != "undo" && !$0.isAboutStores }.map(\.entry)
  /// The keys that are about stores, and not about one context.
  static let storeKeys = all.filter(\.isAboutStores).map(\.entry)
}

// What nothing public settles: a switch each, of which a run that shows Core Data plays both ends.
extension Behavior {
  /// All of them; a new one is a row here, in the article about deviations, and in what a scenario can meet.
  package static let bands: [Behavior] = [
    Behavior(
      key: "rowCache", id: "B1", guides: "in-use", coreData: "kept",
      meaning:
        "Whether a row leaves the row cache with the last object that uses it, or stays for as long as its store is "
        + "open.",
      confidence: .notSettled,
      sources:
        "The guides say that objects share cached rows, and nowhere when an unused row goes; Apple's reference page of "
        + "includesPropertyValues and PARStore#5 have rows in the cache that no object uses.",
      effect: .engine(.rowsStayInTheCache)),
    Behavior(
      key: "parentObjects", id: "B2", guides: "absent", coreData: "registered",
      meaning:
        "Whether a context with children has no objects for what they fetch through it, or registers all of it and "
        + "holds it until it is reset.",
      confidence: .notSettled,
      sources:
        "five.agency, \"How to import a large data set\": the parent grows although the child is let go; "
        + "JSQCoreDataKit#60 and DATAStack#57 have times only.",
      effect: .engine(.parentsRegisterWhatIsServed)),
    Behavior(
      key: "temporaries", id: "B3", guides: "turn", coreData: "at-once",
      meaning:
        "Whether what a context hands out lives until the turn ends, as in Objective-C, or goes with its last "
        + "reference, as Swift's counting allows.",
      confidence: .notSettled,
      sources:
        "alemar11/CoreDataPlus and openradar 14310964 on pools around blocks; how often Swift's callers get around "
        + "the pool is measured nowhere.",
      effect: .pool),
    Behavior(
      key: "mergedDeletes", id: "B4", guides: "rules", coreData: "marks",
      meaning:
        "Whether deletions that are merged follow their delete rules in the receiving context, or only mark what was "
        + "deleted.",
      confidence: .notSettled,
      sources:
        "Apple's reference page says that a merge deletes such objects as a program would; MagicalRecord#613, "
        + "PFIncrementalStore#25 and ensembles#148 disagree.",
      effect: .mergedDeletions),
    Behavior(
      key: "prefetchedObjects", id: "B6", guides: "registered", coreData: "rows-only",
      meaning:
        "Whether what is prefetched is registered as objects, or waits as rows until the context is reset.",
      confidence: .notSettled,
      sources:
        "A public log (SQLDebug, 1,581 prefetched rows for 190 objects) has the rows; Apple's reference page of "
        + "relationshipKeyPathsForPrefetching does not say what holds them.",
      effect: .engine(.prefetchingBringsRowsAlone)),
    Behavior(
      key: "mergedRelationships", id: "B7", guides: "kept", coreData: "released",
      meaning:
        "Whether a merging refresh, and a merge of a save, keep the relationships of an object realized, or turn those "
        + "without unsaved changes into faults.",
      confidence: .notSettled,
      sources:
        "The guide says that a refresh without merging, however, releases related objects, so a merging one does not; "
        + "what today's framework does with relationships that did not change is published nowhere.",
      effect: .engine(.mergesReleaseRelationships)),
    Behavior(
      key: "retainCycles", id: "B8", guides: "outlive", coreData: "end-with-context",
      meaning:
        "Whether objects that hold each other in a circle outlive their context, which is a leak, or the context lets all "
        + "of its objects go of each other as it ends.",
      confidence: .notSettled,
      sources:
        "The guide says that cycles are broken by refreshing or resetting, and nothing of a context that is deallocated; "
        + "nor does Apple's reference page of NSManagedObjectContext.",
      effect: .engine(.contextsEndTheirCycles)),
  ]
}

// What nothing public settles: a switch each, of which a run that shows Core Data plays both ends.

import Faultline

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
      key: "externalData", id: "B5", guides: "with-row", coreData: "when-asked",
      meaning:
        "Whether data that a store keeps in files of their own are read with their row, or when an object is asked "
        + "for them, and go with it.",
      confidence: .notSettled,
      sources:
        "Apple's release notes for 10.7 leave where data lie to the framework; couchbase-lite-ios#526, openradar 13811228 "
        + "and fatbobman.com describe files and sizes, and nowhere when one is read.",
      effect: .engine(.externalDataIsReadWhenAsked)),
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
  ]
}

// Why a replay may differ from a log: behaviours of the framework, and what a log does not say.

/// What may explain a difference, the likeliest first.
enum CalibrationCauses {
  /// Why statements that are no requests of the app's are never compared.
  static func exclusion(of purpose: Upkeep) -> String {
    switch purpose {
    case .opening: "a store is opened anew for the replay, and each system asks other things then"
    case .pragma: "pragmas belong to a connection, and the replay has its own"
    case .schema: "the replay's store has its tables already, or is made for it"
    case .keys:
      "keys are reserved in a transaction of its own, before the save, by as many statements as a system likes"
    case .history:
      "it belongs to no request: each save writes as much as the app's history asks for (history, D14)"
    case .mirroring: "mirroring is not replayed"
    case .maintenance: "what the framework does after saves is no request"
    case .other: "statements that are of no known kind"
    }
  }

  static func of(
    _ subject: RequestTally.Subject, _ theirs: RequestTally.Counts, _ ours: RequestTally.Counts
  ) -> [String] {
    let fewer = ours.requests < theirs.requests
    let same = ours.requests == theirs.requests
    switch subject.kind {
    case RequestKind.fault.rawValue:
      return fewer
        ? [
          "prefetch (childPrefetch, D3): in a context with a parent a prefetch is ignored, and each object fires",
          "objects that the app let go of between, where the replay holds them",
        ]
        : [
          "the row cache: rows of the app stay longer there, so a fault of the replay may ask where the app's did not",
          "objects that the app still held, where the replay asks for them",
        ]
    case RequestKind.relationship.rawValue:
      return same
        ? ["members that were added or removed between, which the log has not"]
        : [
          "prefetch (childPrefetch, D3): a relationship that was prefetched fires without a request",
          "objects that the app let go of between, where the replay holds them",
        ]
    case RequestKind.batch.rawValue, RequestKind.keys.rawValue:
      return [
        "arrays (swiftArrays, D4): a Swift array fills every batch at once",
        "batches in a child (childBatches, D2): a context with a parent fetches all rows at once",
        "results controllers (controllerBatch, D5): without a batch size all rows come in one request",
      ]
    case RequestKind.prefetch.rawValue:
      return [
        "prefetch (childPrefetch, D3): in a context with a parent it is ignored",
        "rows that the replay holds already are not prefetched again",
      ]
    case RequestKind.fetch.rawValue, RequestKind.list.rawValue, RequestKind.dictionary.rawValue:
      return same
        ? [
          "a condition that was not rebuilt: it takes as many rows, where the store has as many",
          "predicates (predicateLogic, D9): NOT and != leave out rows without a value in SQL",
          "limits (fetchLimits, D12): a limit counts with or without unsaved changes",
          "outer joins repeat rows, which are one object here",
        ]
        : [
          "merges (mergeRequests, D6): a merge asks once for each object, or once for an entity",
          "refetching (refetch, D10)",
        ]
    case RequestKind.count.rawValue:
      return ["a condition that was not rebuilt, so that all rows are counted"]
    case "save":
      return [
        "empty saves (emptySaves, D13): a save without changes may be a request",
        "a save whose rows could not be made: its own rules ask for what the log does not have",
      ]
    case "update", "delete":
      return writes + [
        "batch deletes (batchDeletes, D15): one that follows delete rules writes what its rows led to as well"
      ]
    default: return writes
    }
  }

  /// Why rows that are written may differ.
  private static let writes = [
    "join tables, and attributes that are derived by triggers, write rows of their own",
    "a relationship that was set on one side changes the other, which is written too",
  ]
}

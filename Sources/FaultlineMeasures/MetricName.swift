// The names of metrics that reports and films look for. All others stand with their probe alone.

/// Names of metrics, each written once.
package enum MetricName {
  package static let allocations = "alloc.count"
  package static let bytesLive = "bytes.live"
  package static let bytesPeak = "bytes.peak"
  package static let bytesFaults = "bytes.faults"
  package static let bytesObjects = "bytes.objects"
  package static let bytesOther = "bytes.other"
  package static let bytesScript = "bytes.script"
  package static let cyclesBroken = "cycles.broken"
  package static let cyclesCount = "cycles.count"
  package static let cyclesFreed = "cycles.freed"
  package static let faultsFired = "faults.fired"
  package static let faultsBatched = "faults.batched"
  package static let faultsRelationship = "faults.relationship"
  package static let leakedBytes = "leaked.bytes"
  package static let leakedCycles = "leaked.cycles"
  package static let leakedObjects = "leaked.objects"
  package static let mergedObjects = "merged.objects"
  package static let objectsDeleted = "objects.deleted"
  package static let objectsFaults = "objects.faults"
  package static let objectsInserted = "objects.inserted"
  package static let objectsUpdated = "objects.updated"
  package static let processorTime = "time.cpu"
  package static let objectsCollected = "objects.collected"
  package static let objectsLive = "objects.live"
  package static let rowCacheHits = "rowcache.hits"
  package static let roundTrips = "store.roundtrips"
  package static let rowsWritten = "sql.rows.written"
  package static let statements = "sql.statements"
  package static let undoActions = "undo.actions"
  package static let undoGroups = "undo.groups"

  /// The argument that stands for what has no context, or no entity.
  package static let none = "none"

  /// The words that may stand before an argument and say what it is the name of.
  package static let argumentWords = ["context", "entity", "cause"]

  /// Returns the name of a metric with arguments, in one order whatever the order they are given in:
  /// `objects.live(Photo, worker)`.
  package static func name(_ metric: String, of arguments: [String]) -> String {
    "\(metric)(\(arguments.sorted().joined(separator: ", ")))"
  }

  /// Returns the arguments of a metric's name.
  package static func arguments(of name: String) -> [String] {
    guard name.hasSuffix(")"), let start = name.firstIndex(of: "(") else { return [] }
    return name[name.index(after: start)...].dropLast().split(separator: ", ").map(String.init)
  }

  /// Returns whether a name has arguments, so that it is a part of a metric.
  package static func isPart(_ name: String) -> Bool { name.contains("(") }

  /// Returns the metric's name without its arguments.
  package static func base(of name: String) -> String { String(name.prefix { $0 != "(" }) }

  /// What has to be the same at the end where the same work was done.
  package static let work = [rowsWritten, objectsInserted, objectsUpdated, objectsDeleted]

  /// What a name begins with, where metrics belong together.
  package enum Family: String, Sendable {
    /// Bytes of the workload's heap, in all and by owner.
    case bytes
    /// Objects by what holds them.
    case held
    /// What SQLite was asked to do.
    case sql
    /// The write-ahead logs.
    case wal
  }

  /// The family of a name; nil for one of a group that needs none, and for a part of a metric.
  package static func family(of name: String) -> Family? {
    guard !isPart(name) else { return nil }
    return Family(rawValue: String(name.prefix { $0 != "." }))
  }
}

extension Metric {
  /// The family of its name.
  package var family: MetricName.Family? { MetricName.family(of: name) }

  /// Whether it is the highest level so far, or a part of that: it never falls, and is held by no owner now.
  package var isPeak: Bool {
    name == MetricName.bytesPeak || name.hasPrefix(MetricName.bytesPeak + ".")
  }
}

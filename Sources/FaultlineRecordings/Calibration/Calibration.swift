// A log beside its replay: how many of its requests were made again, and what does not agree.

package import FaultlineMeasures

/// One kind of request or write of one entity, in the log and in the replay.
package struct CalibrationLine: Sendable, Hashable {
  package var kind = ""
  package var entity: String?
  package var relationship: String?
  package var requests = 0
  package var replayed = 0
  package var rows = 0
  package var replayedRows = 0
  /// How many requests of the log do not say their rows.
  package var unknownRows = 0
  /// How many requests of the log have one of as many rows in the replay; of rows that are written, how many rows.
  package var agreeing = 0
  /// What may explain that they do not agree.
  package var mayBe: [String] = []

  package init() {}

  package var agrees: Bool { requests == replayed && (unknownRows > 0 || rows == replayedRows) }
}

extension CalibrationLine: FieldRecord {
  package static let fields: [Field<CalibrationLine>] = [
    Field("kind", \.kind, .text),
    Field(ifKnown: "entity", \.entity, .text),
    Field(ifKnown: "relationship", \.relationship, .text),
    Field("requests", \.requests, .whole(from: 0)),
    Field("replayed", \.replayed, .whole(from: 0)),
    Field("rows", \.rows, .whole(from: 0)),
    Field("replayedRows", \.replayedRows, .whole(from: 0)),
    Field("unknownRows", \.unknownRows, .whole(from: 0)),
    Field("agreeing", \.agreeing, .whole(from: 0)),
    Field(unlessEmpty: "mayBe", \.mayBe, .texts),
  ]
}

/// Statements of one kind, in the log and in the replay.
package struct CalibrationStatements: Sendable, Hashable {
  /// The first word of a statement, or what a statement that is none of the app's is for.
  package var kind = ""
  package var statements = 0
  package var replayed = 0
  /// Why these are not compared, where they are not.
  package var excludedAs: String?

  package init() {}
}

extension CalibrationStatements: FieldRecord {
  package static let fields: [Field<CalibrationStatements>] = [
    Field("kind", \.kind, .text),
    Field("statements", \.statements, .whole(from: 0)),
    Field("replayed", \.replayed, .whole(from: 0)),
    Field(ifKnown: "excludedAs", \.excludedAs, .text),
  ]
}

/// How far a replay of what was observed makes the log's own requests.
package struct Calibration: Sendable, Hashable {
  /// All requests and saves of the log.
  package var requests = 0
  /// Those of the replay.
  package var replayed = 0
  /// Those of the log that agree.
  package var agreeing = 0
  /// Lines of the log that were not understood, and could have been requests.
  package var notUnderstood = 0
  /// How many requests were asked for by their keys again, where the replay by itself knew the answer.
  package var forced = 0
  package var lines: [CalibrationLine] = []
  /// Statements by kind; their sum says nothing.
  package var statements: [CalibrationStatements] = []
  /// What is in the log and cannot be compared, each with its reason.
  package var leftOut: [String] = []
  /// Why the replay ended early, if it did.
  package var failure: String?

  package init() {}

  /// Below this a replay says little of the app.
  package static let least = 95

  /// What the agreeing requests are a part of: a request that the replay alone has counts as well.
  package var whole: Int { max(requests, replayed) }
  package var holds: Bool {
    failure == nil && agreeing * 100 >= Self.least * whole
  }
  package var disagreeing: [CalibrationLine] { lines.filter { !$0.agrees } }

  /// Lays a replay beside a log.
  package init(_ log: RequestTally, _ replay: RequestTally) {
    requests = log.requests
    replayed = replay.requests
    notUnderstood = log.notUnderstood
    let subjects = Set(log.counts.keys).union(replay.counts.keys)
    for subject in subjects.sorted(by: { Self.order($0) < Self.order($1) }) {
      let theirs = log.counts[subject] ?? .init()
      let ours = replay.counts[subject] ?? .init()
      var line = CalibrationLine()
      line.kind = subject.kind
      line.entity = subject.entity
      line.relationship = subject.relationship
      (line.requests, line.replayed) = (theirs.requests, ours.requests)
      (line.rows, line.replayedRows) = (theirs.rows, ours.rows)
      line.unknownRows = theirs.sizes[-1] ?? 0
      line.agreeing =
        subject.isWrite ? min(theirs.rows, ours.rows) : Self.agreeing(theirs, ours)
      if !subject.isWrite { agreeing += line.agreeing }
      if !line.agrees { line.mayBe = CalibrationCauses.of(subject, theirs, ours) }
      lines.append(line)
    }
    for kind in ["SELECT", "INSERT", "UPDATE", "DELETE"] {
      add(kind, log.statements[kind], replay.statements[kind], nil)
    }
    for purpose in Upkeep.allCases {
      add(
        purpose.rawValue, log.upkeep[purpose], replay.upkeep[purpose],
        CalibrationCauses.exclusion(of: purpose))
    }
  }

  private mutating func add(_ kind: String, _ theirs: Int?, _ ours: Int?, _ exclusion: String?) {
    guard (theirs ?? 0) + (ours ?? 0) > 0 else { return }
    var line = CalibrationStatements()
    line.kind = kind
    line.statements = theirs ?? 0
    line.replayed = ours ?? 0
    line.excludedAs = exclusion
    statements.append(line)
  }

  private static func order(_ subject: RequestTally.Subject) -> String {
    let kinds =
      RequestKind.allCases.map(\.rawValue) + ["save", "insert", "update", "delete"]
    let place = kinds.firstIndex(of: subject.kind) ?? kinds.count
    return "\(place + 10) \(subject.entity ?? "") \(subject.relationship ?? "")"
  }

  /// A request agrees where the replay has one of as many rows; one whose rows are unknown agrees with any.
  private static func agreeing(_ theirs: RequestTally.Counts, _ ours: RequestTally.Counts) -> Int {
    guard !theirs.sizes.isEmpty else { return min(theirs.requests, ours.requests) }
    var left = ours.sizes
    var found = 0
    for (rows, count) in theirs.sizes where rows >= 0 {
      let same = min(count, left[rows] ?? 0)
      found += same
      left[rows, default: 0] -= same
    }
    let unknown = theirs.sizes[-1] ?? 0
    return found + min(unknown, max(0, ours.requests - found))
  }
}

extension Calibration: FieldRecord {
  package static let fields: [Field<Calibration>] = [
    Field("requests", \.requests, .whole(from: 0)),
    Field("replayed", \.replayed, .whole(from: 0)),
    Field("agreeing", \.agreeing, .whole(from: 0)),
    Field("notUnderstood", \.notUnderstood, .whole(from: 0)),
    Field("forced", \.forced, .whole(from: 0)),
    Field("lines", \.lines, .list(.named("calibrationLine"))),
    Field("statements", \.statements, .list(.named("calibrationStatements"))),
    Field("leftOut", \.leftOut, .texts),
    Field(ifKnown: "failure", \.failure, .text),
  ]
}

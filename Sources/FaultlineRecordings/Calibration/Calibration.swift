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

/// Requests, written rows and statements of one log.
package struct RequestTally: Sendable {
  /// What is counted together.
  package struct Subject: Hashable, Sendable {
    /// The word of a request's kind, or what was written: save, insert, update, delete.
    package var kind: String
    /// The entity at the root of its tree, for a log has tables.
    package var entity: String?
    package var relationship: String?

    package var isWrite: Bool { ["insert", "update", "delete"].contains(kind) }
  }

  /// The numbers of one subject.
  package struct Counts: Sendable, Equatable {
    package var requests = 0
    package var rows = 0
    /// How many requests had how many rows; -1 stands for unknown ones.
    package var sizes: [Int: Int] = [:]
  }

  package private(set) var counts: [Subject: Counts] = [:]
  /// Statements of requests and saves, by their first word.
  package private(set) var statements: [String: Int] = [:]
  /// Statements that are no requests of the app's, by what they are for.
  package private(set) var upkeep: [Upkeep: Int] = [:]
  /// Lines of the log that were not understood.
  package private(set) var notUnderstood = 0

  /// Adds up what a reader has read with `forReplay`; a name is that of the entity at the root.
  package init(of reader: RecordingReader, naming name: (EntityName) -> String?) {
    let builder = reader.builder
    for (key, counted) in builder.requests {
      let subject = Subject(
        kind: key.kind.rawValue, entity: name(key.entity), relationship: key.relationship)
      var counts = self.counts[subject] ?? Counts()
      counts.requests += counted.requests
      counts.rows = counts.rows.addingClamped(counted.rows)
      counts.sizes.merge(counted.sizes, uniquingKeysWith: +)
      self.counts[subject] = counts
      statements["SELECT", default: 0] += counted.requests
    }
    let saves = builder.saves
    if saves.saves > 0 { counts[Subject(kind: "save"), default: Counts()].requests = saves.saves }
    for (entity, writes) in saves.entities {
      add(writes.inserted, "insert", name(entity))
      add(writes.updated, "update", name(entity))
      add(writes.deleted, "delete", name(entity))
    }
    upkeep = builder.upkeep
    notUnderstood = builder.sources.reduce(0) { $0 + $1.notUnderstood }
  }

  private mutating func add(_ rows: Int, _ kind: String, _ entity: String?) {
    guard rows > 0 else { return }
    let subject = Subject(kind: kind, entity: entity)
    counts[subject, default: Counts()].rows += rows
    statements[kind.uppercased(), default: 0] += rows
  }

  /// All requests and saves.
  package var requests: Int { counts.values.reduce(0) { $0 + $1.requests } }
}

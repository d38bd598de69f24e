// What one log or one run asked of its stores, by kind and entity: the counters that are laid side by side.

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

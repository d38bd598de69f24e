// From what was added up to the document: names settled, the most frequent first.

import FaultlineMeasures

/// Makes the recording of what a builder has.
struct RecordingSummary {
  private let builder: RecordingBuilder
  private let names: NameBook
  private let privacy: Privacy

  init(_ builder: RecordingBuilder, names: NameBook, privacy: Privacy) {
    self.builder = builder
    self.names = names
    self.privacy = privacy
  }

  var recording: Recording {
    var recording = Recording()
    recording.sources = builder.sources.map(covered)
    recording.requests = requests(
      builder.requests.map { key, counts in (key, counts) })
    recording.saves = saves()
    recording.repeated = repeated()
    recording.worstTurn = builder.turns.worst.map(turn)
    recording.turns = builder.turns.isTimed ? builder.turns.count : nil
    recording.firedAgain = firedAgain()
    recording.upkeep = Upkeep.allCases.compactMap { purpose in
      guard let count = builder.upkeep[purpose] else { return nil }
      var line = UpkeepCount()
      line.purpose = purpose
      line.statements = count
      return line
    }
    recording.maintenance = builder.maintenance
    recording.messages = builder.messages.sorted { $0.key < $1.key }
      .map { Setting(name: $0.key, value: $0.value) }
    recording.stores = builder.stores.map(store)
    recording.leaks = builder.leaks.map(covered)
    recording.metrics = builder.metrics
    recording.remarks = RecordingRemarks(builder, isNamed: isNamed).all
    return recording
  }

  /// Whether every table has a name that is not guessed.
  private var isNamed: Bool {
    builder.requests.keys.allSatisfy { key in
      guard key.entity.name == nil, let table = key.entity.table else { return true }
      return names.entities[table] != nil || builder.names[table] != nil
    }
  }

  // MARK: - Names

  /// The entity's name: its own, the model's, one that another line has taught, or its table's.
  func title(_ entity: EntityName) -> String? {
    let plain: String? =
      if let name = entity.name {
        name
      } else if let table = entity.table {
        names.entities[table] ?? builder.names[table]
          ?? String(table.hasPrefix("Z") ? table.dropFirst() : table[...])
      } else {
        nil
      }
    return plain.map { privacy.name($0, .entity) }
  }

  private func spot(_ place: Place?) -> Spot {
    var spot = Spot()
    guard let place, builder.sources.indices.contains(place.file) else { return spot }
    spot.file = file(builder.sources[place.file].name)
    spot.line = place.line
    return spot
  }

  private func file(_ name: String) -> String { privacy.name(name, .file) }

  private func store(_ path: String) -> String {
    privacy.coversNames ? privacy.name(path, .store) : Privacy.withoutHome(path)
  }

  private func covered(_ source: RecordedFile) -> RecordedFile {
    var source = source
    source.name = file(source.name)
    source.refused = source.refused.map { line in
      var line = line
      line.text = line.text.flatMap(privacy.line)
      return line
    }
    return source
  }

  private func covered(_ leaks: LeakFacts) -> LeakFacts {
    guard privacy.coversNames else { return leaks }
    var leaks = leaks
    leaks.process = leaks.process.map { privacy.name($0, .process) }
    for place in leaks.cycles.indices {
      leaks.cycles[place].classes = leaks.cycles[place].classes.map { privacy.name($0, .type) }
      leaks.cycles[place].edges = leaks.cycles[place].edges.map { privacy.name($0, .relationship) }
    }
    for place in leaks.roots.indices {
      leaks.roots[place].class = privacy.name(leaks.roots[place].class, .type)
    }
    return leaks
  }

  // MARK: - Requests

  private struct Title: Hashable {
    var kind: RequestKind
    var entity: String?
    var relationship: String?
    var batchSize: Int?

    /// An order that does not depend on where a dictionary puts things.
    var text: String { "\(kind.rawValue) \(entity ?? "") \(relationship ?? "") \(batchSize ?? 0)" }
  }

  private func requests(
    _ counted: [(RecordingBuilder.Key, RecordingBuilder.Counts)]
  ) -> [RequestCount] {
    var sums: [Title: RecordingBuilder.Counts] = [:]
    for (key, counts) in counted {
      let title = Title(
        kind: key.kind, entity: title(key.entity),
        relationship: key.relationship.map { privacy.name($0, .relationship) },
        batchSize: key.batchSize)
      sums[title, default: .init()].add(counts)
    }
    return sums.sorted { left, right in
      left.value.requests != right.value.requests
        ? left.value.requests > right.value.requests : left.key.text < right.key.text
    }.map { title, counts in
      var line = RequestCount()
      line.kind = title.kind
      line.entity = title.entity
      line.relationship = title.relationship
      line.batchSize = title.batchSize
      line.requests = counts.requests
      line.rows = counts.rows
      line.unknownRows = counts.unknown
      line.largest = counts.largest
      line.nanoseconds = counts.nanoseconds
      return line
    }
  }

  private func turn(_ stretch: TurnTally.Stretch) -> Turn {
    var turn = Turn()
    turn.requests = stretch.requests
    turn.rows = stretch.rows
    turn.saves = stretch.saves
    turn.nanoseconds = stretch.nanoseconds
    if let start = stretch.start, let end = stretch.end { turn.lasted = end - start }
    // The time of day in a log is of no use by itself.
    turn.began = builder.sources.allSatisfy { $0.kind == .trace } ? stretch.start : nil
    turn.thread = privacy.coversNames ? nil : stretch.thread
    turn.first = spot(stretch.first)
    turn.isStretch = stretch.start == nil
    turn.parts = requests(
      stretch.parts.map { subject, counts in
        (
          RecordingBuilder.Key(
            kind: subject.kind, entity: subject.entity, relationship: subject.relationship),
          counts
        )
      })
    return turn
  }

  // MARK: - Repetition

  /// So many in one turn are a pattern, and so many in all even where turns are short.
  private static let leastInOne = 10
  private static let leastInAll = 100

  private func repeated() -> [RepeatedRequests] {
    var sums: [Title: TurnTally.Repetition] = [:]
    for (subject, repetition) in builder.turns.repetitions {
      let title = Title(
        kind: subject.kind, entity: title(subject.entity),
        relationship: subject.relationship.map { privacy.name($0, .relationship) })
      guard var sum = sums[title] else {
        sums[title] = repetition
        continue
      }
      sum.requests += repetition.requests
      sum.rows = sum.rows.addingClamped(repetition.rows)
      sum.nanoseconds = sum.nanoseconds.addingClamped(repetition.nanoseconds)
      sum.turns = max(sum.turns, repetition.turns)
      sum.mostInOne = max(sum.mostInOne, repetition.mostInOne)
      sum.callers.merge(repetition.callers, uniquingKeysWith: +)
      if (repetition.first.file, repetition.first.line) < (sum.first.file, sum.first.line) {
        sum.first = repetition.first
      }
      sums[title] = sum
    }
    return sums.filter {
      $0.value.mostInOne >= Self.leastInOne || $0.value.requests >= Self.leastInAll
    }
    .sorted { left, right in
      left.value.requests != right.value.requests
        ? left.value.requests > right.value.requests : left.key.text < right.key.text
    }.map(line)
  }

  private func line(_ title: Title, _ repetition: TurnTally.Repetition) -> RepeatedRequests {
    var line = RepeatedRequests()
    line.kind = title.kind
    line.entity = title.entity
    line.relationship = title.relationship
    line.requests = repetition.requests
    line.rows = repetition.rows
    line.nanoseconds = repetition.nanoseconds
    line.turns = builder.turns.isTimed ? repetition.turns : nil
    line.mostInOne = repetition.mostInOne
    line.first = spot(repetition.first)
    line.advice = Self.advice(title.kind)
    line.callers = repetition.callers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
      .map {
        var caller = CallerCount()
        caller.caller = privacy.name($0.key, .caller)
        caller.requests = $0.value
        return caller
      }
    return line
  }

  private static func advice(_ kind: RequestKind) -> String {
    switch kind {
    case .relationship:
      "Name the relationship in relationshipKeyPathsForPrefetching of the fetch that brings its owners."
    case .fault:
      "Fetch the objects before they are read: without faults, or by 'self IN' their keys."
    case .count: "Count all of them in one request with figures, grouped by what they belong to."
    default:
      "Look them up in one request: 'IN' a list of keys, or by a relationship that is prefetched."
    }
  }

  private func firedAgain() -> [FiredAgain] {
    builder.fired.filter { $0.value > 1 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(20).map { object, count in
        var line = FiredAgain()
        let parts = object.split(separator: "/", maxSplits: 1)
        let entity = privacy.name(String(parts.first ?? ""), .entity)
        line.object = "\(entity)/\(parts.last ?? "")"
        line.fired = count
        return line
      }
  }

  // MARK: - Saves

  private func saves() -> SaveCounts? {
    let tally = builder.saves
    guard !tally.isEmpty else { return nil }
    var saves = SaveCounts()
    saves.saves = tally.saves
    saves.rolledBack = tally.rolledBack
    saves.unfinished = tally.unfinished
    saves.keyReservations = tally.keyReservations
    saves.joinRows = tally.joinRows
    saves.historyRows = tally.historyRows
    saves.isLeast = tally.isLeast
    saves.nanoseconds = tally.nanoseconds
    saves.sizes = tally.sizes.sorted { $0.key < $1.key }.map { rows, count in
      var size = SaveSize()
      size.rows = rows
      size.saves = count
      return size
    }
    var entities: [String: ObservedSave.Writes] = [:]
    for (entity, writes) in tally.entities {
      entities[title(entity) ?? "", default: .init()] += writes
    }
    for (entity, writes) in entities.sorted(by: { $0.key < $1.key }) {
      saves.inserted += writes.inserted
      saves.updated += writes.updated
      saves.deleted += writes.deleted
      var line = EntityWrites()
      line.entity = entity
      line.inserted = writes.inserted
      line.updated = writes.updated
      line.deleted = writes.deleted
      saves.entities.append(line)
    }
    saves.batches = tally.batches.map { batch, count in
      var line = BatchCount()
      line.kind = batch.verb == .insert ? "insert" : batch.verb == .update ? "update" : "delete"
      line.entity = title(batch.entity)
      line.requests = count
      return line
    }.sorted { ("\($0.kind) \($0.entity ?? "")") < ("\($1.kind) \($1.entity ?? "")") }
    return saves
  }
}

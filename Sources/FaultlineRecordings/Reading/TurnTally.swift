// Turns: requests of one thread without a pause between them, and what was asked again and again within one.

/// Cuts a course into turns, keeps the worst, and counts what was repeated in each.
struct TurnTally {
  /// A longer pause begins another turn.
  static let gap = 5_000_000

  /// What is repeated: one kind of request, one entity, one relationship.
  struct Subject: Hashable {
    var kind: RequestKind
    var entity: EntityName
    var relationship: String?
  }

  struct Repetition {
    var requests = 0
    var rows = 0
    var nanoseconds = 0
    var turns = 0
    var mostInOne = 0
    var inThisTurn = 0
    /// The number of the turn that `inThisTurn` counts in.
    var turn = 0
    var callers: [String: Int] = [:]
    var first: Place
  }

  /// A turn that is going on, or has ended.
  struct Stretch {
    var number: Int
    var requests = 0
    var rows = 0
    var saves = 0
    var nanoseconds = 0
    var start: Int?
    var end: Int?
    var thread: String?
    var first: Place?
    var parts: [Subject: RecordingBuilder.Counts] = [:]
  }

  private(set) var repetitions: [Subject: Repetition] = [:]
  private(set) var worst: Stretch?
  /// How many turns began, and whether any source has times.
  private(set) var count = 0
  private(set) var isTimed = false
  private var open: [String: Stretch] = [:]

  private static let mostSubjects = 20_000
  private static let mostCallers = 1_000
  private static let mostThreads = 1_024
  private static let mostParts = 1_000

  mutating func add(_ request: ObservedRequest) {
    var stretch = turn(of: request.thread, at: request.start, request.place)
    stretch.requests += 1
    stretch.rows = stretch.rows.addingClamped(request.rows ?? 0)
    stretch.nanoseconds = stretch.nanoseconds.addingClamped(request.nanoseconds ?? 0)
    extend(&stretch, request.start, request.nanoseconds)
    let subject = Subject(
      kind: request.kind, entity: request.entity, relationship: request.relationship)
    if stretch.parts[subject] != nil || stretch.parts.count < Self.mostParts {
      stretch.parts[subject, default: .init()].add(request)
    }
    open[request.thread ?? ""] = stretch
    if request.isOfOneObject { repeated(subject, request, in: stretch.number) }
  }

  mutating func add(_ save: ObservedSave) {
    var stretch = turn(of: save.thread, at: save.start, save.place)
    stretch.saves += 1
    extend(&stretch, save.start, save.nanoseconds)
    open[save.thread ?? ""] = stretch
    // Without times, a save is all that parts one turn from the next.
    if save.start == nil { close(save.thread ?? "") }
  }

  mutating func finish() {
    for thread in open.keys.sorted() { close(thread) }
  }

  // MARK: - Where turns begin and end

  private mutating func turn(of thread: String?, at time: Int?, _ place: Place) -> Stretch {
    let name = thread ?? ""
    if time != nil { isTimed = true }
    if let going = open.removeValue(forKey: name) {
      guard let time, let end = going.end, time > end.addingClamped(Self.gap) else { return going }
      keep(going)
    }
    if open.count >= Self.mostThreads { finish() }
    count += 1
    var fresh = Stretch(number: count)
    fresh.thread = thread
    fresh.first = place
    fresh.start = time
    return fresh
  }

  private func extend(_ stretch: inout Stretch, _ start: Int?, _ nanoseconds: Int?) {
    guard let start else { return }
    let end = start.addingClamped(max(0, nanoseconds ?? 0))
    stretch.end = max(stretch.end ?? end, end)
  }

  private mutating func close(_ thread: String) {
    if let going = open.removeValue(forKey: thread) { keep(going) }
  }

  private mutating func keep(_ stretch: Stretch) {
    guard stretch.requests > 0 else { return }
    // Of two that are as bad, the one that began earlier.
    let isWorse =
      worst.map { (stretch.requests, $0.number) > ($0.requests, stretch.number) } ?? true
    if isWorse { worst = stretch }
  }

  // MARK: - Repetition

  private mutating func repeated(_ subject: Subject, _ request: ObservedRequest, in turn: Int) {
    if repetitions[subject] == nil {
      guard repetitions.count < Self.mostSubjects else { return }
      repetitions[subject] = Repetition(first: request.place)
    }
    guard var repetition = repetitions.removeValue(forKey: subject) else { return }
    repetition.requests += 1
    repetition.rows = repetition.rows.addingClamped(request.rows ?? 0)
    repetition.nanoseconds = repetition.nanoseconds.addingClamped(request.nanoseconds ?? 0)
    if repetition.turn != turn {
      repetition.turn = turn
      repetition.turns += 1
      repetition.inThisTurn = 0
    }
    repetition.inThisTurn += 1
    repetition.mostInOne = max(repetition.mostInOne, repetition.inThisTurn)
    if let caller = request.caller,
      repetition.callers[caller] != nil || repetition.callers.count < Self.mostCallers
    {
      repetition.callers[caller, default: 0] += 1
    }
    repetitions[subject] = repetition
  }
}

extension ObservedRequest {
  /// Whether it is for one object: one of many such is N+1.
  fileprivate var isOfOneObject: Bool {
    switch kind {
    case .fault, .relationship: return true
    case .fetch, .keys, .dictionary:
      switch statement?.choice {
      case .key, .column: return true
      case .all: return false
      case .list, .text, .other, nil: return (rows ?? .max) <= 1
      }
    case .count:
      switch statement?.choice {
      case .key, .column: return true
      default: return false
      }
    case .batch, .prefetch, .list: return false
    }
  }
}

/// What was written, by size and by entity.
struct SaveTally {
  var saves = 0
  var rolledBack = 0
  var unfinished = 0
  var keyReservations = 0
  var joinRows = 0
  var historyRows = 0
  var isLeast = false
  var nanoseconds = 0
  var sizes: [Int: Int] = [:]
  var entities: [EntityName: ObservedSave.Writes] = [:]
  var batches: [ObservedBatch: Int] = [:]

  private static let mostSizes = 10_000
  private static let mostEntities = 10_000

  var isEmpty: Bool { saves + rolledBack + unfinished + keyReservations == 0 && batches.isEmpty }

  mutating func add(_ save: ObservedSave) {
    switch save.ending {
    case .rolledBack:
      rolledBack += 1
      return
    case .unfinished:
      unfinished += 1
      return
    case .committed: saves += 1
    }
    joinRows = joinRows.addingClamped(save.joinRows)
    historyRows = historyRows.addingClamped(save.historyRows)
    nanoseconds = nanoseconds.addingClamped(save.nanoseconds ?? 0)
    if save.isLeast { isLeast = true }
    if let rows = save.rows, sizes[rows] != nil || sizes.count < Self.mostSizes {
      sizes[rows, default: 0] += 1
    }
    for (entity, writes) in save.writes
    where entities[entity] != nil || entities.count < Self.mostEntities {
      entities[entity, default: .init()] += writes
    }
  }
}

extension ObservedBatch: Hashable {
  /// Batch requests of one kind for one entity are the same, wherever they stand.
  package static func == (left: ObservedBatch, right: ObservedBatch) -> Bool {
    left.verb == right.verb && left.entity == right.entity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(verb)
    hasher.combine(entity)
  }
}

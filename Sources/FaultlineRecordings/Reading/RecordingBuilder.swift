// What readers of files hand on, added up: in the memory of what is different, however long the files are.

import FaultlineMeasures

/// Adds up what the sources of one recording have.
package final class RecordingBuilder {
  /// How a line or a row was taken.
  enum Taking {
    case understood, notUnderstood, unrelated, blank
  }

  /// What a reader of the numbers should know.
  enum Note: Hashable {
    case longLine, notUTF8, strayCommit, strayTotal, strayAnnotation, interleaved, answeredByCache,
      cutEnd
    case manyEvents
  }

  /// What is known of a run of requests of one kind for one entity.
  struct Key: Hashable {
    var kind: RequestKind
    var entity: EntityName
    var relationship: String?
    var batchSize: Int?
  }

  struct Counts {
    var requests = 0
    var rows = 0
    var unknown = 0
    var largest: Int?
    var nanoseconds = 0

    /// How many requests had how many rows, where that is kept; -1 stands for unknown ones.
    var sizes: [Int: Int] = [:]

    mutating func add(_ request: ObservedRequest, keepingSize: Bool = false) {
      requests += 1
      if keepingSize { sizes[request.rows ?? -1, default: 0] += 1 }
      if let more = request.rows {
        rows = rows.addingClamped(more)
        largest = max(largest ?? 0, more)
      } else {
        unknown += 1
      }
      nanoseconds = nanoseconds.addingClamped(request.nanoseconds ?? 0)
    }

    mutating func add(_ other: Counts) {
      requests += other.requests
      rows = rows.addingClamped(other.rows)
      unknown += other.unknown
      if let more = other.largest { largest = max(largest ?? 0, more) }
      nanoseconds = nanoseconds.addingClamped(other.nanoseconds)
    }
  }

  private(set) var sources: [RecordedFile] = []
  private(set) var requests: [Key: Counts] = [:]
  private(set) var saves = SaveTally()
  private(set) var turns = TurnTally()
  private(set) var course: Course
  private(set) var upkeep: [Upkeep: Int] = [:]
  private(set) var maintenance: Maintenance?
  private(set) var messages: [String: Int] = [:]
  private(set) var stores: [String] = []
  private(set) var notes: [Note: Int] = [:]
  private(set) var fired: [String: Int] = [:]
  /// The entities of tables, as lines that name both have taught them.
  private(set) var names: [String: String] = [:]
  package private(set) var leaks: LeakFacts?
  package private(set) var metrics: [MetricFacts] = []
  private var events: [TraceRow] = []
  private let keepsSizes: Bool

  static let mostRefused = 20
  private static let mostKeys = 20_000
  private static let mostFired = 100_000
  private static let mostStores = 100

  /// Keeps the first steps of the course, and of requests in how many rows they came where that is asked for.
  package init(mostSteps: Int = Course.most, keepsSizes: Bool = false) {
    course = Course(most: mostSteps)
    self.keepsSizes = keepsSizes
  }

  /// All requests so far, for a progress line.
  package private(set) var requestCount = 0

  // MARK: - Sources

  func begin(_ source: RecordedFile) { sources.append(source) }

  func count(_ taking: Taking, in file: Int, _ number: Int = 1) {
    sources[file].all += number
    switch taking {
    case .understood: sources[file].understood += number
    case .notUnderstood: sources[file].notUnderstood += number
    case .unrelated: sources[file].unrelated += number
    case .blank:
      sources[file].unrelated += number
      sources[file].blank += number
    }
  }

  func refuse(line: Int, _ text: String, in file: Int) {
    guard sources[file].refused.count < Self.mostRefused else { return }
    var refused = RefusedLine()
    refused.line = line
    refused.text = text
    sources[file].refused.append(refused)
  }

  func setKind(_ kind: SourceKind, unit: String, of file: Int) {
    sources[file].kind = kind
    sources[file].unit = unit
  }

  func markCut(_ file: Int) { sources[file].isCut = true }

  func see(level: Int) {
    guard let last = sources.indices.last else { return }
    sources[last].level = max(sources[last].level ?? 0, level)
  }

  func see(store: String) {
    if !stores.contains(store), stores.count < Self.mostStores { stores.append(store) }
  }

  func note(_ note: Note) {
    notes[note, default: 0] += 1
    if note == .cutEnd, let last = sources.indices.last { sources[last].isCut = true }
  }

  func count(message: String) { messages[message, default: 0] += 1 }

  func count(_ purpose: Upkeep, _ number: Int = 1) {
    if number > 0 { upkeep[purpose, default: 0] += number }
  }

  func countKeyReservation() { saves.keyReservations += 1 }

  func count(maintenance annotation: Annotation) {
    var facts = maintenance ?? Maintenance()
    switch annotation {
    case .prune(let bytes):
      facts.prunes += 1
      if let bytes { facts.largestFile = max(facts.largestFile ?? 0, bytes) }
    case .truncatingCheckpoint: facts.truncations += 1
    case .checkpoint(let frames):
      facts.checkpoints += 1
      facts.frames = facts.frames.addingClamped(frames ?? 0)
    case .busy: facts.busy += 1
    case .locked: facts.locked += 1
    case .vacuum: facts.vacuums += 1
    default: break
    }
    maintenance = facts
  }

  func add(_ leaks: LeakFacts) { self.leaks = LeakFacts.sum(self.leaks, leaks) }
  func add(_ payload: MetricFacts) { metrics.append(payload) }

  // MARK: - What happened

  package func add(_ request: ObservedRequest) {
    learn(request)
    requestCount += 1
    // Of most entities there are few keys; a file that makes them up shall not fill the memory.
    var key = Key(
      kind: request.kind, entity: request.entity, relationship: request.relationship,
      batchSize: request.kind == .batch ? request.statement?.limit : nil)
    if requests[key] == nil, requests.count >= Self.mostKeys {
      key = Key(kind: request.kind, entity: EntityName(), relationship: nil, batchSize: nil)
    }
    requests[key, default: Counts()].add(request, keepingSize: keepsSizes)
    if request.kind == .fault, let object = request.object, let entity = request.entity.name {
      let name = "\(entity)/\(object)"
      if fired[name] != nil || fired.count < Self.mostFired { fired[name, default: 0] += 1 }
    }
    turns.add(request)
    course.add(request)
  }

  func add(_ save: ObservedSave) {
    saves.add(save)
    turns.add(save)
    course.add(save)
  }

  func add(_ batch: ObservedBatch, _ ending: ObservedSave.Ending) {
    guard ending == .committed else { return }
    saves.batches[batch, default: 0] += 1
    course.add(batch)
  }

  /// Events of tables, which come table by table and are put in order at the end.
  func add(_ event: TraceRow) {
    if events.count < TraceRow.most { events.append(event) } else { note(.manyEvents) }
  }

  /// All files are read: what had to wait for the others is added.
  func settle() {
    events.sort { ($0.start, $0.order) < ($1.start, $1.order) }
    for event in events {
      switch event.what {
      case .request(let request): add(request)
      case .save(let save): add(save)
      }
    }
    events.removeAll()
    turns.finish()
  }

  private func learn(_ request: ObservedRequest) {
    guard let name = request.entity.name else { return }
    let table = "Z" + name.uppercased()
    if names[table] == nil, names.count < Self.mostKeys { names[table] = name }
  }
}

extension Int {
  /// A sum that stays where it would be too large; what a log says may be anything.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}

// Numbers of a log that may be damaged: none is so large that a sum of many of them would stop the program.
extension Int {
  /// More than any app counts, and far from the end of what an integer holds.
  private static let most = 1 << 50

  /// Reads a number from zero on; nil for what is none, and for one that no app has counted.
  init?(moderate text: some StringProtocol) {
    guard let number = Int(text), (0...Self.most).contains(number) else { return nil }
    self = number
  }
}

// The course of a recording: what happened after what, as far as a scenario can show it.

/// What happened, in order; neighbours that are alike are one step.
package struct Course: Sendable {
  /// One thing that happened.
  package enum Event: Sendable {
    case request(ObservedRequest)
    case save(ObservedSave)
    case batch(ObservedBatch)
  }

  /// An event, and how often it came at a stretch.
  package struct Step: Sendable {
    package var event: Event
    package var times = 1
    /// The rows of all of them.
    package var rows = 0
    /// The objects of all of them, where the source names them.
    package var objects: [String] = []
  }

  package private(set) var steps: [Step] = []
  /// How many events came after the last step that was kept.
  package private(set) var dropped = 0

  /// A scenario of more steps is read by no one.
  package static let most = 2_000
  /// A replay takes more of them.
  package static let mostReplayed = 100_000
  private static let mostObjects = 1_000_000

  private let most: Int
  private var objectCount = 0

  init(most: Int = Self.most) { self.most = most }

  mutating func add(_ request: ObservedRequest) {
    if let last = steps.indices.last, case .request(let former) = steps[last].event,
      former.isLike(request)
    {
      steps[last].times += 1
      keep(request.object, at: last)
      steps[last].rows = steps[last].rows.addingClamped(request.rows ?? 0)
      return
    }
    let before = steps.count
    append(Step(event: .request(request), rows: request.rows ?? 0))
    if steps.count > before { keep(request.object, at: before) }
  }

  private mutating func keep(_ object: String?, at place: Int) {
    guard let object, objectCount < Self.mostObjects else { return }
    objectCount += 1
    steps[place].objects.append(object)
  }

  mutating func add(_ save: ObservedSave) { append(Step(event: .save(save))) }
  mutating func add(_ batch: ObservedBatch) { append(Step(event: .batch(batch))) }

  private mutating func append(_ step: Step) {
    if steps.count < most { steps.append(step) } else { dropped += 1 }
  }
}

extension ObservedRequest {
  /// Whether another one asks the same question of another object.
  fileprivate func isLike(_ other: ObservedRequest) -> Bool {
    kind == other.kind && entity == other.entity && relationship == other.relationship
      && statement == other.statement && thread == other.thread
      && (rows == other.rows || kind == .relationship)
      && (object != nil || values == other.values)
  }
}

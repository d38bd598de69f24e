// The door for steps: what a step is, how one is read, and the list of all.

/// One thing that a scenario does.
///
/// Four verbs at three moments: `init` when the file is read; `check` and `weigh` when the run is planned,
/// the one to compile what depends on the model, the other to add up the work; `run` in the trial's process.
package protocol Step: Sendable {
  /// The key that names the step.
  static var keyword: String { get }
  /// What it does, in one line.
  static var meaning: String { get }
  /// The keys of the mapping behind the keyword.
  static var keys: [Key] { get }
  /// What stands behind the keyword.
  static var value: Kind { get }
  /// Keys that stand beside the keyword.
  static var beside: [Key] { get }
  /// A step as it is written in a file; a test reads and plays it.
  static var example: String { get }
  /// Whether help leaves it out, because only tests use it.
  static var isHidden: Bool { get }
  /// Whether objects may stop holding each other, so that retain cycles are searched before and after.
  static var mayBreakCycles: Bool { get }
  /// Whether it opens turns itself, and is none.
  static var hasOwnTurns: Bool { get }
  /// Whether it does nothing where there is no undo manager.
  static var isAboutUndo: Bool { get }

  init(_ text: StepText) throws(Diagnostic)
  mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic)
  func weigh(_ work: inout Workload) throws(Diagnostic)
  func run(on stage: Stage) throws(StepFailure)
}

extension Step {
  package static var keys: [Key] { [] }
  package static var value: Kind { keys.isEmpty ? .other("the step's own") : .table(keys) }
  package static var beside: [Key] { [] }
  package static var isHidden: Bool { false }
  package static var mayBreakCycles: Bool { false }
  package static var hasOwnTurns: Bool { false }
  package static var isAboutUndo: Bool { false }
  package func weigh(_ work: inout Workload) throws(Diagnostic) {}
}

/// All steps: a new one is a file in this folder and a line here.
package enum Steps {
  package static let all: [any Step.Type] = [
    InsertStep.self,
    SetStep.self,
    RelateStep.self,
    UnrelateStep.self,
    DeleteStep.self,
    FetchStep.self,
    CountStep.self,
    TouchStep.self,
    WalkStep.self,
    SaveStep.self,
    ProcessStep.self,
    RollbackStep.self,
    RefreshStep.self,
    ResetStep.self,
    UndoStep.self,
    RedoStep.self,
    ScrubStep.self,
    UndoGroupStep.self,
    WithoutUndoStep.self,
    HoldStep.self,
    ReleaseStep.self,
    DrainStep.self,
    DetachStep.self,
    ContextStep.self,
    InStep.self,
    CloseStep.self,
    MergeStep.self,
    PassIDsStep.self,
    WatchStep.self,
    ObserveStep.self,
    ListenStep.self,
    ConcurrentlyStep.self,
    ExternalStep.self,
    BatchUpdateStep.self,
    BatchDeleteStep.self,
    TurnStep.self,
    RepeatStep.self,
    WhenStep.self,
    EveryStep.self,
    CheckpointStep.self,
    ExpectStep.self,
    NoteStep.self,
    QuestionStep.self,
    MisbehaveStep.self,
  ]

  /// The key that every step may have beside its own.
  static let noteKey = Key("note", .text, "What happens here and why, for the report.")
}

/// A step with its place in the file and its number in the scenario.
package struct PlacedStep: Sendable {
  package var step: any Step
  /// Counted from 1 in the order of the file; the progress board shows it.
  package let ordinal: Int
  /// Where its keyword stands.
  let place: SourceRange
  /// What the author says beside it.
  var note: String?
}

extension [PlacedStep] {
  /// Checks the steps in their order.
  mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    for index in indices {
      let type = type(of: self[index].step)
      guard rehearsal.canUndo || !type.isAboutUndo else {
        throw Diagnostic(
          "\(type.keyword.inQuotes) needs an undo manager, and \(rehearsal.whoCannotUndo) has one",
          at: self[index].place,
          notes: ["every context has one unless it is set to 'undo: none'"])
      }
      try self[index].step.check(&rehearsal)
    }
  }
}

/// What stands in the file for one step.
package struct StepText {
  /// The value of the keyword.
  let value: Node
  /// The keys beside the keyword.
  let beside: Fields
  let numbering: StepNumbering
  /// Another step whose keys stand beside this one's, as `every` may have it.
  fileprivate let companion: Node?

  /// Reads the steps inside this one.
  func steps(_ node: Node) throws(Diagnostic) -> [PlacedStep] {
    try StepReading.steps(node, numbering)
  }

  /// The steps under the key `steps` beside the keyword.
  func steps() throws(Diagnostic) -> [PlacedStep] { try steps(try beside.required("steps")) }

  /// The steps under the key `steps`, or the one whose keys stand beside this one's.
  func enclosed() throws(Diagnostic) -> [PlacedStep] {
    guard let companion else { return try steps() }
    if let key = beside.key("steps") {
      throw key.diagnostic("either one step stands beside '\(EveryStep.keyword)', or 'steps' do")
    }
    return [try StepReading.step(companion, numbering)]
  }
}

/// Numbers the steps of a scenario and remembers what they are called.
package final class StepNumbering {
  /// `refresh (first-light.yaml:40:5)`, by number less one.
  private(set) var titles: [String] = []
  private(set) var notes: [String] = []
  /// What steps expect, by number less one.
  private(set) var expectations: [MomentaryExpectation] = []

  func next(_ keyword: String, at range: SourceRange) -> Int {
    titles.append("\(keyword) (\(range.place))")
    return titles.count
  }

  func note(_ text: String) { notes.append(text) }

  func expect(_ expectation: MomentaryExpectation) -> Int {
    expectations.append(expectation)
    return expectations.count
  }
}

/// The reading of lists of steps.
enum StepReading {
  static func steps(
    _ node: Node, _ numbering: StepNumbering
  ) throws(Diagnostic) -> [PlacedStep] {
    var steps: [PlacedStep] = []
    for item in try node.list() { steps.append(try step(item, numbering)) }
    return steps
  }

  fileprivate static func step(
    _ node: Node, _ numbering: StepNumbering
  ) throws(Diagnostic) -> PlacedStep {
    let entries = try node.entries()
    let named = entries.filter { type(named: $0.name) != nil }
    // A note may stand beside any step, and is one of its own only when it stands alone.
    guard
      let entry = named.first(where: { $0.name == EveryStep.keyword })
        ?? named.first(where: { $0.name != NoteStep.keyword }) ?? named.first,
      let type = type(named: entry.name)
    else {
      guard let first = entries.first else { throw node.diagnostic("a step needs a keyword") }
      throw .unknown("step", first.name, at: first.key.range, known: known)
    }
    let own = [type.keyword, NoteStep.keyword] + type.beside.map(\.name)
    var companion: Node?
    if let other = named.first(where: { !own.contains($0.name) }) {
      guard type == EveryStep.self else {
        throw other.key.diagnostic(
          "'\(other.name)' is a step of its own, and this one is '\(type.keyword)'",
          notes: ["each step begins with '- ' on a line of its own"])
      }
      companion = Node(.mapping(entries.filter { !own.contains($0.name) }), at: node.range)
    }
    let mine =
      companion == nil
      ? node : Node(.mapping(entries.filter { own.contains($0.name) }), at: node.range)
    let keyword = Key(type.keyword, type.value, required: true, type.meaning)
    let beside = try Fields(
      mine, of: "a step '\(type.keyword)'", keys: [keyword, Steps.noteKey] + type.beside)
    let ordinal = numbering.next(type.keyword, at: entry.key.range)
    let note = try beside.optional(Steps.noteKey.name)?.text()
    if let note { numbering.note(note) }
    let text = StepText(
      value: entry.value, beside: beside, numbering: numbering, companion: companion)
    return PlacedStep(
      step: try type.init(text), ordinal: ordinal, place: entry.key.range, note: note)
  }

  private static func type(named name: String) -> (any Step.Type)? {
    Steps.all.first { $0.keyword == name }
  }

  private static let known = Steps.all.filter { !$0.isHidden }.map { $0.keyword }
}

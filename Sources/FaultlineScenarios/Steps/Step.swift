// The door for steps: what a step is, and the list of all.

import Faultline

/// One thing that a scenario does, with everything resolved that its text names.
///
/// Three verbs at three moments: `init` reads the text where the step stands in the plan, and finds its entities,
/// variables and contexts; `cost` adds its work up under the values that parameters have; `execute` does it in the
/// trial's process. A name is looked up once, in `init`.
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
  /// Whether it opens turns itself, and is none.
  static var hasOwnTurns: Bool { get }
  /// Whether it does nothing where there is no undo manager.
  static var isAboutUndo: Bool { get }

  /// What the step says of itself when the file is read, before any plan: notes, questions, expectations.
  static func describe(_ text: StepText, in outline: StepOutline) throws(Diagnostic)

  init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic)
  func cost(in estimate: inout CostEstimate) throws(Diagnostic)
  func execute(in session: Session) throws
  /// Whether it opens turns itself where it is played now.
  func opensTurns(in session: Session) -> Bool
}

extension Step {
  package static var keys: [Key] { [] }
  package static var value: Kind { keys.isEmpty ? .other("the step's own") : .table(keys) }
  package static var beside: [Key] { [] }
  package static var isHidden: Bool { false }
  package static var hasOwnTurns: Bool { false }
  package static var isAboutUndo: Bool { false }
  package static func describe(_ text: StepText, in outline: StepOutline) throws(Diagnostic) {}
  package func opensTurns(in session: Session) -> Bool { Self.hasOwnTurns }
  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {}
}

/// All steps: a new one is a file in this folder and a line here.
package enum Steps {
  package static let all: [any Step.Type] = [
    InsertStep.self,
    SetStep.self,
    AdoptStep.self,
    EnterStep.self,
    RelateStep.self,
    UnrelateStep.self,
    DeleteStep.self,
    FetchStep.self,
    FetchValuesStep.self,
    RecallStep.self,
    CountStep.self,
    TouchStep.self,
    WalkStep.self,
    ReadFetchedPropertyStep.self,
    ScrollStep.self,
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
    PayloadStep.self,
    DrainStep.self,
    DetachStep.self,
    ContextStep.self,
    InStep.self,
    CloseStep.self,
    MergeStep.self,
    PassIDsStep.self,
    ObtainPermanentIDsStep.self,
    WatchStep.self,
    ObserveStep.self,
    ListenStep.self,
    ConcurrentlyStep.self,
    ExternalStep.self,
    PinStep.self,
    PurgeStep.self,
    HistoryTokenStep.self,
    ReadHistoryStep.self,
    BatchInsertStep.self,
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
  package let step: any Step
  /// Counted from 1 in the order of the file; the progress board shows it.
  package let ordinal: Int
  /// Where its keyword stands.
  let place: SourceRange
  /// What the author says beside it.
  let note: String?
}

// Plans played under the settings of a run: one place for executors, status and cancellation.

package import FaultlineMeasures
import FaultlineReplay
package import FaultlineScenarios

/// The settings that hold for every trial of a run.
package struct PlayerSettings: Sendable {
  /// The longest a trial may take.
  package var timeout: Duration?
  /// The most memory a trial may hold, in bytes.
  package var memoryLimit: Int?
  /// The number of trials that run at once.
  package var jobs = 1
  /// A Boolean value that indicates whether trials run in this process.
  package var isInline = false
  /// What the environment of each trial has besides that of every process, as `NAME=VALUE`.
  package var environment: [String] = []

  package init(
    timeout: Duration? = nil, memoryLimit: Int? = nil, jobs: Int = 1, isInline: Bool = false,
    environment: [String] = []
  ) {
    self.environment = environment
    self.timeout = timeout
    self.memoryLimit = memoryLimit
    // Trials in one process share its heap, and would be measured together.
    self.jobs = isInline ? 1 : jobs
    self.isInline = isInline
  }
}

/// A plan that is played after a result is known.
package struct Play {
  /// What it is called in the status line.
  package let label: String
  /// The text and the plan.
  package let file: PlannedFile
  package let choices: Choices
  /// What is wanted of it.
  package let purpose: Purpose
  /// What follows its own result.
  package let followUps: [any FollowUp]

  /// What a play is for.
  package enum Purpose: Sendable {
    /// Measurements, with or without an explanation of the peaks.
    case measurements(explainingPeaks: Bool)
    /// A recording of the first trial.
    case recording
  }

  package init(
    _ label: String, _ file: PlannedFile, _ choices: Choices,
    for purpose: Purpose = .measurements(explainingPeaks: false),
    followedBy followUps: [any FollowUp] = []
  ) {
    self.label = label
    self.file = file
    self.choices = choices
    self.purpose = purpose
    self.followUps = followUps
  }
}

/// A play with what came of it.
package struct Played {
  package let play: Play
  package let outcome: Outcome

  /// What came of a play.
  package enum Outcome {
    case measured(ScenarioResult)
    case recorded(ReplayOutcome)
  }

  /// The measurements; nil for a recording.
  package var result: ScenarioResult? {
    if case .measured(let result) = outcome { result } else { nil }
  }
}

/// Plays plans under the settings of a run.
package struct Player {
  package let settings: PlayerSettings
  package let observer: any RunObserver

  package init(_ settings: PlayerSettings, observer: any RunObserver) {
    self.settings = settings
    self.observer = observer
  }

  /// Returns what came of a play; nil where the run was cancelled before its end.
  package func played(_ play: Play, of scenario: String) -> Played? {
    guard !observer.isCancelled else { return nil }
    let status = "\(scenario) · \(play.label)"
    let plan = play.file.plan
    switch play.purpose {
    case .recording:
      guard let trial = plan.trials.first else { return nil }
      let outcome = processes(play.file.text, play.choices).film(trial, of: plan) { _ in
        observer.update(status)
        return observer.continuation
      }
      if case .cancelled = outcome { return nil }
      return Played(play: play, outcome: .recorded(outcome))
    case .measurements(let explains):
      let executor = executor(play.file.text, play.choices, explainingPeaks: explains)
      let ended = Runner(executor, jobs: settings.jobs).run(plan) { _ in
        observer.update(status)
        return observer.continuation
      }
      guard !ended.wasCancelled else { return nil }
      var result = ended.result
      for followUp in play.followUps {
        guard follow(&result, with: followUp) else { return nil }
      }
      return Played(play: play, outcome: .measured(result))
    }
  }

  /// Carries out a follow-up, and merges it into the result.
  ///
  /// - Returns: Whether it was carried out to its end, and not cancelled.
  package func follow(
    _ result: inout ScenarioResult, with followUp: some FollowUp
  ) -> Bool {
    var followUp = followUp
    let (played, isComplete) = played(&followUp, after: result)
    followUp.merge(played, isComplete: isComplete, into: &result)
    return isComplete
  }

  /// Returns everything that a follow-up plays, or what was played before the run was cancelled.
  package func played(
    _ followUp: inout some FollowUp, after result: ScenarioResult
  ) -> (played: [Played], isComplete: Bool) {
    var played: [Played] = []
    while true {
      let plays = followUp.plays(after: result, having: played)
      if plays.isEmpty { return (played, true) }
      for play in plays {
        guard let next = self.played(play, of: result.name) else { return (played, false) }
        played.append(next)
      }
    }
  }

  /// Returns what runs the trials: each in a process of its own, or all in this one.
  ///
  /// Each trial may be traced, and looked at in further passes.
  package func executor(
    _ text: String, _ choices: Choices,
    tracing trace: @escaping @Sendable (Trial) -> TraceRequest? = { _ in nil },
    passes: [AuxiliaryPass] = [], explainingPeaks explains: Bool = false
  ) -> any Executor {
    guard !settings.isInline else {
      return InlineExecutor(tracing: trace, auxiliaries: passes, explainingPeaks: explains)
    }
    return ProcessExecutor(
      text: text, choices: choices, timeout: settings.timeout, memoryLimit: settings.memoryLimit,
      jobs: settings.jobs, tracing: trace, auxiliaries: passes, explainingPeaks: explains,
      environment: settings.environment)
  }

  /// Returns what plays every trial in a process of its own, also where the run itself does not.
  package func processes(_ text: String, _ choices: Choices) -> ProcessExecutor {
    ProcessExecutor(
      text: text, choices: choices, timeout: settings.timeout, memoryLimit: settings.memoryLimit,
      jobs: settings.jobs, environment: settings.environment)
  }
}

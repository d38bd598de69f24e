// A film of a trial, made in a process of its own.

package import FaultlineMeasures
package import FaultlineReplay

/// What came of filming.
package enum ReplayOutcome: Sendable {
  case film(Replay)
  /// It was filmed, and asks a question that is not right for what was measured.
  case wrong(Diagnostic)
  /// The trial ended before its time, and why.
  case died(Death)
  /// It was asked to end.
  case cancelled
}

extension ProcessExecutor {
  /// Plays a trial once in a child and brings back its film.
  package func film(
    _ trial: Trial, of plan: Plan,
    watching watch: (ProgressBoard) -> ChildProcess.Continuation = { _ in .proceed }
  ) -> ReplayOutcome {
    var film: Replay?
    let outcome = run(trial, of: plan, asReplay: true, watching: watch) { message in
      if case .film(let made) = message { film = made }
    }
    if outcome.wasCancelled { return .cancelled }
    if let death = outcome.result.death { return .died(death) }
    guard let film else { return .died(Death(cause: .silence)) }
    do throws(Diagnostic) {
      try film.checkChoices(of: plan.scenario)
    } catch {
      return .wrong(error)
    }
    return .film(film.titled(plan.scenario, text: text))
  }
}

extension TrialRun {
  /// Plays the trial once and sends its film; the last message is `done` or `failure`.
  package func film(telling send: (WireMessage) -> Void) {
    board?[.steps] = trial.stepTitles.count
    do throws(PassFailure) {
      let (folder, contents) = try prepare()
      try lay(contents, in: folder)
      let film = try ReplayPass.film(trial, board, folder?.path ?? "", contents)
      send(.film(film))
      send(.done)
    } catch {
      send(.failure(error.description))
    }
  }
}

// What a run has measured, or what an earlier one has: numbers, where they come from, and what could not be kept.

import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios

/// A run of everything that a command line names, with its results written.
struct MeasuredRun {
  /// The scenarios of which at least one variant ran.
  var result: RunResult
  /// Whether only some of the variants were wanted.
  var isPartial = false
  /// Where it was measured, by scenario.
  var facts: [String: KeyFacts]
  /// Which revision was measured, by scenario.
  var revisions: [String: String]
  /// What the scenarios looked like step by step, where that was asked for.
  var films: [String: Film] = [:]
  /// What allocates, by trial, where that was asked for.
  var flames: [String: Flame] = [:]
  /// What there is to say when the run was cut short.
  var interruption: String?
  /// What could not be written of it.
  var unwritten: [Diagnostic] = []
}

extension MeasuredRun {
  /// Takes results that were written before for a run.
  init(_ files: ResultFiles) {
    self.init(
      result: files.result, facts: files.facts, revisions: files.revisions, films: files.films,
      flames: files.flames)
  }

  /// Prints what there is to report, then says what went wrong beside the numbers; of their status and that of what
  /// went wrong, the more serious one is the command's.
  func end(
    with status: ExitStatus, console: Console,
    reporting report: () throws(Console.LostOutput) -> Void = {}
  ) -> ExitStatus {
    var statuses = [status]
    do throws(Console.LostOutput) {
      try report()
    } catch {
      console.complain(error.printed)
      statuses.append(error.status)
    }
    for problem in unwritten {
      console.complain(problem.printed)
      statuses.append(.internalError)
    }
    if let interruption {
      console.complain(interruption)
      statuses.append(Interruption.status)
    }
    return ExitStatus.mostSerious(of: statuses)
  }
}

extension ReportBuilder {
  /// A builder that knows all that is known of a run beside its numbers.
  init(_ run: MeasuredRun) {
    self.init(facts: run.facts, revisions: run.revisions, films: run.films, flames: run.flames)
  }
}

extension Diagnostic: ReportedError {
  var sentence: String { description }
  var printed: String { description }
  var status: ExitStatus { isAboutLostOutput ? .internalError : .wrongUse }
}

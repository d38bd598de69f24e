// A run followed on a console: a progress line, events for programs, warnings, and Ctrl-C.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

/// Shows a run as it goes, and ends it after a signal.
final class ConsoleObserver: RunObserver {
  private let console: Console
  private let progress: ProgressLine
  private let events: EventStream?

  init(_ arguments: ParsedArguments, _ console: Console, telling events: EventStream? = nil) {
    self.console = console
    self.events = events
    progress = ProgressLine(arguments, console: console)
  }

  var isCancelled: Bool { Interruption.isAsked }

  func report(_ activity: String) { console.note(activity) }

  func update(_ status: @autoclosure () -> String) { progress.update(status()) }

  func plan(_ plans: [Plan]) { events?.plan(plans) }

  func show(_ event: RunEvent, of scenario: String, _ place: RunPlace) {
    progress.show(event, of: scenario, place)
    events?.show(event, after: place.done, of: place.count)
  }

  // A value with a line break in it must not look like lines of the log.
  func show(statement line: String) { console.writeError(harmless(line)) }

  func finish() { progress.clear() }

  func warn(_ message: String) { console.writeError(message) }
}

// One line on standard error that says how far a run is.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

/// Shows progress: a line that changes in a terminal, a line a variant elsewhere, or nothing.
final class ProgressLine {
  enum Style: Sendable {
    case silent
    /// One line for each finished variant: a log keeps every line for ever.
    case perVariant
    /// One line that is drawn over and over.
    case live
  }

  /// Ten times a second; faster is flicker.
  private static let pause = Duration.milliseconds(100)

  private let console: Console
  private let style: Style
  private let now: () -> ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?
  private var isShowing = false

  init(
    console: Console, style: Style, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.console = console
    self.style = style
    self.now = now
  }

  /// The progress that the options and the outlet ask for.
  convenience init(_ arguments: ParsedArguments, console: Console) {
    let isUnwanted =
      arguments.has(CommonOptions.quiet) || arguments.has(CommonOptions.noProgress)
    let isWatched = console.errors.isTerminal && !console.isCI
    self.init(
      console: console, style: isUnwanted ? .silent : isWatched ? .live : .perVariant)
  }

  /// Shows where the run is, unless it has just been shown; the text is made only when it is needed.
  func update(_ text: @autoclosure () -> String) {
    guard style == .live else { return }
    let instant = now()
    if let lastDrawn, lastDrawn.duration(to: instant) < Self.pause { return }
    lastDrawn = instant
    draw(text())
  }

  /// Says that a variant is finished.
  func finish(_ text: @autoclosure () -> String) {
    switch style {
    case .silent: break
    case .perVariant: console.writeError(harmless(text()))
    case .live:
      lastDrawn = now()
      draw(text())
    }
  }

  /// Leaves the line empty, before anything else is printed.
  func clear() {
    guard isShowing else { return }
    console.writeStatus("\r\u{1B}[K")
    isShowing = false
  }

  private func draw(_ text: String) {
    // One column stays free: in the last one, some terminals have moved on to the next line already.
    let room = console.width - 1
    let line = harmless(text)
    let fitting = line.count > room ? line.prefix(room - 1) + "…" : line[...]
    console.writeStatus("\r\(fitting)\u{1B}[K")
    isShowing = true
  }
}

// What the events of a run look like on the progress line, whichever command runs it.
extension ProgressLine {
  /// Shows an event of a scenario's plan.
  func show(_ event: RunEvent, of scenario: String, _ place: RunPlace) {
    switch event {
    case .running(let number, let trial, let board):
      update(
        TrialProgress(
          number: place.done + number, count: place.count, scenario: scenario,
          variant: trial.key.title, step: board[.step], steps: board[.steps],
          objects: board[.objects],
          remaining: place.remaining(after: place.done + number - 1)
        ).text)
    case .finished(let number, let result, _):
      finish(
        TrialProgress(
          number: place.done + number, count: place.count, scenario: scenario,
          variant: result.death == nil ? result.cell : "\(result.cell) died"
        ).text)
    }
  }
}

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

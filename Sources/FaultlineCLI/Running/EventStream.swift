// What happens in a run, written when it happens: for programs that follow along.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineSystem

/// Writes `--format jsonl` a line at a time, to standard output, into files, or both.
final class EventStream {
  private let console: Console
  /// Whether events take the place of a printed report.
  let isPrinted: Bool
  private var files: [(path: String, number: Int32)] = []
  private var problems: [String] = []
  private var begun: Set<Int> = []

  /// A stream where one is asked for.
  init?(_ outputs: ReportOutputs, _ console: Console) throws(Diagnostic) {
    guard outputs.wantsEvents else { return nil }
    self.console = console
    isPrinted = outputs.printed == JSONLinesFormat.self
    for target in outputs.targets where target.type == JSONLinesFormat.self {
      // Not beside and renamed: a reader is to see each line at once.
      // A pipe that nothing reads is refused and not waited for.
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      let number = open(target.path, flags, 0o666)
      guard number >= 0 else {
        let reason = errno == ENXIO ? "nothing reads it" : String(cString: strerror(errno))
        throw Diagnostic("the events cannot be written here: \(reason)", file: target.path)
      }
      _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
      files.append((target.path, number))
    }
  }

  deinit { for file in files { close(file.number) } }

  /// Says what will be run.
  func plan(_ plans: [Plan]) {
    for plan in plans {
      write(
        .planned(
          scenario: plan.scenario.name, file: plan.scenario.file, trials: plan.trials.map(\.id)))
    }
  }

  /// Says that a trial of a plan begins or has ended; so many of plans before it have ended already.
  func show(_ event: RunEvent, after done: Int, of count: Int) {
    switch event {
    case .running(let number, let trial, _): start(trial.id, number: done + number, of: count)
    case .finished(let number, let result, _):
      // One that is over at once may never have been seen to run.
      start(result.id, number: done + number, of: count)
      write(.finished(result, number: done + number, count: count))
    }
  }

  /// Says that a trial begins, once.
  private func start(_ trial: String, number: Int, of count: Int) {
    guard begun.insert(number).inserted else { return }
    write(.started(trial: trial, number: number, count: count))
  }

  /// Says what came of it all, and returns what could not be written.
  func finish(_ report: Report) -> [String] {
    write(.verdict(report))
    return problems
  }

  private func write(_ event: RunEventLine) {
    let line = event.json
    if isPrinted {
      do throws(Console.LostOutput) {
        try console.print(page: line)
      } catch {
        note(error.printed)
      }
    }
    for file in files {
      var text = line
      let isWritten = text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
          let count = writeBytes(file.number, rest)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { return false }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
      }
      if !isWritten {
        note(
          "\(file.path): error: the events cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Once is enough, however many lines are lost.
  private func note(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }
}

/// Outside of the type, whose methods have the name of the function.
private func writeBytes(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

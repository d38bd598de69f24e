// Ends from outside: Ctrl-C, a killed parent, a reader that goes away. Nothing is left behind.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

/// Whether a process is there and is no zombie.
private func isAlive(_ pid: pid_t) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
    return false
  }
  // "PID (name) S …"
  let fields = text.split(separator: " ")
  return fields.count > 2 && fields[2] != "Z" && fields[2] != "X"
}

/// Waits for a process that was killed but perhaps not yet taken down; one that stays is ended after all.
private func isGone(_ pid: pid_t) -> Bool {
  for _ in 0..<1_000 where isAlive(pid) { usleep(10_000) }
  guard isAlive(pid) else { return true }
  kill(pid, SIGKILL)
  return false
}

/// The processes that a process has started and not yet reaped.
private func children(of pid: pid_t) -> [pid_t] {
  let text = try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
  return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
}

@Suite struct InterruptionTests {
  /// Starts a run whose second variant hangs, sends a signal while it does, and tells what was left.
  private func interrupting(
    with signal: Int32, _ program: WholeProgram
  ) throws -> (ending: ChildProcess.Ending, trial: pid_t?) {
    try program.write(smallScenario(step: "misbehave: hang"), to: "small.yaml")
    var pid: pid_t?
    var trial: pid_t?
    var lines: [String] = []
    let child = program.shell(
      #"cd "$1" && echo $$ && exec "$2" run small.yaml --out out 2>&1"#, [])
    let report = child.run { line in
      if pid == nil { pid = pid_t(line.text) }
      lines.append(line.text)
    } onTick: {
      // The second trial is the one that does not end.
      guard trial == nil, let pid, lines.contains("[1/3] small · plain") else { return .goOn }
      trial = children(of: pid).first
      if trial != nil { kill(pid, signal) }
      return .goOn
    }
    try program.write(lines.dropFirst().joined(separator: "\n"), to: "printed.txt")
    return (report.ending, trial)
  }

  @Test func `Ctrl-C shows and keeps what was measured, and leaves no process`() throws {
    let program = try WholeProgram()
    let (ending, trial) = try interrupting(with: SIGINT, program)
    #expect(ending == .exited(130))
    #expect(isGone(try #require(trial)))
    try expectWhole(program)
    expectText(
      try program.text(of: "printed.txt"),
      is: """
        [1/3] small · plain
        HELD  1 of 1 expectation · 1 variant · counters exact (2 of 2 repeats identical)

        small: A small one
        small.yaml · rows = 3

        Variants
        variant  live
        ─────────────
        plain ●     3
        ● reference
        faultline: interrupted: 1 of 3 variants of 'small' ran; what they read is in small.unfinished.json.
        """)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a trial does not outlive its run`(signal: Int32) throws {
    let program = try WholeProgram()
    let (ending, trial) = try interrupting(with: signal, program)
    #expect(ending == .signalled(Int(signal)))
    #expect(isGone(try #require(trial)))
    try expectWhole(program)
  }

  /// What had ended is kept whole, under a name that no result has.
  private func expectWhole(_ program: WholeProgram) throws {
    #expect(program.files(in: "out") == ["small.unfinished.json"])
    let kept = try RunResult.read(from: program.folder.appending(path: "out/small.unfinished.json"))
    #expect(kept.scenarios.flatMap { $0.trials.map(\.id) } == ["small/plain"])
  }

  @Test func `a reader that goes away is no error`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    var lines: [String] = []
    let child = program.shell(
      #"cd "$1" && { "$2" run small.yaml --no-progress --out out; echo "status $?" >&2; } | head -1"#,
      [])
    let report = child.run { lines.append($0.text) }
    #expect(report == ChildProcess.Report(ending: .exited(0), lastErrorLines: ["status 0"]))
    #expect(lines == ["HELD  3 of 3 expectations · 3 variants"])
    #expect(program.files(in: "out") == ["small.json", "small.machine.json"])
  }
}

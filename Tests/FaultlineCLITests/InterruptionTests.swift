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
  /// Starts a run whose second variant hangs, sends a signal while it does, and says what was left.
  private func interrupting(
    with signal: Int32, onDisk: Bool = false, _ program: WholeProgram
  ) throws -> (ending: ChildProcess.Ending, trial: pid_t?) {
    let scenario = smallScenario(step: "misbehave: hang")
    try program.write(
      onDisk
        ? scenario.replacing("parameters:", with: "stores: [sqlite]\nparameters:") : scenario,
      to: "small.yaml")
    try program.write("", to: "tmp/note")
    try FileManager.default.removeItem(at: program.folder.appending(path: "tmp/note"))
    var pid: pid_t?
    var trial: pid_t?
    var lines: [String] = []
    let child = program.shell(
      #"cd "$1" && echo $$ && TMPDIR="$1/tmp" exec "$2" run small.yaml --no-explain --out out 2>&1"#,
      [])
    let report = child.run { line in
      if pid == nil { pid = pid_t(line.text) }
      lines.append(line.text)
    } onTick: {
      // The second trial is the one that does not end.
      guard trial == nil, let pid, lines.contains("[1/3] small · plain") else { return .proceed }
      trial = children(of: pid).first
      if trial != nil { kill(pid, signal) }
      return .proceed
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
      try program.text(of: "printed.txt").replacing(/is [0-9,]+ B/, with: "is …"),
      is: """
        [1/3] small · plain
        PASS  1 of 1 expectation · 1 variant · behaves guides
          counters exact (2 of 2 repeats identical)

        small: A small one
        small.yaml · rows = 3

        The peak is ….

        Variants
        variant  live
        ─────────────
        plain ●     3
        ● reference
        faultline: interrupted: 1 of 3 variants of 'small' ran; what they read is in out/small.unfinished.json.
        """)
  }

  @Test(arguments: [(SIGTERM, 143, "SIGTERM"), (SIGHUP, 129, "SIGHUP")])
  func `a polite end keeps what Ctrl-C does, and clears up`(
    signal: Int32, status: Int, name: String
  ) throws {
    let program = try WholeProgram()
    let (ending, trial) = try interrupting(with: signal, onDisk: true, program)
    #expect(ending == .exited(status))
    #expect(isGone(try #require(trial)))
    try expectWhole(program)
    #expect(program.files(in: "tmp") == [])
    let printed = try program.text(of: "printed.txt")
    #expect(printed.contains("PASS  1 of 1 expectation"))
    #expect(
      printed.hasSuffix(
        "faultline: interrupted by \(name): 1 of 3 variants of 'small' ran; "
          + "what they read is in out/small.unfinished.json."))
  }

  @Test(arguments: [SIGKILL, SIGQUIT])
  func `a trial does not outlive its run`(signal: Int32) throws {
    let program = try WholeProgram()
    let (ending, trial) = try interrupting(with: signal, program)
    #expect(ending == .signalled(Int(signal)))
    #expect(isGone(try #require(trial)))
    try expectWhole(program)
  }

  @Test func `an interruption in the first variant names no file that there is not`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(step: "misbehave: hang")
        .replacing("when: rows == 5", with: "when: rows > 0")
    ])
    var pid: pid_t?
    var trial: pid_t?
    var lines: [String] = []
    // With a revision nothing is asked of git: the first child is the trial.
    let child = program.shell(
      #"""
      cd "$1" && echo $$ && export FAULTLINE_REVISION= &&
      exec "$2" run small.yaml --no-explain --out out 2>&1
      """#, [])
    let report = child.run { line in
      if pid == nil { pid = pid_t(line.text) }
      lines.append(line.text)
    } onTick: {
      guard trial == nil, let pid else { return .proceed }
      trial = children(of: pid).first
      if trial != nil { kill(pid, SIGINT) }
      return .proceed
    }
    #expect(report.ending == .exited(130))
    #expect(
      lines.dropFirst() == [
        "faultline: interrupted: 0 of 3 variants of 'small' ran; nothing of it is kept."
      ])
    #expect(program.files(in: "out") == [])
  }

  @Test func `Ctrl-C while changes are tried shows what was read, and that more was to be tried`()
    throws
  {
    let text = PlantedRemedy.all[3].text.replacing("count: 2000", with: "count: 8000")
    let program = try WholeProgram(["planted.yaml": text])
    var pid: pid_t?
    var trial: pid_t?
    var lines: [String] = []
    let child = program.shell(
      #"""
      cd "$1" && echo $$ && export FAULTLINE_REVISION= &&
      exec "$2" run planted.yaml --advice reference --out out 2>&1
      """#, [])
    let report = child.run { line in
      if pid == nil { pid = pid_t(line.text) }
      lines.append(line.text)
    } onTick: {
      // The trial has been measured and explained; what runs now is a change of it.
      guard trial == nil, let pid, lines.contains("[1/1] planted · default") else {
        return .proceed
      }
      trial = children(of: pid).first
      if trial != nil { kill(pid, SIGINT) }
      return .proceed
    }
    #expect(report.ending == .exited(130))
    #expect(isGone(try #require(trial)))
    let printed = lines.joined(separator: "\n")
    #expect(printed.contains("tried: a signal ended it before all was tried"), "\(printed)")
    #expect(printed.contains("1 variant"), "\(printed)")
    // What was measured is whole: only advice is cut short.
    #expect(program.files(in: "out") == ["planted.json", "planted.machine.json"])
  }

  @Test func `what is unfinished is reported as that, and is no baseline`() throws {
    let program = try WholeProgram()
    _ = try interrupting(with: SIGTERM, program)
    let file = "out/small.unfinished.json"
    let folder = try program.run("report", "out")
    #expect(folder.status == 3)
    #expect(folder.errors.contains("there are only unfinished results in this folder"))
    #expect(folder.errors.contains(file))
    let one = try program.run("report", file)
    #expect(one.status == 0)
    #expect(one.output.contains("This result is unfinished: the run was cut short"))
    for words in [["accept", "--from", file], ["compare", file, file], ["history", "add", file]] {
      let refused = try program.run(words)
      #expect(refused.status == 3, "\(words)")
      #expect(refused.errors.hasPrefix("\(file): error: this result is unfinished: "))
    }
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
    #expect(lines == ["PASS  3 of 3 expectations · 3 variants · behaves guides"])
    #expect(program.files(in: "out") == ["small.json", "small.machine.json"])
  }
}

// Children that speak, shout, die, dawdle and eat: each is run, heard and reaped.

import FaultlineMeasures
import FaultlineScenarios
import Glibc
import Testing

/// A child that runs a line of shell, and the texts of the lines it printed.
private func shell(
  _ script: String, input: String = "", timeout: Duration? = nil, board: ProgressBoard? = nil
) -> (report: ChildProcess.Report, lines: [String]) {
  var lines: [String] = []
  let child = ChildProcess(
    executable: "/bin/sh", arguments: ["-c", script], input: input, timeout: timeout)
  let report = child.run(board: board) { lines.append($0.text) }
  return (report, lines)
}

/// Whether a process is there and is no zombie.
private func isAlive(_ pid: pid_t) -> Bool {
  guard let file = fopen("/proc/\(pid)/stat", "r") else { return false }
  defer { fclose(file) }
  var text = [UInt8](repeating: 0, count: 256)
  let count = fread(&text, 1, text.count, file)
  // "PID (name) S …"
  let fields = String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ")
  return fields.count > 2 && fields[2] != "Z" && fields[2] != "X"
}

/// Waits for a process that was killed but perhaps not yet taken down.
private func isGone(_ pid: pid_t) -> Bool {
  for _ in 0..<200 where isAlive(pid) { usleep(10_000) }
  return !isAlive(pid)
}

struct ChildProcessTests {
  /// A shell has said its first words by then, also on a machine that has much else to do.
  private static let enoughToSpeak = Duration.seconds(2)

  // MARK: - What it says

  @Test func `what a child prints arrives line by line`() {
    let (report, lines) = shell("echo one; echo; echo three")
    #expect(report == ChildProcess.Report(ending: .exited(0)))
    #expect(lines == ["one", "", "three"])
  }

  @Test func `lines arrive while the child still runs`() {
    // It goes on until whoever has read its number calls it by that.
    let child = ChildProcess(
      executable: "/bin/sh",
      arguments: ["-c", "trap 'exit 7' USR1; echo $$; while :; do sleep 0.05; done"],
      timeout: .seconds(120))
    let report = child.run { line in
      if let pid = pid_t(line.text) { kill(pid, SIGUSR1) }
    }
    #expect(report.ending == .exited(7))
  }

  @Test func `large input and large output flow together without a deadlock`() {
    let row = String(repeating: "x", count: 99) + "\n"
    let (report, lines) = shell("cat", input: String(repeating: row, count: 50_000))
    #expect(report.ending == .exited(0))
    #expect(lines.count == 50_000)
    #expect(lines.allSatisfy { $0.utf8.count == 99 })
  }

  @Test func `output on both streams at once does not block either`() {
    let (report, lines) = shell(
      "i=0; while [ $i -lt 20000 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done")
    #expect(report.ending == .exited(0))
    #expect(lines.count == 20_000)
    #expect(report.lastErrorLines == (19_980..<20_000).map { "err \($0)" })
  }

  @Test func `a child that does not read its input harms nobody`() {
    let (report, _) = shell("exit 0", input: String(repeating: "y", count: 1 << 20))
    #expect(report.ending == .exited(0))
  }

  @Test func `what a child printed just before its death is not lost`() {
    let (report, lines) = shell("echo last words; kill -SEGV $$")
    #expect(report.ending == .signalled(Int(SIGSEGV)))
    #expect(lines == ["last words"])
  }

  // MARK: - How it ends

  @Test(arguments: [0, 1, 3, 77, 255])
  func `an exit status is reported`(status: Int) {
    #expect(shell("exit \(status)").report.ending == .exited(status))
  }

  @Test(arguments: [SIGTERM, SIGABRT, SIGKILL, SIGPIPE])
  func `a signal that was not ours is reported`(signal: Int32) {
    #expect(shell("kill -\(signal) $$").report.ending == .signalled(Int(signal)))
  }

  @Test func `a program that is not there is named`() {
    let child = ChildProcess(executable: "/nowhere/at-all", arguments: [])
    let reason = "cannot start /nowhere/at-all: No such file or directory"
    #expect(child.run().ending == .couldNotStart(reason: reason))
  }

  @Test func `a child that outlives its time is killed`() {
    let start = ContinuousClock.now
    let (report, lines) = shell("echo begun; sleep 600", timeout: Self.enoughToSpeak)
    #expect(report.ending == .timedOut(after: Self.enoughToSpeak))
    #expect(lines == ["begun"])
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test func `a child that shouts without end is killed in time all the same`() {
    let (report, _) = shell("yes", timeout: .milliseconds(200))
    #expect(report.ending == .timedOut(after: .milliseconds(200)))
  }

  @Test func `a child that ignores polite signals and closes its pipes is killed too`() {
    let (report, _) = shell(
      "trap '' TERM INT HUP; exec >&- 2>&-; while :; do :; done", timeout: .milliseconds(200))
    #expect(report.ending == .timedOut(after: .milliseconds(200)))
  }

  @Test func `a child that takes more memory than it may is killed and measured`() throws {
    // It looks for a line end among endless zeros and keeps all it has seen.
    let limit = 48 << 20
    let child = ChildProcess(
      executable: "/usr/bin/tail", arguments: ["-n", "1", "/dev/zero"], timeout: .seconds(120),
      memoryLimit: limit)
    guard case .overMemory(limit, let reached) = child.run().ending else {
      Issue.record("The child was not stopped for its memory.")
      return
    }
    #expect(reached > limit)
  }

  @Test func `a child within its memory is left alone`() {
    let child = ChildProcess(
      executable: "/bin/sh", arguments: ["-c", "sleep 0.1; exit 9"], memoryLimit: 64 << 20)
    #expect(child.run().ending == .exited(9))
  }

  @Test func `a caller can stop its child`() {
    let child = ChildProcess(executable: "/bin/sleep", arguments: ["600"])
    #expect(child.run(onTick: { .stop }).ending == .cancelled)
  }

  // MARK: - What is left of it

  @Test func `grandchildren die with a child that is killed`() throws {
    let (report, lines) = shell(
      "sleep 600 & echo $!; (sleep 600; :) & echo $!; wait", timeout: Self.enoughToSpeak)
    #expect(report.ending == .timedOut(after: Self.enoughToSpeak))
    let pids = lines.compactMap { pid_t($0) }
    #expect(pids.count == 2)
    #expect(pids.allSatisfy(isGone))
  }

  @Test func `grandchildren die with a child that ends by itself, and are not waited for`() throws {
    let start = ContinuousClock.now
    let (report, lines) = shell("sleep 600 & echo $!")
    #expect(report.ending == .exited(0))
    #expect(start.duration(to: .now) < .seconds(60))
    #expect(isGone(try #require(lines.first.flatMap { pid_t($0) })))
  }

  @Test func `no zombie is left`() throws {
    let (_, lines) = shell("echo $$")
    let pid = try #require(lines.first.flatMap { pid_t($0) })
    #expect(waitpid(pid, nil, WNOHANG) == -1)
    #expect(errno == ECHILD)
  }

  @Test func `a child leads a group of its own`() {
    let (_, lines) = shell("set -- $(cat /proc/$$/stat); [ $5 = $$ ] && echo own group")
    #expect(lines == ["own group"])
  }

  // MARK: - What it is given

  @Test func `a child has none of our open files`() {
    // Opened without close-on-exec, as careless code does.
    let careless = (0..<5).map { _ in open("/dev/null", O_RDONLY) }
    let high = fcntl(0, F_DUPFD, 300)
    defer { for number in careless + [high] { close(number) } }
    // The shell lists its own descriptors by name expansion; opening the folder takes number 3 for a while.
    let (_, lines) = shell("cd /proc/$$/fd; echo *")
    #expect(lines == ["0 1 2 3"])
  }

  @Test func `a child sees eight variables at most`() {
    var names: [String] = []
    let report = ChildProcess(executable: "/usr/bin/env", arguments: []).run { line in
      names.append(String(line.text.prefix { $0 != "=" }))
    }
    #expect(report.ending == .exited(0))
    let fixed = ["TZ", "LC_ALL", "SWIFT_DETERMINISTIC_HASHING", "SWIFT_BACKTRACE"]
    let places: [String] = ["PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR"]
    let kept = places.filter { getenv($0) != nil }
    #expect(names == kept + fixed)
  }

  @Test func `signals that we ignore work in a child`() {
    // For good, since another test of this process may need it as well.
    signal(SIGPIPE, SIG_IGN)
    #expect(shell("kill -PIPE $$; exit 5").report.ending == .signalled(Int(SIGPIPE)))
  }

  @Test func `a child can be run from many threads at once`() async {
    let endings = await withTaskGroup(of: (Int, ChildProcess.Ending).self) { group in
      for number in 0..<8 {
        group.addTask { (number, shell("sleep 0.05; exit \(number)").report.ending) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(endings == Dictionary(uniqueKeysWithValues: (0..<8).map { ($0, .exited($0)) }))
  }
}

// Commands that are ended at any moment: files are old or new and whole, and nothing stays behind.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Glibc
import Testing

@Suite(.serialized) struct RandomKillsTests {
  private static let lines: [[String]] = [
    ["run", "small.yaml", "-q", "--out", "good"],
    ["run", "disk.yaml", "-q", "--out", "good", "--jobs", "2"],
    ["run", "small.yaml", "disk.yaml", "-q", "--out", "good", "--replay", "--attribute"],
    ["run", "disk.yaml", "-q", "--out", "good", "--inline"],
    ["report", "good/small.json", "--format", "html=page.html", "--format", "json=page.json"],
    ["history", "add", "good", "--revision", "two", "--file", "h.sqlite"],
    ["accept", "--from", "good", "--force"],
    ["accept", "disk.yaml", "-q", "--force"],
    ["sweep", "run", "sweep", "--shard", "1", "-q"],
    ["sweep", "merge", "sweep", "--out", "merged"],
    ["replay", "small.yaml", "--out", "page.html"],
    ["tune", "small.yaml", "-q", "--least", "bytes.peak", "--out", "good"],
    ["sides", "disk.yaml", "-q"],
    ["man", "--out", "pages"],
  ]

  /// A folder in which each of the commands has something to change.
  private static func room() throws -> WholeProgram {
    let program = try WholeProgram([
      "small.yaml": smallScenario(),
      "disk.yaml": smallScenario(name: "disk").replacing(
        "parameters:", with: "stores: [sqlite]\ndata: {Employee: {count: 20}}\nparameters:"),
      "tmp/note": "",
    ])
    try FileManager.default.removeItem(at: program.folder.appending(path: "tmp/note"))
    for words in [
      ["run", "small.yaml", "disk.yaml", "-q", "--out", "good"],
      ["accept", "--from", "good", "-q", "--force"],
      ["history", "add", "good", "--revision", "one", "--file", "h.sqlite"],
      ["sweep", "plan", "small.yaml", "--shards", "1", "--out", "sweep"],
      ["sweep", "run", "sweep", "--shard", "1", "-q"],
      ["sweep", "merge", "sweep", "--out", "merged"],
    ] {
      _ = try program.runCase(words, showing: "")
    }
    return program
  }

  /// The processes that work in a folder.
  private static func processes(in folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { pid in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")) == folder
    }
  }

  /// Makes everything that was left behind so old that no run can still be using it.
  private static func age(_ folder: String) {
    let when = timeval(tv_sec: time(nil) - 86_400, tv_usec: 0)
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    where name.contains("faultline.") {
      utimes("\(folder)/\(name)", [when, when])
    }
  }

  /// The documents that cannot be read as a whole.
  private static func broken(in program: WholeProgram) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: program.folder.path)) ?? []
    return names.filter { name in
      guard name.hasSuffix(".json"), !name.contains(".faultline."), !name.hasPrefix("tmp/") else {
        return false
      }
      let data = try? Data(contentsOf: program.folder.appending(path: name))
      return (try? JSONSerialization.jsonObject(with: data ?? Data())) == nil
    }
  }

  @Test func `a command that is ended at any moment leaves whole files and nothing else`() throws {
    let original = try Self.room()
    RandomCases.run(
      Effort.choose(quick: 5, ci: 14, full: 300), of: "Kills", casesInAFolder: 15,
      copying: original
    ) { number, program, dice in
      let words = Self.lines[number % Self.lines.count]
      let signal = ["KILL", "KILL", "INT", "TERM", "HUP"].randomElement(using: &dice) ?? "KILL"
      let moment = Double.random(in: 0.005...0.6, using: &dice)
      let shown = "\(words), SIG\(signal) after \(moment) s"
      try FileManager.default.removeItem(at: program.folder.appending(path: "tmp"))
      mkdir(program.folder.appending(path: "tmp").path, 0o700)
      // The folder as the kernel names it.
      let folder = program.folder.resolvingSymlinksInPath().path
      var child = program.shell(
        """
        cd "$1" && TMPDIR="$1/tmp" && FAULTLINE_CACHE="$1/cache" && export TMPDIR FAULTLINE_CACHE && shift && \
        exec timeout --foreground -s \(signal) \(moment) "$@" >kill.out 2>kill.err </dev/null
        """, words)
      child.timeout = .seconds(120)
      let ending = child.run().ending
      for _ in 0..<1_000 where !Self.processes(in: folder).isEmpty { usleep(10_000) }
      let left = Self.processes(in: folder)
      guard left.isEmpty else { throw BadCase("a process is left", shown, nil) }
      let errors = try program.text(of: "kill.err") + program.text(of: "kill.out")
      guard !errors.contains("Fatal error"), !errors.contains("internal error") else {
        throw BadCase(errors, shown, nil)
      }
      guard signal == "KILL" || program.files(in: "tmp").isEmpty else {
        throw BadCase("left in tmp: \(program.files(in: "tmp"))", shown, nil)
      }
      let broken = Self.broken(in: program)
      guard broken.isEmpty else { throw BadCase("half-written: \(broken)", shown, nil) }
      Self.age(folder)
      let baseline = try program.text(of: "Reports/baselines/small.json")
      guard baseline.contains("\"small/plain\"") else {
        throw BadCase("a lost baseline", shown, nil)
      }
      let history = try program.runCase(["history", "list", "--file", "h.sqlite"], showing: shown)
      guard history.status == 0 else { throw BadCase("a damaged history", shown, history) }
      // The same once more does what it should, and takes away what was left.
      let again = try program.run(
        words,
        environment: ["TMPDIR": "\(folder)/tmp", "FAULTLINE_CACHE": "\(folder)/cache"])
      let isFine = again.defect == nil && ![3, 4].contains(again.status)
      guard isFine else { throw BadCase("the next time", shown, again) }
      _ = try program.run(
        ["run", "small.yaml", "-q", "--out", "good", "--repeats", "1"],
        environment: ["TMPDIR": "\(folder)/tmp", "FAULTLINE_CACHE": "\(folder)/cache"])
      guard program.files(in: "tmp").isEmpty else {
        throw BadCase("stays in tmp: \(program.files(in: "tmp"))", shown, nil)
      }
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      let halves = names.filter { $0.contains(".faultline.") }
      guard halves.isEmpty else { throw BadCase("stay: \(halves)", shown, nil) }
      let wasHit = ending == .exited(124) || ending == .exited(137) || ending == .signalled(9)
      return wasHit ? "hit by \(signal)" : "ended before"
    }
  }
}

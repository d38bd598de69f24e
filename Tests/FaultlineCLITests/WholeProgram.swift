// The built program, run as a user runs it: words and files in, text and an exit status out.

import FaultlineScenarios
import Foundation
import Glibc

/// A folder with scenarios, in which the program is run; it goes with the last holder.
final class WholeProgram: Sendable {
  /// The build that the tests are of lies beside the program that runs them.
  static let builtWithTests = URL(filePath: ChildProcess.ownExecutable)
    .deletingLastPathComponent().appending(path: "faultline").path

  /// What is tried, another build where the environment names one.
  ///
  /// CI has made the program that people get, which takes a fraction of the time.
  static let executable =
    ProcessInfo.processInfo.environment["FAULTLINE_TEST_PROGRAM"]
    .map { URL(filePath: $0).resolvingSymlinksInPath().path } ?? builtWithTests

  /// What came of one run.
  struct Answer: Equatable {
    var status: Int
    var output: String
    var errors: String
  }

  let folder: URL
  private let executable: String

  /// Makes the folder with these files.
  init(_ files: [String: String] = [:], of executable: String = executable) throws {
    self.executable = executable
    folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-whole-\(getpid())-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The files of a folder, in order.
  func files(in name: String) -> [String] {
    let path = folder.appending(path: name).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Runs the program to its end.
  func run(_ words: String..., environment: [String: String] = [:]) throws -> Answer {
    try run(words, environment: environment)
  }

  /// Runs the program to its end, as in CI where nothing else is asked for: no advice is tried unasked.
  func run(
    _ words: [String], environment: [String: String] = [:], timeout: Duration = .seconds(300)
  ) throws -> Answer {
    let name = "\(UInt64.random(in: .min ... .max))"
    let settings = environment.merging(["CI": "true"]) { own, _ in own }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }
    let script = """
      cd "$1" && shift && exec env \(settings.joined(separator: " ")) "$@" \
      >"\(name).out" 2>"\(name).err" </dev/null
      """
    var child = shell(script, words)
    child.timeout = timeout
    let report = child.run()
    defer {
      for ending in ["out", "err"] {
        try? FileManager.default.removeItem(at: folder.appending(path: "\(name).\(ending)"))
      }
    }
    guard case .exited(let status) = report.ending else {
      return Answer(status: -1, output: "", errors: "\(report)")
    }
    return Answer(
      status: status, output: try text(of: "\(name).out"), errors: try text(of: "\(name).err"))
  }

  /// A shell that is given the folder, the program and its words as `$1`, `$2` and so on.
  func shell(_ script: String, _ words: [String]) -> ChildProcess {
    ChildProcess(
      executable: "/bin/sh",
      arguments: ["-c", script, "sh", folder.path, executable] + words,
      timeout: .seconds(300))
  }
}

/// A scenario of two variants in which one step is chosen.
func smallScenario(
  name: String = "small", step: String = "save: {}", expect: String = "objects.live == 0"
) -> String {
  """
  faultline: 1
  name: \(name)
  title: A small one
  model: {Employee: {name: string}}
  context: {undo: none}
  parameters:
    rows: {type: int, default: 3}
  variants:
    plain: {}
    odd: {rows: 5}
    last: {}
  steps:
    - insert: {entity: Employee, count: rows, into: staff, set: {name: 'Employee {index}'}}
    - save: {}
    - checkpoint: saved
    - when: rows == 5
      steps:
        - \(step)
  measure: {repeats: 2, warmup: 1}
  columns:
    live: objects.live@saved
  expect:
    - that: \(expect)
  """
}

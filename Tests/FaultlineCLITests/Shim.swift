// A library that is loaded before all others, to look at the built program with an instrument that is not ours.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// A file of C in `Shims`, compiled for as long as somebody holds it.
final class Shim: Sendable {
  /// Whether there is a compiler; tests that need one are skipped where there is none.
  static let canBeCompiled = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let folder: URL
  let library: String

  /// Compiles the file of that name.
  init(_ name: String, libraries: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "faultline-shim-\(getpid())-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    library = folder.appending(path: "\(name).so").path
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Shims/\(name).c").path
    let report = ChildProcess(
      executable: "/usr/bin/env",
      arguments: ["cc", "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"] + libraries,
      timeout: .seconds(120)
    ).run()
    guard report.ending == .exited(0) else { throw NotCompiled(lines: report.lastErrorLines) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Why the file could not be compiled.
  struct NotCompiled: Error {
    let lines: [String]
  }

  /// What a trial under the shim has measured, and what the shim has written.
  struct Answer {
    let samples: [Sample]
    let lines: [Substring]
  }

  /// Plays one trial in a process of its own; `variable` names the shim's file to that process.
  func play(_ id: String, of path: String, quick: Bool, variable: String) throws -> Answer {
    let file = folder.appending(path: "\(UInt64.random(in: .min ... .max)).lines")
    let order = TrialOrder(
      id, of: path, choices: Choices(quick: quick), cache: "\(folder.path)/cache")
    var child = ChildProcess(
      executable: WholeProgram.executable, arguments: ["trial"],
      input: order.input(try String(contentsOfFile: path, encoding: .utf8)),
      timeout: .seconds(1_800))
    child.environment = ["LD_PRELOAD=\(library)", "\(variable)=\(file.path)"]
    var samples: [Sample] = []
    let report = child.run(onLine: { line in
      if case .sample(let sample)? = WireMessage(line: line.text) { samples.append(sample) }
    })
    guard report.ending == .exited(0) else { throw Died(id: id, report: report) }
    let text = try String(contentsOf: file, encoding: .utf8)
    try? FileManager.default.removeItem(at: file)
    return Answer(samples: samples, lines: text.split(separator: "\n"))
  }

  /// A trial that did not come to its end.
  struct Died: Error {
    let id: String
    let report: ChildProcess.Report
  }
}

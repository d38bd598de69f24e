// What the program prints, line by line: transcripts of command lines, each with the text that came of it.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

/// Each file in `Transcripts` begins with what it shows; then come lines `$ command`, each with what it prints.
///
/// The commands of one file run one after the other in a folder with a copy of `Transcripts/files`. Where a change is
/// meant, `FAULTLINE_ACCEPT=1 swift test --filter TranscriptTests` writes the files anew, and the difference is read in
/// git before it is committed.
@Suite struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".txt") }.sorted()

  @Test(arguments: names)
  func `prints what it printed when it was read and accepted`(name: String) throws {
    let file = Self.folder.appending(path: name)
    let accepted = try String(contentsOf: file, encoding: .utf8)
    let printed = try Self.played(accepted)
    if ProcessInfo.processInfo.environment["FAULTLINE_ACCEPT"] == "1" {
      try Data(printed.utf8).write(to: file)
    } else {
      expectText(printed, is: accepted)
    }
  }

  /// What is printed of the program itself, of the build and of the machine is left to tests of their own.
  private static let elsewhere: Set = [
    "complete", "completion", "doctor", "help", "man", "reference", "schema", "trial", "version",
  ]

  @Test func `every command stands in a transcript, and every file is used by one`() throws {
    let texts = try Self.names.map {
      try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
    }
    let lines = texts.flatMap { $0.components(separatedBy: "\n") }.filter { $0.hasPrefix("$ ") }
    let used = Set(lines.flatMap { $0.matches(of: /faultline ([a-z]+)/).map { String($0.1) } })
    let missing = Commands.all.map(\.name).filter {
      !used.contains($0) && !Self.elsewhere.contains($0)
    }
    #expect(missing == [])
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "files").path)
    let unused = files.filter { file in !lines.contains { $0.contains(file) } }
    #expect(unused == [])
  }

  /// The transcript with what its commands print now.
  private static func played(_ transcript: String) throws -> String {
    let lines = transcript.components(separatedBy: "\n")
    let commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    let title = lines.prefix { !$0.hasPrefix("$ ") }
    let files = folder.appending(path: "files")
    // What lines up, and which unit an amount has, hangs on bytes, and these on the build.
    let program = try WholeProgram(of: WholeProgram.builtWithTests)
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
      try FileManager.default.copyItem(
        at: files.appending(path: name), to: program.folder.appending(path: name))
    }
    return try title.map { "\($0)\n" }.joined()
      + commands.map { "$ \($0)\n" + (try output(of: $0, in: program)) }.joined()
  }

  private static func output(of command: String, in program: WholeProgram) throws -> String {
    let script = #"cd "$1" && program=$2 && exec >.printed 2>&1; faultline() { "$program" "$@"; }"#
    var child = program.shell("\(script)\n\(command)", [])
    // Nothing of the machine, of its user and of the revision shows.
    child.environment = [
      "CI=true", "COLUMNS=80", "FAULTLINE_REVISION=r1", "HOME=\(program.folder.path)", "LC_ALL=C",
    ]
    let report = child.run()
    guard case .exited(let status) = report.ending else { return "\(report)\n" }
    var text = try program.text(of: ".printed")
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    return masked(text, in: program) + (status == 0 ? "" : "[status \(status)]\n")
  }

  /// The text without what another machine, another build or another day prints otherwise.
  private static func masked(_ text: String, in program: WholeProgram) -> String {
    text.replacing(program.folder.path, with: "FOLDER")
      .replacing(WholeProgram.builtWithTests, with: "PROGRAM")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+/, with: "DAY AND TIME")
      .replacing(/machine [0-9a-f]{8}/, with: "machine ########")
      .replacing(/[0-9][0-9,]* ns\b/, with: "# ns")
      .replacing(/[0-9][0-9.,]* ([KMG]i)?B\b/) { withoutDigits($0.output.0) }
      .replacing(/[0-9,]+ stacks\b/, with: "# stacks")
      // What an amount has changed by.
      .replacing(/B( at the peak)?\s+\([+-][0-9.,]+/) { withoutDigits($0.output.0) }
  }

  private static func withoutDigits(_ text: Substring) -> String {
    String(text.map { $0.isNumber ? "#" : $0 })
  }
}

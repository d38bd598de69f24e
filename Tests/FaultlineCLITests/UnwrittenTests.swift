// Results that cannot be written: the report comes all the same, and what is wrong is said in plain words.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct UnwrittenTests {
  @Test(arguments: ["run", "check"])
  func `a full disk at the end costs the file and not the report`(command: String) throws {
    let program = try WholeProgram(["small.yaml": smallScenario(), "out/note.txt": ""])
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.appending(path: "out/small.json").path,
      withDestinationPath: "/dev/full")
    let answer = try program.run(command, "small.yaml", "--no-progress", "--out", "out")
    #expect(answer.status == 1)
    #expect(answer.output.contains(command == "run" ? "PASS  3 of 3" : "NOT COMPARED"))
    expectText(
      answer.errors,
      is: """
        out/small.json: error: the result is not kept: the file cannot be written: No space left on device

        """)
  }

  /// What was found goes before what could not be kept of it, and what could not be kept before what could not be
  /// compared.
  @Test(
    arguments: [
      ("objects.live@saved == 3", [], 2), ("objects.live@saved == 3", ["--inline"], 2),
      ("leaked.bytes == 0", [], 1), ("leaked.bytes == 0", ["--memory-limit", "1MB"], 4),
    ])
  func `a full disk does not hide what was found`(
    expectation: String, options: [String], status: Int
  ) throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(expect: expectation), "out/note.txt": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.appending(path: "out/small.json").path,
      withDestinationPath: "/dev/full")
    for command in ["run", "check", "accept"] {
      let answer = try program.run(
        [command, "small.yaml", "--no-progress", "--out", "out", "--repeats", "1"] + options)
      #expect(answer.status == status, "\(command): \(answer)")
      #expect(!answer.output.isEmpty)
      #expect(
        answer.errors.contains("out/small.json: error: the result is not kept: "), "\(command)")
      #expect(
        answer.errors.contains("nothing was accepted") == (command == "accept" && status != 1))
    }
  }

  @Test func `a report that cannot be printed does not hide what was found`() throws {
    let program = try WholeProgram([
      "held.yaml": smallScenario(name: "held"),
      "broken.yaml": smallScenario(name: "broken", expect: "objects.live@saved == 3"),
    ])
    _ = try program.run("run", "held.yaml", "broken.yaml", "-q", "--out", "out")
    for (name, status) in [("held", 1), ("broken", 2)] {
      for command in [
        "run \(name).yaml", "check \(name).yaml", "compare out/\(name).json out/\(name).json",
      ] {
        let child = program.shell(#"cd "$1" && "$2" \#(command) -q >/dev/full 2>errors"#, [])
        #expect(child.run().ending == .exited(status), "\(command)")
        #expect(
          try program.text(of: "errors").contains(
            "Cannot write the output: No space left on device."))
      }
    }
  }

  @Test func `what stands in the way is named for what it is`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario(), "folder/file": ""])
    func errors(_ words: String...) throws -> String {
      let answer = try program.run(words)
      #expect(answer.status == 3)
      return answer.errors
    }
    #expect(
      try errors("replay", "small.yaml", "--out", "folder")
        == "folder: error: the replay cannot be written: it is a folder\n")
    #expect(
      try errors("run", "small.yaml", "--out", "small.yaml").hasPrefix(
        "small.yaml: error: the results cannot be written here: it is a file\n"))
    #expect(
      try errors("run", "small.yaml", "--out", "small.yaml/x").hasPrefix(
        "small.yaml/x: error: the results cannot be written here: Not a directory\n"))
    #expect(
      try errors("run", "small.yaml", "--trace", "folder")
        == "folder: error: the trace cannot be written: it is a folder\n")
    #expect(try errors("inspect", "").hasPrefix("faultline: An empty text is no operand;"))
  }

  @Test func `a device that is named to be written to stays one`() throws {
    let program = try WholeProgram(["small.yaml": smallScenario()])
    let answer = try program.run(
      "replay", "small.yaml", "--out", "/dev/null")
    #expect(answer.status == 0, "\(answer.errors)")
    let facts = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(facts[.type] as? FileAttributeType == .typeCharacterSpecial)
  }
}

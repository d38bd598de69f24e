// Results that cannot be written: the report comes all the same, and what is wrong is said in plain words.

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
    #expect(answer.output.contains(command == "run" ? "HELD  3 of 3" : "NOT COMPARED"))
    expectText(
      answer.errors,
      is: """
        out/small.json: error: the result is not kept: the file cannot be written: No space left on device

        """)
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

// The door for commands: what lies in the folder stands in the list.

import Foundation
import Testing

@testable import FaultlineCLI

struct CommandsTests {
  @Test func `every command's file stands in the list, and the list names no other`() throws {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/FaultlineCLI/Commands")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Command.swift") && $0 != "Command.swift" }
      .map { String($0.dropLast(".swift".count)) }
    #expect(files.contains("HelpCommand"))
    #expect(Set(Commands.all.map { "\(type(of: $0))" }) == Set(files))
  }

  @Test func `every command can be explained`() {
    for command in Commands.all {
      #expect(command.summary.hasSuffix("."), "\(command.name)")
      #expect(command.summary.count <= 60, "\(command.name)")
      #expect(!command.purpose.isEmpty, "\(command.name)")
      #expect(
        command.isHidden
          || command.examples.allSatisfy { $0.line.contains("faultline") }
            && !command.examples.isEmpty,
        "\(command.name)")
    }
  }

  @Test func `names of commands and of their options are unique`() {
    #expect(Set(Commands.all.map(\.name)).count == Commands.all.count)
    for command in Commands.all + [SampleCommand()] {
      let spellings =
        command.options.map(\.spelling) + command.options.compactMap { $0.short.map { "-\($0)" } }
        + ["--help", "-h"]
      #expect(Set(spellings).count == spellings.count, "\(command.name)")
    }
  }
}

// Pipes and devices as scenarios: read to their end, and never waited for without end.

import Foundation
import Glibc
import Testing

@testable import FaultlineScenarios

@Suite struct PatientFileTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "faultline-pipe-\(UUID().uuidString)").path
  private let hasty = InterruptibleReader(opening: .milliseconds(50), silence: .milliseconds(50))

  private func refusal(_ path: String) -> String {
    rejection { () throws(Diagnostic) in try hasty.read(path).text }
  }

  @Test func `a pipe that nothing opens, and one that says nothing, are refused`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(refusal(path).contains("this pipe is empty"))
    let writer = open(path, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    #expect(refusal(path).contains("nothing has come from here"))
    #expect(Glibc.write(writer, "half", 4) == 4)
    #expect(refusal(path).contains("nothing has come from here"))
  }

  @Test func `devices end, or are cut at what a scenario may have`() throws {
    #expect(refusal("/dev/zero").contains("a scenario has at most"))
    #expect(try hasty.read("/dev/null").text == "")
    #expect(refusal("/").contains("the file cannot be read: Is a directory"))
    #expect(refusal("/nowhere").contains("No such file"))
    #expect(refusal("").contains("No such file"))
  }
}

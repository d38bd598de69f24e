// P6: contexts in trees, and threads that nest their ways through them: none waits for ever.

import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct DeadlockTests {
  private static let seeds = Effort.choose(quick: 12, ci: 100, full: 1_000)

  @Test func `every tangle ends, or stops with a sentence`() throws {
    let program = try #require(TestPrograms.url, "It is built with the tests.")
    var ends: [String: Int] = [:]
    for seed in 1...Self.seeds {
      let end = try play(program, seed)
      ends[end, default: 0] += 1
      #expect(end == "done" || end == "refused", "seed \(seed): \(end)")
    }
    // Waits that end are the rule, also where all threads nest.
    #expect(ends["done", default: 0] > 0)
    print(
      "tangles: \(ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))"
    )
  }

  /// How a tangle ended: by itself, with the sentence, or otherwise.
  private func play(_ program: URL, _ seed: Int) throws -> String {
    let child = Process()
    let (output, errors) = (Pipe(), Pipe())
    child.executableURL = program
    child.arguments = ["tangle", "\(seed)"]
    child.standardOutput = output
    child.standardError = errors
    try child.run()
    let watchdog = DispatchWorkItem { [process = child.processIdentifier] in kill(process, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    let said = Mutex("")
    let reading = DispatchGroup()
    DispatchQueue.global().async(group: reading) {
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      said.withLock { $0 = text }
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    reading.wait()
    child.waitUntilExit()
    watchdog.cancel()
    let complaint = said.withLock { $0 }
    if text.contains("done"), child.terminationStatus == 0 { return "done" }
    if complaint.contains("would never end: the thread that uses it waits for context") {
      return "refused"
    }
    let isHung = child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGKILL
    return isHung ? "hung" : "crashed: \(complaint.prefix(400))"
  }
}

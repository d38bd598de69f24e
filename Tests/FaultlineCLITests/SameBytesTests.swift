// The same scenario gives the same bytes: run after run, inline, and in a hundred processes.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct SameBytesTests {
  private static let firstLight = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios/first-light.yaml")

  /// Five processes, or twenty or a hundred where there is time.
  private static let processes = Effort.choose(quick: 5, ci: 20, full: 100)

  private func program() throws -> WholeProgram {
    try WholeProgram(["first-light.yaml": String(contentsOf: Self.firstLight, encoding: .utf8)])
  }

  @Test func `two runs and a run in one process write the same document`() throws {
    let program = try program()
    let size = ["first-light.yaml", "--set", "employees=40", "--no-progress"]
    for (folder, options) in [("a", []), ("b", []), ("c", ["--inline"])] as [(String, [String])] {
      let answer = try program.run(["run"] + size + ["--out", folder] + options)
      #expect(answer.status == 0, "\(answer)")
    }
    let document = try program.text(of: "a/first-light.json")
    expectText(try program.text(of: "b/first-light.json"), is: document)
    expectText(try program.text(of: "c/first-light.json"), is: document)
    #expect(document.contains("\"alloc.count\""))
    #expect(!document.contains("\"time.wall\" :"))
  }

  @Test(arguments: ["let go", "refresh", "reset", "retain"])
  func `every process reads the same exact metrics at every checkpoint`(variant: String) throws {
    var order = TrialOrder("first-light/\(variant)", of: "first-light.yaml")
    order.choices.parameters = [Setting(name: "employees", value: "40")]
    order.choices.repeats = 2
    let text = try String(contentsOf: Self.firstLight, encoding: .utf8)
    let program = try WholeProgram(["order": order.input(text)])
    var pictures: Set<String> = []
    for _ in 0..<Self.processes {
      let report = program.shell(#"cd "$1" && "$2" trial <order"#, [])
      var picture = ""
      let ending = report.run { picture += Self.picture(of: $0.text) }.ending
      #expect(ending == .exited(0))
      pictures.insert(picture)
    }
    #expect(pictures.count == 1, "\(pictures)")
    #expect(pictures.first?.contains("1 end: objects.registered=0 ") == true)
  }

  /// The exact readings of a line that a trial wrote, a checkpoint a line.
  private static func picture(of line: String) -> String {
    guard let message = WireMessage(line: line) else { return "no message: \(line)\n" }
    guard case .sample(let sample) = message else { return "\(message)\n" }
    return sample.checkpoints.map { checkpoint in
      let readings = checkpoint.readings.filter { !Self.informative.contains($0.metric) }
      let words = readings.map { "\($0.metric)=\($0.quantity)" }.joined(separator: " ")
      return "\(sample.pass) \(checkpoint.name): \(words)\n"
    }.joined()
  }

  private static let informative: Set<String> = [
    "heap.resident", "heap.active", "heap.fragmentation", "process.rss", "time.wall", "time.cpu",
  ]
}

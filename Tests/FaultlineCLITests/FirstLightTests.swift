// The figures of the first scenario, exactly, in every repeat.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct FirstLightTests {
  /// C1, C2, C3, R2, R4: 40 employees in 20 pairs, realized in both directions.
  @Test
  func
    `retain cycles leak, a refresh unties them, a reset drops all, and retaining lasts till the end`()
    throws
  {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Scenarios/first-light.yaml").path
    let program = try WholeProgram()
    let answer = try program.run(
      "run", file, "--set", "employees=40", "--no-progress", "--out", ".")
    #expect(answer.status == 0, "\(answer.errors)")
    let result = try RunResult.read(from: program.folder.appending(path: "first-light.json"))
    let scenario = try #require(result.scenarios.first)
    #expect(scenario.trials.map(\.samples.count) == [3, 3, 3, 3])
    let rows = scenario.trials.flatMap { trial in
      trial.samples.map { sample in
        let figures = Self.figures.map { metric, checkpoint in
          sample[checkpoint]?[metric]?.description ?? "–"
        }
        return "\(trial.variant) \(sample.pass): \(figures.joined(separator: " "))"
      }
    }
    expectText(
      rows.joined(separator: "\n"),
      is: """
        let go 1: 40 40 40 20 0 40 20
        let go 2: 40 40 40 20 0 40 20
        let go 3: 40 40 40 20 0 40 20
        refresh 1: 40 0 0 20 20 0 0
        refresh 2: 40 0 0 20 20 0 0
        refresh 3: 40 0 0 20 20 0 0
        reset 1: 40 0 0 20 20 0 0
        reset 2: 40 0 0 20 20 0 0
        reset 3: 40 0 0 20 20 0 0
        retain 1: 40 40 0 20 20 0 0
        retain 2: 40 40 0 20 20 0 0
        retain 3: 40 40 0 20 20 0 0
        """)
    // Where no object is left, no byte is left; and forty objects do not weigh nothing.
    let left = scenario.trials.map { trial in
      trial.samples.map { $0["end"]?["leaked.bytes"] ?? -1 }
    }
    #expect(left.dropFirst() == [[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    #expect(left[0].allSatisfy { $0 > 0 && $0 == left[0][0] })
    for trial in scenario.trials {
      for sample in trial.samples {
        let end = try #require(sample["end"])
        #expect(end["bytes.live"] == end["leaked.bytes"])
      }
    }
  }

  private static let figures = [
    ("objects.registered", "realized"), ("objects.live", "released"), ("objects.live", "end"),
    ("cycles.count", "realized"), ("cycles.broken", "end"), ("leaked.objects", "end"),
    ("leaked.cycles", "end"),
  ]
}

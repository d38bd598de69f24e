// Shipped scenarios, replayed where nobody sits at a terminal: all frames one after the other.

import FaultlineMeasures
import FaultlineReplay
import Foundation

/// A scenario of the rules.
func ruleScenario(_ name: String) -> String {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios/rules/\(name).yaml").path
}

/// The frames of a scenario as text, a hundred characters wide.
func replayed(_ name: String, _ parameter: String) throws -> String {
  let answer = try WholeProgram().run(
    ["replay", ruleScenario(name), "--terminal", "--set", parameter],
    environment: ["COLUMNS": "100"])
  return answer.output.hasSuffix("\n") ? String(answer.output.dropLast()) : answer.output
}

/// The film of a scenario, as the program writes it.
func film(of file: String, _ words: String...) throws -> Replay {
  let program = try WholeProgram()
  _ = try program.run(["replay", file, "--out", "film.json", "-q"] + words)
  return try Replay.read(from: program.folder.appending(path: "film.json"))
}

// What a pass may do at most, where it is chosen for one run and not in the file.

import FaultlineMeasures

extension Scenario {
  /// The scenario with other limits than its own, as `--limit operations=1e8` gives them.
  func allowing(_ limits: [Setting]) throws(Diagnostic) -> Scenario {
    var scenario = self
    for limit in limits {
      guard limit.name == ScenarioReader.operationsKey.name else {
        let known = ScenarioReader.limitKeys.map(\.name)
        throw Diagnostic(
          "there is no limit \(limit.name.inQuotes)"
            + Spelling.question(for: limit.name, among: known),
          file: file, notes: ["known limits: \(Spelling.list(known))"])
      }
      let node = Node(argument: limit.value.plain, of: "--limit \(limit.name)")
      scenario.mostOperations = try node.mostOperations()
    }
    return scenario
  }
}

extension Node {
  /// How many operations a pass may come to; a word for none allows any number.
  func mostOperations() throws(Diagnostic) -> Int { try integerOrOff(in: 1...Int.max) ?? .max }
}

extension CostEstimate {
  /// How ten times as much is allowed, for those whose scenario comes to more than it may.
  static func notes(allowingMoreThan limit: Int) -> [String] {
    let more = grouped(limit.times(10))
    return [
      "'limits: {operations: \(more)}' in the scenario allows more",
      "'--limit operations=\(more)' allows it for one run",
    ]
  }

  /// Digits in groups, as a scenario may have them.
  static func grouped(_ number: Int) -> String {
    NumberText.grouped(number).replacing(",", with: "_")
  }
}

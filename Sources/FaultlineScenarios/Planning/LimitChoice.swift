// What a pass may do at most, and where that is chosen for one run and not in the file.

import FaultlineMeasures

/// The limits of a pass, checked by its plan before anything runs.
struct PassLimits: Sendable {
  /// The most steps and objects.
  var operations: Int
  /// The most checkpoints: each takes all readings, which are kept until the result is written.
  var checkpoints: Int
  /// The most bytes of text and data in the values that are set or loaded.
  var bytes: Int

  /// The limits of a scenario that names none.
  static let standard = PassLimits(operations: 10_000_000, checkpoints: 5_000, bytes: 4 << 30)
  /// No limits.
  static let none = PassLimits(operations: .max, checkpoints: .max, bytes: .max)

  /// Sets the limit of a name; a word for none allows any number.
  mutating func set(_ name: String, to node: Node) throws(Diagnostic) {
    let most = try node.integerOrOff(in: 1...Int.max) ?? .max
    switch name {
    case ScenarioReader.operationsKey.name: operations = most
    case ScenarioReader.checkpointsKey.name: checkpoints = most
    default: bytes = most
    }
  }
}

extension Scenario {
  /// The scenario with other limits than its own, as `--limit operations=1e8` gives them.
  func allowing(_ limits: [Setting]) throws(Diagnostic) -> Scenario {
    var scenario = self
    for limit in limits {
      let known = ScenarioReader.limitKeys.map(\.name)
      guard known.contains(limit.name) else {
        throw Diagnostic(
          "there is no limit \(limit.name.inQuotes)"
            + Spelling.question(for: limit.name, among: known),
          file: file, notes: ["known limits: \(Spelling.list(known))"])
      }
      try scenario.limits.set(
        limit.name, to: Node(argument: limit.value.plain, of: "--limit \(limit.name)"))
    }
    return scenario
  }
}

extension CostEstimate {
  /// How ten times as much is allowed, for those whose scenario comes to more than it may.
  static func notes(
    allowingMoreThan limit: Int, of name: String = ScenarioReader.operationsKey.name
  ) -> [String] {
    let more = grouped(limit.times(10))
    return [
      "'limits: {\(name): \(more)}' in the scenario allows more",
      "'--limit \(name)=\(more)' allows it for one run",
    ]
  }

  /// Digits in groups, as a scenario may have them.
  static func grouped(_ number: Int) -> String {
    NumberText.grouped(number).replacing(",", with: "_")
  }
}

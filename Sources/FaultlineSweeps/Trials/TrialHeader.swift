// What stands at the head of a trial file: for which work it answers, and what its exact readings may depend on.

package import FaultlineMeasures

/// The first line of a trial file.
package struct TrialHeader: Sendable, Equatable {
  /// The version of the file that this program writes.
  package static let currentSchemaVersion = 1

  package var schemaVersion = Self.currentSchemaVersion
  /// The name of the plan.
  package var plan = ""
  /// The digest of the work.
  package var key = ""
  /// The id of the trial, for readers.
  package var id = ""
  package var facts = TrialFacts()

  package init() {}

  /// The head of a cell's file.
  package init(_ cell: SweepCell, of plan: SweepPlan, facts: TrialFacts) {
    self.plan = plan.name
    key = cell.key
    id = cell.id
    self.facts = facts
  }
}

/// What two machines must share for their exact readings to be one result.
package struct TrialFacts: Sendable, Hashable {
  /// The version of the tool.
  package var tool = ""
  /// The build id of the program.
  package var program = ""
  /// What heap and SQLite readings hang on.
  package var machine = KeyFacts(architecture: "", pageSize: 0)

  package init() {}

  package init(_ program: Program, on machine: KeyFacts) {
    tool = program.version
    self.program = program.build
    self.machine = machine
  }

  /// What differs from other facts, each in a few words.
  package func differences(from base: TrialFacts) -> [String] {
    let pairs = [("faultline", base.tool, tool), ("the build id", base.program, program)]
    return pairs.filter { $0.1 != $0.2 }.map { "\($0.0) was \($0.1) and is \($0.2)" }
      + machine.differences(from: base.machine)
  }
}

extension TrialHeader: FieldRecord {
  package static let fields: [Field<TrialHeader>] = [
    Field("schemaVersion", \.schemaVersion, .whole(from: 1)),
    Field("plan", \.plan, .text),
    Field("key", \.key, .text),
    Field("id", \.id, .text),
    Field("facts", \.facts, .named("facts")),
  ]
}

extension TrialFacts: FieldRecord {
  package static let fields: [Field<TrialFacts>] = [
    Field("tool", \.tool, .text),
    Field("program", \.program, .text),
    Field("machine", \.machine, .named("keyFacts")),
  ]
}

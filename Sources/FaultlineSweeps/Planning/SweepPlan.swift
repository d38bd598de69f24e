// The plan of a sweep: every cell that is to run, under which choices, and which shard runs it.

package import FaultlineMeasures
import FaultlineScenarios

/// What `plan.json` says.
package struct SweepPlan: Sendable, Equatable {
  /// The version of the document that this program writes.
  package static let currentSchemaVersion = 1

  /// The digest of the work: of every text, choice and cell, and not of how they are spread over shards.
  package var name = ""
  /// How many parts the cells are spread over.
  package var shards = 1
  /// How many shards a plan may have.
  package static let shardCounts = 1...10_000
  /// The revision of the working copy in which it was made, if there was one.
  package var revision: String?
  /// Under what the cells run.
  package var choices = SweepChoices()
  /// The scenarios, in the order in which their results are written.
  package var scenarios: [SweepScenario] = []

  package init() {}

  /// All cells with the scenario of each, in the order of the plan.
  package var cells: [SweepCell] { scenarios.flatMap(\.cells) }
}

/// One scenario of a sweep: its text, and its cells.
package struct SweepScenario: Sendable, Equatable {
  package var name = ""
  /// The file as results name it.
  package var file = ""
  /// The whole text, which every machine plans anew.
  package var text = ""
  /// The files that it names, by the digests of what is in them; copies lie in the folder.
  package var files: [Setting] = []
  package var cells: [SweepCell] = []

  package init() {}
}

/// One cell, which one process will play.
package struct SweepCell: Sendable, Equatable {
  /// Which trial it is.
  package var trial = TrialKey(scenario: "", variant: "")
  /// For a cell of a search, its value on each axis, as a command line writes it.
  package var over: [Setting] = []
  /// The digest of its work, by which its file is named.
  package var key = ""
  /// The steps and objects of one pass.
  package var operations = 0
  /// How many passes there are, those before anything is measured among them.
  package var passes = 0
  /// The shard that runs it, counted from 1.
  package var shard = 1

  package init() {}

  package var id: String { trial.id }
}

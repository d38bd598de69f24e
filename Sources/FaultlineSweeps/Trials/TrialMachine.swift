// What stands beside a trial file: which machine played it, how long it took, and what only informs.
// It is compared with nothing.

package import FaultlineMeasures

/// The machine file of one attempt at a trial.
package struct TrialMachine: Sendable, Codable {
  package static let currentSchemaVersion = 1

  package var schemaVersion = Self.currentSchemaVersion
  /// The digest of the work.
  package var key: String
  /// The name of the machine, or of the node that a scheduler has given it.
  package var host: String
  package var pid: Int
  /// How many attempts there were, this one among them.
  package var attempt: Int
  /// The digest of the trial file that the attempt came to.
  package var sha256: String
  package var machine: Machine
  /// What it took and what only informs, as the file beside a result has it.
  package var trial: RunSidecar.Trial
}

// What became of a run: all its scenarios, as a value and as a document on disk.

package import Foundation

/// The result of a run, which two runs of the same scenarios write with the same bytes.
package struct RunResult: Sendable, Hashable {
  /// The version of the document's shape; fields are added, never removed.
  package var schemaVersion: Int
  /// The scenarios in the order they ran.
  package var scenarios: [ScenarioResult]

  /// The version that this code writes.
  package static let currentSchemaVersion = 2

  /// Gathers scenarios.
  package init(scenarios: [ScenarioResult]) {
    schemaVersion = Self.currentSchemaVersion
    self.scenarios = scenarios
  }

  /// Died if any scenario died, else broken if any is, else incomplete if any is, else held.
  package var verdict: Verdict {
    let verdicts = scenarios.map(\.verdict)
    return [.died, .broken, .incomplete].first { verdicts.contains($0) } ?? .held
  }

  /// The document: sorted keys, exact integers, a newline at the end.
  package var json: String { StableJSON.text(of: self) }

  /// Reads a document, or throws a `ResultFileError`.
  package static func read(from file: URL) throws -> RunResult {
    try StableJSON.read(RunResult.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all.
  package func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

extension RunResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, scenarios
  }

  /// Reads a result, also one of an older version.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(scenarios: try container.decode([ScenarioResult].self, forKey: .scenarios))
    if try container.decode(Int.self, forKey: .schemaVersion) < 2 { readAsFirstVersion() }
  }
}

// Where what lies in a sweep's folder: the plan, the files that scenarios name, and the trials.

import FaultlineScenarios

/// The folder that the machines of a sweep share, or copy together.
package struct SweepFolder: Sendable, Equatable {
  /// The folder's path, as a user has named it.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The document of the plan.
  package var plan: String { FilePath.joined(path, "plan.json") }

  /// Where trial files lie, one for each trial that has ended.
  package var trials: String { FilePath.joined(path, "trials") }

  /// Where the files lie that a scenario names, by its place in the plan.
  package func files(ofScenario place: Int) -> String {
    FilePath.joined(path, "files/\(place + 1)")
  }

  /// The file of a trial, by the digest of its work.
  package func trial(_ key: String) -> String { FilePath.joined(trials, "\(key).jsonl") }
}

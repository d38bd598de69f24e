// Where baselines are kept: a file a scenario, in the repository, beside the code they are about.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// The folder of the baselines.
struct BaselineFolder {
  private let folder: String

  /// The folder of that name, or `Reports/baselines`.
  init(_ name: String?) {
    folder = name ?? "Reports/baselines"
  }

  /// The file of a scenario, as a user would name it.
  func path(of scenario: String) -> String {
    FilePath.joined(folder, "\(scenario).json")
  }

  /// The baselines of these scenarios; one that was never accepted is left out.
  func read(_ scenarios: [String]) throws(Diagnostic) -> [String: Baseline] {
    var baselines: [String: Baseline] = [:]
    for name in scenarios {
      guard FileManager.default.fileExists(atPath: file(of: name).path) else { continue }
      let baseline: Baseline
      do {
        baseline = try Baseline.read(from: file(of: name))
      } catch {
        throw complaint(name, (error as? ResultFileError)?.reason ?? "\(error)")
      }
      guard baseline.scenario == name else {
        throw complaint(name, "it is of the scenario '\(baseline.scenario)'")
      }
      baselines[name] = baseline
    }
    return baselines
  }

  /// Writes a baseline in its place.
  func write(_ baseline: Baseline) throws(Diagnostic) {
    do {
      try baseline.write(to: file(of: baseline.scenario))
    } catch {
      throw Diagnostic(
        "the baseline cannot be written: \((error as? ResultFileError)?.reason ?? "\(error)")",
        file: path(of: baseline.scenario))
    }
  }

  private func file(of scenario: String) -> URL { FilePath.url(path(of: scenario)) }

  private func complaint(_ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "this baseline cannot be used: \(reason)", file: path(of: name),
      notes: ["bring back an older version of the file, or delete it and run faultline accept"])
  }
}

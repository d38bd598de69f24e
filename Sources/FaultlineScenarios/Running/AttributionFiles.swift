// The files that say what allocates in one trial: stacks for other tools, and a tree for the report.

package import FaultlineMeasures
import FaultlineProfiler
import Foundation

/// The files of one trial, in the folder of a run's attributions.
package struct AttributionFiles {
  /// The folder beside the results of a run.
  package static let folder = "attribution"

  /// What the files' names end with.
  private enum Ending: String, CaseIterable {
    case held = "held.folded"
    case taken = "taken.folded"
    case profile = "pb.gz"
    case flame = "flame.json"
  }

  private let path: String
  private let trial: String

  /// Names the files of a trial.
  package init(_ folder: String, trial: String) {
    let name = trial.map { $0.isLetter || $0.isNumber || ".=".contains($0) ? $0 : "-" }
    path = "\(folder)/\(Self.short(String(name)))"
    self.trial = trial
  }

  /// The name, or a part of it and a fingerprint where a file's name has no room for it.
  private static func short(_ name: String) -> String {
    guard name.utf8.count > FilePath.longestName else { return name }
    return "\(name.prefix(40))-\(Fingerprint.of([name]))"
  }

  /// The files in few words.
  var words: String { "\(path).{\(Ending.allCases.map(\.rawValue).joined(separator: ","))}" }

  /// Writes what was found out.
  func write(_ result: HeapAttribution) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(result.held.text.utf8).write(to: file(.held), options: .atomic)
    try Data(result.taken.text.utf8).write(to: file(.taken), options: .atomic)
    try Data(result.profile.data).write(to: file(.profile), options: .atomic)
    try result.flame(of: trial).write(to: file(.flame))
  }

  /// The tree, where there is one of this trial.
  package var flame: Flame? {
    guard let flame = try? Flame.read(from: file(.flame)), flame.trial == trial else { return nil }
    return flame
  }

  /// The trees of those trials that have one, by their ids.
  package static func flames(of trials: [String], in folder: String) -> [String: Flame] {
    var flames: [String: Flame] = [:]
    for trial in trials { flames[trial] = AttributionFiles(folder, trial: trial).flame }
    return flames
  }

  /// Takes away what an earlier run has found out: it is not true of a later one.
  package func remove() {
    for ending in Ending.allCases { try? FileManager.default.removeItem(at: file(ending)) }
  }

  private func file(_ ending: Ending) -> URL {
    URL(fileURLWithPath: "\(path).\(ending.rawValue)")
  }
}

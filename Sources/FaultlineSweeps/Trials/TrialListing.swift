// What lies in the folder of trials, by the work that it belongs to: one look at the folder serves ten thousand cells.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation
import FaultlineSystem

/// The names in the folder of trials.
package struct TrialListing: Sendable {
  /// The names of files that came second and differ, by key.
  package private(set) var conflicts: [String: [String]] = [:]
  /// The names of machine files, by key.
  package private(set) var machines: [String: [String]] = [:]
  /// The keys of all trial files.
  package private(set) var keys: Set<String> = []
  /// The keys of trials that run, as far as their processes show signs of life.
  package private(set) var running: Set<String> = []

  /// For so many seconds a sign of life is believed.
  private static let patience = 60

  package init(_ folder: SweepFolder, host: String) throws(Diagnostic) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.trials) else {
      throw Diagnostic(
        "the trials of this sweep cannot be listed", file: folder.trials,
        notes: ["'faultline sweep plan' makes the folder"])
    }
    for name in names.sorted() {
      if name.hasPrefix(".") {
        let parts = name.dropFirst().split(separator: ".").map(String.init)
        let path = FilePath.joined(folder.trials, name)
        if parts.count == 4, Self.runs(path, onThisMachine: parts[1] == host, Int32(parts[2])) {
          running.insert(parts[0])
        }
        continue
      }
      guard let dot = name.firstIndex(of: ".") else { continue }
      let key = String(name[..<dot])
      if name.hasSuffix(".machine.json") {
        machines[key, default: []].append(name)
      } else if name[dot...].hasPrefix(".conflict-") {
        conflicts[key, default: []].append(name)
      } else if name[dot...] == ".jsonl" {
        keys.insert(key)
      }
    }
  }

  private static func runs(_ path: String, onThisMachine isHere: Bool, _ pid: Int32?) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mtim.tv_sec + patience >= time(nil) else {
      return false
    }
    guard isHere, let pid else { return true }
    return kill(pid, 0) == 0 || errno == EPERM
  }

  /// Removes what processes have left that ended in the middle, once it is an hour old.
  package static func clearLost(_ folder: SweepFolder) {
    let hour = 3_600
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.trials)) ?? [] {
      let path = FilePath.joined(folder.trials, name)
      var facts = stat()
      guard name.hasPrefix("."), name.split(separator: ".").count == 4, stat(path, &facts) == 0,
        facts.st_mtim.tv_sec + hour < time(nil)
      else { continue }
      unlink(path)
    }
  }
}

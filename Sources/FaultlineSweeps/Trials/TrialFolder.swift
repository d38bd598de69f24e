// The folder in which trials are kept: how a file gets its name, and what happens to one that comes second.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation
import FaultlineSystem

/// Where the trials of a sweep are kept, as one process of one machine sees it.
package struct TrialFolder: Sendable {
  package let folder: SweepFolder
  /// What the machine is called.
  package let host: String

  package init(_ folder: SweepFolder, host: String) {
    self.folder = folder
    self.host = host
  }

  /// What became of a file that was to be kept.
  package enum Keeping: Sendable, Equatable {
    /// It is there.
    case kept
    /// Another process was first, and read the same.
    case agreed
    /// Another process was first, and read something else: this one lies beside it under that name.
    case conflict(String)
  }

  /// Begins a trial: a file that nothing takes for a result shows that it runs.
  package func begin(_ cell: SweepCell) throws(Diagnostic) -> TrialMark {
    do throws(WholeFile.Refusal) {
      return try TrialMark(folder.trials, key: cell.key, host: host)
    } catch {
      throw unkept(cell, error)
    }
  }

  /// Keeps a trial that has ended: the first has its name, and a later one that differs is kept beside it.
  package func keep(
    _ file: TrialFile, of cell: SweepCell, as mark: TrialMark, inPlaceOfDeath: Bool = false
  ) throws(Diagnostic) -> Keeping {
    do throws(WholeFile.Refusal) {
      try mark.write(file.bytes)
      let path = folder.trial(cell.key)
      // What cannot be believed, and a death that is tried again, give way; both are no more what they were.
      if giveWay(TrialFile.read(path), inPlaceOfDeath) {
        try mark.replace(path)
        return .kept
      }
      if try mark.link(path) { return .kept }
      guard case .whole(let first) = TrialFile.read(path), !first.agrees(with: file) else {
        return .agreed
      }
      for number in 1... {
        let name = FilePath.joined(folder.trials, "\(cell.key).conflict-\(number)")
        if try mark.link(name) { return .conflict(name) }
        if case .whole(let other) = TrialFile.read(name), other.agrees(with: file) { break }
      }
      return .agreed
    } catch {
      throw unkept(cell, error)
    }
  }

  private func giveWay(_ reading: TrialFile.Reading, _ inPlaceOfDeath: Bool) -> Bool {
    switch reading {
    case .missing, .newer: false
    case .broken: true
    case .whole(let file): inPlaceOfDeath && file.death != nil
    }
  }

  /// Writes what stands beside a trial file.
  package func write(_ machine: TrialMachine, of cell: SweepCell) throws(Diagnostic) {
    let name = "\(cell.key).\(host)-\(getpid()).machine.json"
    do throws(WholeFile.Refusal) {
      try WholeFile.write(StableJSON.line(of: machine), to: FilePath.joined(folder.trials, name))
    } catch {
      throw unkept(cell, error)
    }
  }

  private func unkept(_ cell: SweepCell, _ refusal: WholeFile.Refusal) -> Diagnostic {
    Diagnostic(
      "the result of '\(cell.id)' cannot be kept: \(refusal.reason)",
      file: folder.trial(cell.key),
      notes: ["nothing that was kept before is lost; run the shard again when there is room"])
  }
}

extension TrialFile {
  /// Whether another file of the same work says the same; facts may differ, for a merge looks at those.
  func agrees(with other: TrialFile) -> Bool {
    bytes[trial] == other.bytes[other.trial]
  }
}

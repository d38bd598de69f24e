// Where a machine keeps what was settled: a file among the user's settings.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// The file with the settlement of this machine.
package struct CalibrationFile {
  /// Where it lies.
  package let path: String

  package init(at path: String) { self.path = path }

  /// The user's: in `$XDG_CONFIG_HOME` or `~/.config`; nil where there is neither.
  package static func usual(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> CalibrationFile? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return CalibrationFile(at: "\(folder)/faultline/settled")
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return CalibrationFile(at: "\(home)/.config/faultline/settled")
    }
    return nil
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// What is settled; nil where nothing is.
  package func settlement() throws(Diagnostic) -> BehaviorCalibration? {
    guard isThere else { return nil }
    let text = try InterruptibleReader().read(path).text
    do throws(Diagnostic) {
      return try BehaviorCalibration(text, file: path)
    } catch {
      throw Diagnostic(
        "what was settled cannot be read: \(error.message)", file: path,
        notes: ["'faultline settle --forget' removes the file"])
    }
  }

  /// Keeps a settlement in place of the one before.
  package func keep(_ settlement: BehaviorCalibration) throws(Diagnostic) {
    let folder = FilePath.folder(of: path)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Diagnostic("the folder for what is settled cannot be made", file: folder)
    }
    try OutputFile(what: "what is settled", path: path).write(settlement.text)
  }

  /// Removes it; whether there was one.
  package func forget() throws(Diagnostic) -> Bool {
    guard isThere else { return false }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Diagnostic("what is settled cannot be removed", file: path)
    }
    return true
  }
}

extension BehaviorCalibration {
  /// Returns what a run takes for settled; nil for nothing.
  ///
  /// Where `isRequired`, there has to be a measurement.
  package static func kept(isRequired: Bool) throws(Diagnostic) -> BehaviorCalibration? {
    let settlement = try CalibrationFile.usual()?.settlement()
    guard settlement != nil || !isRequired else {
      throw Diagnostic(
        "nothing is settled on this machine", file: "--settled",
        notes: ["'faultline settle OUTPUT' reads what Settle.swift has printed on a Mac"])
    }
    return settlement
  }
}

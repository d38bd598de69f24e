// The machine file that belongs to a trial file: found by the digest of that, and handed on as it is.

import FaultlineMeasures
import FaultlineScenarios

/// The one line of a machine file.
struct MachineLine {
  private var bytes: [UInt8]
  private(set) var host = ""
  private var digest = ""
  private var trial = 0..<0
  private var facts = 0..<0

  /// The machine file of the attempt that came to a trial file; nil where it was lost, for no number hangs on it.
  static func of(
    _ key: String, _ digest: String, _ listing: TrialListing, in folder: SweepFolder
  ) -> MachineLine? {
    for name in listing.machines[key] ?? [] {
      guard case .read(let bytes) = FileBytes.read(FilePath.joined(folder.trials, name)),
        let line = MachineLine(bytes), line.digest == digest
      else { continue }
      return line
    }
    return nil
  }

  private init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var line = self
    let isWhole = bytes.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      do throws(JSONCursor.Failure) {
        try cursor.object { cursor, key throws(JSONCursor.Failure) in
          if key.isWord("host") {
            line.host = try cursor.string()
          } else if key.isWord("sha256") {
            line.digest = try cursor.string()
          } else if key.isWord("trial") {
            line.trial = try cursor.skip()
          } else if key.isWord("machine") {
            line.facts = try cursor.skip()
          } else {
            try cursor.skip()
          }
        }
        return true
      } catch {
        return false
      }
    }
    guard isWhole, !line.trial.isEmpty else { return nil }
    self = line
  }

  /// The machine.
  func machine() -> Machine? {
    bytes.withUnsafeBytes { StableJSON.value(Machine.self, $0, facts) }
  }

  /// What only informs, pass by pass.
  func samples() -> [Sample]? {
    bytes.withUnsafeBytes { StableJSON.value(RunSidecar.Trial.self, $0, trial) }?.samples
  }

  /// The line of the trial for the file beside the result, with the host's name in its place.
  func line() -> [UInt8] {
    // Keys are sorted, and a host's name has letters, digits and dashes only.
    Array("{\"host\":\"\(host)\",".utf8) + bytes[trial].dropFirst()
  }
}

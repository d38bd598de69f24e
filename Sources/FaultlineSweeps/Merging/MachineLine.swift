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

/// The groups of machines of a sweep.
struct MachineGroups {
  /// The facts of each group, in the order of the cells that show them first.
  private(set) var facts: [TrialFacts] = []

  init(_ scenarios: [SurveyedScenario]) {
    for trial in scenarios.flatMap({ $0.trials + $0.seconds }) where !facts.contains(trial.facts) {
      facts.append(trial.facts)
    }
  }

  /// The folder of a group's results.
  static func folder(_ place: Int) -> String { "machine-\(place + 1)" }

  /// What one group has measured of a scenario, like a run of these trials alone.
  func part(of scenario: SurveyedScenario, _ facts: TrialFacts) -> SurveyedScenario {
    let first = scenario.trials.filter { $0.facts == facts }
    let known = Set(first.map(\.cell.key))
    let own =
      first + scenario.seconds.filter { $0.facts == facts && !known.contains($0.cell.key) }
    let keys = Set(own.map(\.cell.trial))
    let plan = scenario.plan.keeping { keys.contains($0.key) }
    let byKey = Dictionary(own.map { ($0.cell.trial, $0) }, uniquingKeysWith: { first, _ in first })
    return SurveyedScenario(plan: plan, trials: plan.trials.compactMap { byKey[$0.key] })
  }
}

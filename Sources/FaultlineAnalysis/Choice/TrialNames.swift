// What reports call the trials of a scenario: what sets them apart. What all of them share is said once, above the
// table, so that names stay short enough to be read in full.

package import FaultlineMeasures

/// The names of the trials that stand together in a report.
package struct TrialNames {
  /// What all of them share, such as `variant default`; empty where there is one trial.
  package let shared: [String]
  /// What the values in short names are of, such as `batch · undo`; nil where the trials do not vary the same things.
  package let shortHead: String?
  private let apart: [TrialKey: [Part]]
  private let titled: [String: TrialKey]

  /// One thing that a trial is known by.
  private struct Part: Hashable {
    package let name: String
    package let value: String
    /// What full names say.
    package let words: String
  }

  /// Names the trials of a scenario.
  package init(_ scenario: ScenarioResult) { self.init(scenario.trials.map(\.key)) }

  /// Names what these keys are of.
  package init(_ keys: [TrialKey]) {
    let parts = keys.map(Self.parts)
    let common = parts.dropFirst().reduce(Set(parts.first ?? [])) { $0.intersection($1) }
    let isVaried = parts.contains { !common.isSuperset(of: $0) }
    let isShared: (Part) -> Bool = { isVaried && common.contains($0) }
    shared = (parts.first ?? []).filter(isShared).map { part in
      part.words == part.value ? "\(part.name) \(part.value)" : part.words
    }
    let rest = parts.map { $0.filter { !isShared($0) } }
    apart = Dictionary(zip(keys, rest), uniquingKeysWith: { first, _ in first })
    titled = Dictionary(keys.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
    let heads = Set(rest.map { $0.map(\.name) })
    shortHead = heads.count == 1 ? heads.first?.joined(separator: " · ") : nil
  }

  private static func parts(of key: TrialKey) -> [Part] {
    [Part(name: "variant", value: key.variant, words: key.variant)]
      + (key.axes + key.sizes).map {
        Part(name: $0.name, value: $0.value.plain, words: $0.assignment)
      }
      + (key.store.map { [Part(name: "store", value: $0, words: $0)] } ?? [])
  }

  /// The name of a trial, such as `batch=100 · undo=none`.
  package func name(of trial: TrialResult) -> String { name(of: trial.key) }

  /// The name of what has this key.
  package func name(of key: TrialKey) -> String {
    apart[key]?.map(\.words).joined(separator: " · ") ?? key.title
  }

  /// The values that set a trial apart, such as `100 · none`; nil for a trial of another scenario.
  package func values(of trial: TrialResult) -> String? {
    apart[trial.key]?.map(\.value).joined(separator: " · ")
  }

  /// The name of what has this title; a title of none of them is as good as a name.
  package func name(ofTitle title: String) -> String { titled[title].map(name) ?? title }

  /// What is said above a table, of its names and of readings that are the same; empty where nothing is.
  package func lead(alsoSharing readings: [String]) -> String {
    let same = shared + readings
    return same.isEmpty ? "" : "In all rows: " + same.joined(separator: " · ")
  }

  /// Names in a sentence: all of them where they are few, else how many.
  package static func listed(_ names: [String]) -> String {
    areMany(names) ? counted(names.count, "variant") : names.joined(separator: ", ")
  }

  /// The names that a sentence only counts, to be lines below it; none where it lists them.
  package static func unlisted(_ names: [String]) -> [String] { areMany(names) ? names : [] }

  /// Whether so many are better read as lines than in a sentence.
  package static func areMany(_ names: some Collection) -> Bool { names.count > mostListed }

  /// So many stand in a sentence.
  package static let mostListed = 3
}

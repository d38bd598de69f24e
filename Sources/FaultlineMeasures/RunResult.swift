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

// A result's document has no times; the file beside it does. A report that is asked for them needs both.
extension RunResult {
  /// Puts the times back into the passes, as far as the file beside the result has them.
  package mutating func addTimes(of sidecar: RunSidecar) {
    let trials = Dictionary(
      sidecar.trials.map { ($0.id, $0.samples) }, uniquingKeysWith: { first, _ in first })
    for place in scenarios.indices {
      let times = Set(scenarios[place].metrics.filter { $0.group == .time }.map(\.name))
      for trial in scenarios[place].trials.indices {
        guard let samples = trials[scenarios[place].trials[trial].id] else { continue }
        scenarios[place].trials[trial].addReadings(of: times, from: samples)
      }
    }
  }
}

extension TrialResult {
  fileprivate mutating func addReadings(of metrics: Set<String>, from others: [Sample]) {
    for place in samples.indices {
      guard let other = others.first(where: { $0.pass == samples[place].pass }) else { continue }
      samples[place].checkpoints = samples[place].checkpoints.map { checkpoint in
        var checkpoint = checkpoint
        let known = Set(checkpoint.readings.map(\.metric))
        checkpoint.readings += (other[checkpoint.name]?.readings ?? [])
          .filter { metrics.contains($0.metric) && !known.contains($0.metric) }
        return checkpoint
      }
    }
  }
}

// What a document of an older version did not say in fields: numbers were texts, and what was varied stood in the id.
extension RunResult {
  /// Reads what version 1 wrote as text.
  mutating func readAsFirstVersion() {
    for place in scenarios.indices { scenarios[place].readAsFirstVersion() }
  }
}

extension ScenarioResult {
  fileprivate mutating func readAsFirstVersion() {
    parameters = parameters.retyped
    for place in trials.indices {
      trials[place].settings = trials[place].settings.retyped
      trials[place].key.findSizes(among: parameters)
    }
  }
}

extension TrialKey {
  /// Reads an id in which all that is varied is one text; which of it is a size is not written there.
  init(id: String, variant: String, store: String?) {
    self.init(scenario: id, variant: variant, store: store)
    guard let name = id.firstRange(of: "/\(variant)") else { return }
    scenario = String(id[..<name.lowerBound])
    var parts = id[name.upperBound...].split(separator: "/")
    if store != nil, !parts.isEmpty { parts.removeLast() }
    axes = parts.compactMap { part in
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      return words.count == 2 ? Setting(name: words[0], value: .reading(words[1])) : nil
    }
  }

  /// Takes parameters at the end of what is varied that are whole numbers for sizes, as older reports did.
  fileprivate mutating func findSizes(among parameters: [Setting]) {
    let names = Set(parameters.map(\.name))
    let choice = axes.lastIndex { $0.value.whole == nil || !names.contains($0.name) }
    sizes = Array(axes[(choice.map { $0 + 1 } ?? 0)...])
    axes.removeLast(sizes.count)
  }
}

extension [Setting] {
  /// The same with numbers that were written as text.
  var retyped: [Setting] { map { Setting(name: $0.name, value: .reading($0.value.plain)) } }
}

extension Setting.Value {
  fileprivate static func reading(_ text: String) -> Setting.Value {
    Int(text).flatMap { "\($0)" == text ? .whole($0) : nil } ?? .word(text)
  }
}

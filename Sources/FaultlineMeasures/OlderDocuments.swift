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

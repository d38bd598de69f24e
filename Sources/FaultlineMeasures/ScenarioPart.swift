// The parts of a scenario that a baseline remembers, so that a report can name the line that changed.

/// A part of a scenario's file.
package struct ScenarioPart: Sendable, Codable, Hashable {
  /// The kinds of parts.
  package enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
    /// A condition under `expect`; the text is the condition.
    case expectation
    /// A step; the text is the fingerprint of its contents.
    case step
    /// A parameter, or a setting of the context or of a variant; the name says which.
    case setting
  }

  /// The kind.
  package var kind: Kind
  /// The name of a setting, such as `variant weak: pool`; what a step is called.
  package var name: String
  /// The condition or the fingerprint; empty for a setting, whose value a trial has.
  package var text: String
  /// The line of the scenario's file, from 1.
  package var line: Int

  /// Describes a part.
  package init(kind: Kind, name: String, text: String, line: Int) {
    self.kind = kind
    self.name = name
    self.text = text
    self.line = line
  }
}

extension [ScenarioPart] {
  /// The texts of the parts of one kind, in the order of the file.
  package func texts(_ kind: ScenarioPart.Kind) -> [String] {
    filter { $0.kind == kind }.map(\.text)
  }

  /// The names of the variants, in the order of the file.
  package var variants: [String] {
    let beginning = "variant "
    return filter { $0.kind == .setting && $0.name.hasPrefix(beginning) && !$0.name.contains(": ") }
      .map { String($0.name.dropFirst(beginning.count)) }
  }

  /// Returns the line of a setting as a variant has it: its own, else that of the context or of the parameter.
  package func line(of setting: String, in variant: String) -> Int? {
    let names = [
      "variant \(variant): \(setting)", "context: \(setting)", "parameter: \(setting)",
      "sizes: \(setting)", "matrix: \(setting)", "variant \(variant)",
    ]
    return names.lazy.compactMap { name in
      first { $0.kind == .setting && $0.name == name }?.line
    }.first
  }

  /// Returns the first step that differs from earlier steps, or the one behind those that are gone.
  package func changedStep(since earlier: [String]) -> ScenarioPart? {
    let steps = filter { $0.kind == .step }
    let texts = steps.map(\.text)
    guard texts != earlier else { return nil }
    let place = zip(texts, earlier).prefix { $0 == $1 }.count
    return steps.isEmpty ? nil : steps[Swift.min(place, steps.count - 1)]
  }
}

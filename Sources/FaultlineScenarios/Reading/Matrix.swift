// What a scenario varies beside its variants: a product of settings, and the sizes of its parameters.

import FaultlineMeasures

/// One setting or parameter with the value that it is given.
struct Override: Sendable {
  let name: String
  /// The value as ids, tables and patterns have it.
  let value: Setting.Value
  /// Where the value stands in the file.
  let node: Node
  /// The mapping of context settings whose entry it is; nil for a parameter.
  private let mapping: Node?

  /// Reads the value of a key that names a context setting or a parameter.
  init(_ entry: Node.Entry, _ parameters: [Parameter]) throws(Diagnostic) {
    name = entry.name
    node = entry.value
    if let parameter = parameters.first(where: { $0.name == entry.name }) {
      value = try parameter.kind.value(entry.value)
      mapping = nil
      return
    }
    let mapping = Node(.mapping([entry]), at: entry.key.range)
    self.mapping = mapping
    var settings = ContextSettings()
    let fields = try Fields(mapping, of: "the matrix", keys: Self.keys(parameters))
    try settings.apply(fields)
    value = try Self.value(of: entry, settings)
  }

  /// One spelling of a setting's value, whatever was written.
  private static func value(
    of entry: Node.Entry, _ settings: ContextSettings
  ) throws(Diagnostic) -> Setting.Value {
    if let behaviour = Behavior.named(entry.name), entry.name != "undo" {
      return settings.behaviours.value(of: behaviour)
    }
    if entry.name == BehaviorProfile.key { return .word(settings.behaviours.words) }
    if ContextSettings.keys.contains(where: { $0.name == entry.name && $0.kind == .flag }) {
      return .word("\(try entry.value.flag())")
    }
    // What is switched off is not listed where that is usual.
    guard let listed = settings.listed.first(where: { $0.name == entry.name }) else {
      return .word(DisabledKeyword.word)
    }
    // A list is distinguished from a word by its brackets, and levels without a limit are no table of levels.
    let isWord = entry.value.scalar != nil || entry.name == "undo" && settings.undo == .unlimited
    return isWord ? listed.value : entry.value.setting
  }

  /// What an override may name.
  static func keys(_ parameters: [Parameter]) -> [Key] {
    ContextSettings.keys + parameters.map(\.key)
  }

  /// The value that it gives a parameter; nil when it is a context setting.
  var bound: Setting.Value? { mapping == nil ? value : nil }

  /// Sets a context setting; a parameter is left to others.
  func apply(to settings: inout ContextSettings) throws(Diagnostic) {
    guard let mapping else { return }
    try settings.apply(Fields(mapping, of: "the matrix", keys: ContextSettings.keys))
  }
}

/// The product of settings and parameters that every variant is run with.
struct Matrix: Sendable {
  /// A setting or parameter with the values that it takes, one after the other.
  struct Axis: Sendable {
    let name: String
    let values: [Override]
    /// The same values, to look one up.
    private let known: Set<Setting.Value>

    init(name: String, values: [Override]) {
      self.name = name
      self.values = values
      known = Set(values.map(\.value))
    }

    /// Whether it takes a value.
    func takes(_ value: Setting.Value) -> Bool { known.contains(value) }
  }

  /// A cell that is run in addition to the product.
  struct Extra: Sendable {
    let variant: String
    let overrides: [Override]
    let node: Node
  }

  var axes: [Axis] = []
  var excluded: [CellPattern] = []
  var included: [Extra] = []
  /// Where it is written; where the sizes are, if only those are varied.
  var node: Node?

  /// The most trials of a scenario: more are a mistake, and would take days.
  static let mostCells = 10_000
  /// The most conditions under `exclude`: each of them is held against each cell.
  static let mostPatterns = 1_000
}

/// The values that a run gives one parameter, a trial each.
struct ParameterSizes: Sendable {
  let parameter: String
  let usual: [Int]
  /// Those of a quick run, if it has some of its own.
  let quick: [Int]?

  /// How many are needed to distinguish one kind of growth from another.
  static let fewestForGrowth = 3
}

/// A condition on cells: for each name, the values that it may have.
struct CellPattern: Sendable {
  struct Part: Sendable {
    let name: String
    let values: Set<Setting.Value>
  }

  var parts: [Part] = []

  /// Whether a cell is one of those that are meant.
  func matches(_ key: TrialKey, _ behaviours: BehaviorSettings) -> Bool {
    parts.allSatisfy { part in
      if part.name == BehaviorProfile.key {
        let sides = part.values.compactMap { BehaviorProfile(rawValue: $0.plain) }
        if sides.count == part.values.count { return sides.contains(where: behaviours.shows) }
      } else if part.name != "undo", let behaviour = Behavior.named(part.name) {
        return part.values.contains(behaviours.value(of: behaviour))
      }
      return switch part.name {
      case "variant": part.values.contains(.word(key.variant))
      // The only store is the one that is meant.
      case "store": key.store.map { part.values.contains(.word($0)) } ?? true
      default:
        (key.axes + key.sizes).contains {
          $0.name == part.name && part.values.contains($0.value)
        }
      }
    }
  }
}

// What the language says as ids, tables and results have it: one way for each value, wherever it is printed.
extension FormulaValue {
  /// The value of a parameter or a loop, as formulas compute with it.
  init(_ value: Setting.Value) {
    switch value {
    case .whole(let number): self.init(number)
    case .word(let word): self = .word(word)
    }
  }
}

extension Formula {
  /// A number as one, and everything else as it is written.
  var setting: Setting.Value {
    guard case .number(.exact(let ratio), _) = root.kind, let whole = ratio.whole else {
      return .word(description)
    }
    return .whole(whole)
  }
}

extension Node {
  /// The value in canonical form without blanks: `1000` for `1k`, `[a,b]` for a list.
  var setting: Setting.Value {
    switch value {
    case .scalar(let scalar):
      if let number = try? integer() { return .whole(number) }
      return .word(scalar.text)
    case .list(let items):
      return .word("[\(items.map(\.setting.plain).joined(separator: ","))]")
    case .mapping(let entries):
      let pairs = entries.map { "\($0.name):\($0.value.setting.plain)" }
      return .word("{\(pairs.joined(separator: ","))}")
    }
  }
}

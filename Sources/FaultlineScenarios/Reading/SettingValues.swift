// What the language says as ids, tables and results have it: one way for each value, wherever it is printed.

import FaultlineMeasures

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

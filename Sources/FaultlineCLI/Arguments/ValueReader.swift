// How the text of an option becomes a value: numbers, durations, sizes, settings, choices.

import FaultlineMeasures
import FaultlineScenarios

/// Reads one kind of value, and says what it expects when it cannot.
struct ValueReader<Value: Sendable>: Sendable {
  let placeholder: String
  /// Ends the sentence "'x' is not …".
  let expected: String
  var choices: [String] = []
  /// What to write in place of a text that is not understood, where that is known.
  var remedy: @Sendable (String) -> String? = { _ in nil }
  let read: @Sendable (String) -> Value?
}

extension ValueReader where Value == String {
  /// Any text but an empty one.
  static func text(_ placeholder: String) -> Self {
    ValueReader(placeholder: placeholder, expected: "a \(placeholder.lowercased())") { text in
      text.isEmpty ? nil : text
    }
  }
}

extension ValueReader where Value == Int {
  static func integer(_ placeholder: String, in range: ClosedRange<Int>) -> Self {
    ValueReader(
      placeholder: placeholder,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes such as `512MiB`, `2GB` or `1500000`, and more than none.
  static let byteSize = ValueReader(
    placeholder: "SIZE", expected: "a size such as 512MiB or 2GB", remedy: ByteUnit.remedy
  ) { text in
    ByteUnit.amount(of: text).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ValueReader where Value == Duration {
  /// A time longer than none, such as `30s`, `2m`, `500ms` or `1.5h`.
  ///
  /// The unit is never guessed.
  static let duration = ValueReader(
    placeholder: "DURATION", expected: "a duration such as 30s, 2m or 500ms"
  ) { text in
    let (digits, unit) = splitUnit(text)
    let milliseconds = ["ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000]
    guard let factor = milliseconds[unit], let time = scaled(digits, by: factor) else { return nil }
    return time > 0 ? .milliseconds(time) : nil
  }
}

extension ValueReader {
  /// The same for a limit that there need not be: what is switched off is read as nil.
  var orOff: ValueReader<Value?> {
    ValueReader<Value?>(
      placeholder: placeholder, expected: "\(expected), or \(DisabledKeyword.word) for no limit",
      choices: choices, remedy: remedy
    ) { [read] text in
      DisabledKeyword.isMeant(by: text) ? .some(nil) : read(text).map { .some($0) }
    }
  }
}

extension ValueReader where Value == Setting {
  static let setting = assignment(expected: "a setting such as rows=1000")
  static let limit = assignment(expected: "a limit such as operations=1e8")

  private static func assignment(expected: String) -> Self {
    ValueReader(placeholder: "NAME=VALUE", expected: expected) { text in
      guard let sign = text.firstIndex(of: "=") else { return nil }
      let name = String(text[..<sign])
      let value = String(text[text.index(after: sign)...])
      return name.isEmpty || value.isEmpty ? nil : Setting(name: name, value: value)
    }
  }
}

extension ValueReader where Value == BehaviorChoice {
  /// A side, or one switch with its word.
  static let behaviour = ValueReader(
    placeholder: "WHOSE",
    expected: "guides, core-data, or a switch with its word such as childBatches=ignored",
    choices: BehaviorChoice.words
  ) { BehaviorChoice($0) }
}

extension ValueReader where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  static var choice: Self {
    let words = Value.allCases.map(\.rawValue)
    return ValueReader(
      placeholder: words.joined(separator: "|"),
      expected: "one of \(words.joined(separator: ", "))", choices: words
    ) { text in
      // Where a word of the choice says that something is off, the others that say so are read as well.
      Value(rawValue: text)
        ?? (DisabledKeyword.isMeant(by: text)
          ? DisabledKeyword.word(among: words).flatMap(Value.init) : nil)
    }
  }
}

/// Parts `1.5GiB` into `1.5` and `GiB`.
private func splitUnit(_ text: String) -> (digits: Substring, unit: String) {
  let digits = text.prefix { $0 == "." || ("0"..."9").contains($0) }
  return (digits, String(text[digits.endIndex...]))
}

/// A decimal number times a factor, or nil when it is none or too large to be meant.
private func scaled(_ digits: Substring, by factor: Int) -> Int? {
  if let whole = Int(digits) {
    let (product, overflows) = whole.multipliedReportingOverflow(by: factor)
    return overflows || product > 1 << 53 ? nil : product
  }
  guard let number = Double(digits), number * Double(factor) <= Double(1 << 53) else { return nil }
  return Int((number * Double(factor)).rounded())
}

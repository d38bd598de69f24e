// One option of a command, declared once: parsing, help and near words are drawn from it.

import FaultlineScenarios

/// What parsing and help need to know of an option, whatever its values are.
protocol DeclaredOption: Sendable {
  var name: String { get }
  var short: Character? { get }
  var help: String { get }
  var isRepeatable: Bool { get }
  /// What stands for the value in help, or nil for a flag, which has none.
  var placeholder: String? { get }
  /// The words that its value is one of; empty where there is no such list.
  var choices: [String] { get }
  /// What the shell offers for its value; nil where the list or the placeholder says enough.
  var completion: Completion? { get }
  /// Why a text is no value of this option, or nil when it is one.
  func complaint(about text: String) -> String?
}

extension DeclaredOption {
  /// The option as one writes it: `--quiet`.
  var spelling: String { "--\(name)" }
}

/// An option whose values are read as one type; `arguments[option]` gives them back as that.
struct CommandOption<Value: Sendable>: DeclaredOption {
  let name: String
  let short: Character?
  let help: String
  let isRepeatable: Bool
  let reader: ValueReader<Value>?
  let completion: Completion?

  /// An option with a value.
  init(
    _ name: String, short: Character? = nil, _ reader: ValueReader<Value>,
    isRepeatable: Bool = false, completing completion: Completion? = nil, help: String
  ) {
    self.name = name
    self.short = short
    self.help = help
    self.isRepeatable = isRepeatable
    self.reader = reader
    self.completion = completion
  }

  var placeholder: String? { reader?.placeholder }
  var choices: [String] { reader?.choices ?? [] }

  func complaint(about text: String) -> String? {
    guard let reader, reader.read(text) == nil else { return nil }
    // A word of the list may have something behind it: `html=page.html`.
    let word = String(text.prefix { $0 != "=" })
    let near =
      Spelling.nearest(to: text, among: reader.choices)
      ?? Spelling.nearest(to: word, among: reader.choices)
    if let remedy = reader.remedy(text) {
      return "\(quoted(text)) is not \(reader.expected): \(remedy)."
    }
    return "\(quoted(text)) is not \(reader.expected)." + didYouMean(near)
  }
}

extension CommandOption where Value == Never {
  /// An option that is there or not.
  ///
  /// Given twice it means the same, so it may be repeated.
  init(flag name: String, short: Character? = nil, help: String) {
    self.name = name
    self.short = short
    self.help = help
    isRepeatable = true
    reader = nil
    completion = nil
  }
}

/// What a command takes besides options.
struct OperandRule: Sendable {
  let placeholder: String
  let allowed: ClosedRange<Int>
  /// What the shell offers for them; nil where the placeholder says enough.
  var completion: Completion?
  /// Whether an empty text may be one of them.
  var mayBeEmpty = false

  static let none = OperandRule(placeholder: "", allowed: 0...0)
}

// Words into options and operands, checked against what the command declares.

import FaultlineMeasures
import FaultlineScenarios

/// The words of one command line, checked: every option is declared and every value can be read.
struct ParsedArguments: Sendable {
  /// What is left beside the options, in order.
  private(set) var operands: [String] = []
  /// The texts given for each option, by name; a flag has empty ones.
  private var texts: [String: [String]] = [:]

  /// Whether help was asked for, which goes before everything that may be wrong with the rest.
  static func askForHelp(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  init(_ words: [String], for command: any Command) throws(UsageError) {
    var parser = Parser(command: command, words: words[...])
    while let word = parser.words.popFirst() {
      if word == "--" {
        operands += parser.words
        break
      } else if word.hasPrefix("-") && word != "-" {
        let (option, text) = try parser.option(word)
        if !option.isRepeatable, texts[option.name] != nil {
          throw parser.error("\(option.spelling) is given more than once; it takes one value.")
        }
        texts[option.name, default: []].append(text)
      } else {
        operands.append(word)
      }
    }
    try parser.check(operands)
    if has(CommonOptions.quick), has(CommonOptions.full) {
      throw parser.error("--quick and --full are two sizes; choose one of them.")
    }
  }

  /// Whether an option stands on the command line.
  func has(_ option: CommandOption<Never>) -> Bool {
    texts[option.name] != nil
  }

  /// Whether an option stands on the command line, by its spelling.
  func isGiven(_ spelling: String) -> Bool { texts[String(spelling.dropFirst(2))] != nil }

  /// The texts that were given for an option; of a flag, an empty one.
  func texts(of option: any DeclaredOption) -> [String] {
    let texts = texts[option.name] ?? []
    return option.placeholder == nil ? Array(texts.prefix(1)) : texts
  }

  /// The value of an option, or nil where it is not given.
  subscript<Value>(option: CommandOption<Value>) -> Value? {
    all(option).last
  }

  /// The value of an option that can be switched off; nil where it is, and where it was not given.
  subscript<Value>(option: CommandOption<Value?>) -> Value? {
    all(option).last ?? nil
  }

  /// How much memory a trial may hold, more than there is where the limit is switched off; nil where nothing is said of it.
  var memoryLimit: Int? { all(CommonOptions.memoryLimit).last.map { $0 ?? DocumentNumbers.most } }

  /// All values of an option that may be repeated, in order.
  func all<Value>(_ option: CommandOption<Value>) -> [Value] {
    (texts[option.name] ?? []).compactMap { option.reader?.read($0) }
  }
}

/// The rules of reading, one function each.
private struct Parser {
  let command: any Command
  var words: ArraySlice<String>

  func error(_ problem: String) -> UsageError {
    UsageError(problem, command: command.name)
  }

  /// The option that a word names and its text, which may be the word after it.
  mutating func option(_ word: String) throws(UsageError) -> (any DeclaredOption, String) {
    let parts = separated(word).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = parts.first.map(String.init) ?? word
    let known = command.options.first { option in
      written == option.spelling || option.short.map { written == "-\($0)" } == true
    }
    guard let known else {
      let near = Spelling.nearest(to: written, among: command.options.map(\.spelling) + ["--help"])
      throw error("\(command.name) has no option \(quoted(written))." + didYouMean(near))
    }
    guard let placeholder = known.placeholder else {
      if parts.count > 1 { throw error("\(written) takes no value.") }
      return (known, "")
    }
    let text: String
    if parts.count > 1 {
      text = String(parts[1])
    } else if let next = words.first, !next.hasPrefix("--") {
      text = next
      words.removeFirst()
    } else {
      throw error("\(written) needs a value: \(written) \(placeholder).")
    }
    if let complaint = known.complaint(about: text) { throw error("\(written): \(complaint)") }
    return (known, text)
  }

  /// The word with a '=' behind the letter of a short option, where its value follows at once: `-j4`.
  private func separated(_ word: String) -> String {
    let takesValue = command.options.contains { option in
      guard let short = option.short, option.placeholder != nil else { return false }
      return word.hasPrefix("-\(short)")
    }
    guard takesValue, word.count > 2, !word.hasPrefix("--"), word.dropFirst(2).first != "=" else {
      return word
    }
    return "\(word.prefix(2))=\(word.dropFirst(2))"
  }

  func check(_ operands: [String]) throws(UsageError) {
    let rule = command.operands
    guard rule.mayBeEmpty || !operands.contains("") else {
      throw error("An empty text is no operand; \(command.name) takes \(rule.placeholder).")
    }
    if operands.count > rule.allowed.upperBound {
      let first = operands[rule.allowed.upperBound]
      throw error(
        rule.allowed.upperBound == 0
          ? "\(command.name) takes no operands, but \(quoted(first)) is one."
          : "\(quoted(first)) is one operand too many; \(command.name) takes \(rule.placeholder).")
    }
    if operands.count < rule.allowed.lowerBound {
      throw error("\(command.name) needs \(rule.placeholder).")
    }
  }
}

// A command line to copy: the options of another one, as one would write them again.
extension ParsedArguments {
  /// The options among these that were given, as one would write them again.
  func words(of options: [any DeclaredOption]) -> [String] {
    options.flatMap { option in
      texts(of: option).flatMap { text -> [String] in
        guard option.placeholder != nil else { return [option.spelling] }
        // A value that begins with a dash would be taken for an option.
        return text.hasPrefix("-") ? ["\(option.spelling)=\(text)"] : [option.spelling, text]
      }
    }
  }
}

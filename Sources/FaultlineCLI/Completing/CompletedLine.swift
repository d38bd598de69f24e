// A command line that is not finished, read as far as it goes: what stands there, and what belongs where the cursor is.

/// The words of a line up to the cursor; nothing of them need be right.
struct CompletedLine: Sendable {
  /// What belongs where the cursor is.
  enum Place {
    case command
    case option
    case value(of: any DeclaredOption)
    case operand
    case nothing
  }

  private(set) var command: (any Command)?
  /// What stands before the cursor beside the options.
  private(set) var operands: [String] = []
  /// The texts of the options before the cursor, by their names; flags have empty ones.
  private(set) var texts: [String: [String]] = [:]
  private(set) var place: Place
  /// The word under the cursor, as far as it is typed; of `--name=value` the value.
  private(set) var current: String
  /// What stands before the value in its own word: `--name=`, or nothing.
  private(set) var lead = ""

  /// Reads the words after the program's name; the last one is under the cursor, and may be empty.
  init(_ words: [String], commands: [any Command] = Commands.all) {
    current = words.last ?? ""
    place = .command
    guard words.count > 1 else { return }
    guard let command = commands.first(where: { $0.name == words[0] }) else {
      place = .nothing
      return
    }
    self.command = command
    var awaited: (any DeclaredOption)?
    var isAfterDashes = false
    for word in words.dropFirst().dropLast() {
      if let option = awaited {
        texts[option.name, default: []].append(word)
        awaited = nil
      } else if isAfterDashes || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        isAfterDashes = true
      } else {
        awaited = note(word, of: command)
      }
    }
    if let awaited {
      place = .value(of: awaited)
    } else if isAfterDashes || !current.hasPrefix("-") {
      place = .operand
    } else if let sign = current.firstIndex(of: "="),
      let option = Self.option(String(current[..<sign]), of: command), option.placeholder != nil
    {
      place = .value(of: option)
      lead = String(current[...sign])
      current = String(current[current.index(after: sign)...])
    } else {
      place = .option
    }
  }

  /// The texts that were given for an option before the cursor.
  func texts(of option: any DeclaredOption) -> [String] { texts[option.name] ?? [] }

  /// Notes an option, and returns it where its value is the next word.
  private mutating func note(_ word: String, of command: any Command) -> (any DeclaredOption)? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Self.option(String(parts[0]), of: command) else { return nil }
    guard option.placeholder != nil, parts.count == 1 else {
      texts[option.name, default: []].append(parts.count > 1 ? String(parts[1]) : "")
      return nil
    }
    return option
  }

  private static func option(_ word: String, of command: any Command) -> (any DeclaredOption)? {
    command.options.first { $0.spelling == word || $0.short.map { "-\($0)" } == word }
  }
}

extension CompletedLine {
  /// What belongs in the place of the cursor.
  var offer: Completion.Offer {
    switch place {
    case .command: .words(Self.commandWords(current))
    case .nothing: .nothing
    case .option: .words(optionWords)
    case .value(let option): option.offered.offer(self)
    case .operand: command?.operands.offered(on: self) ?? .nothing
    }
  }

  private static func commandWords(_ current: String) -> [Completion.Word] {
    current.hasPrefix("-")
      ? [
        .init(text: "--help", says: "Show the commands."),
        .init(text: "--version", says: "Print the version."),
      ]
      : Commands.all.filter { !$0.isHidden }.map { .init(text: $0.name, says: $0.summary) }
  }

  /// The options that may still be given; what a repeated flag would mean is said already.
  private var optionWords: [Completion.Word] {
    let options = (command?.options ?? []).filter { option in
      texts[option.name] == nil || option.isRepeatable && option.placeholder != nil
    }
    return options.map { .init(text: $0.spelling, says: $0.help) }
      + [.init(text: "--help", says: "Show the command's page.")]
  }
}

/// The last command of a line, taken apart as a shell does.
struct ShellLine {
  /// Its words without quotes; the last one is under the cursor, and may be empty.
  private(set) var words: [String] = []
  /// The last word as it is typed, from the last sign on that ends no word: what a shell would put a word in place of.
  private(set) var raw = ""
  /// The quote that is open under the cursor.
  private(set) var openQuote: Character?
  /// Whether a file is to be named here whatever the command takes: `2> …`.
  private(set) var isRedirection = false

  init(_ line: String) {
    var word = ""
    var isWord = false
    var isAfterArrow = false
    var rest = line[...]
    func end(_ all: inout ShellLine) {
      if isWord, !isAfterArrow { all.words.append(word) }
      if isWord { isAfterArrow = false }
      (word, isWord, all.raw) = ("", false, "")
    }
    while let character = rest.popFirst() {
      if let quote = openQuote {
        raw.append(character)
        if character == quote {
          openQuote = nil
        } else if character == "\\", quote == "\"", let next = rest.first, "\"\\$`".contains(next) {
          raw.append(rest.removeFirst())
          word.append(next)
        } else {
          word.append(character)
        }
        continue
      }
      switch character {
      case " ", "\t", "\n": end(&self)
      case ";", "|", "&":
        end(&self)
        words = []
      case "<", ">":
        // A number before the arrow belongs to it.
        if isWord, word.allSatisfy(\.isNumber) { (word, isWord, raw) = ("", false, "") }
        end(&self)
        isAfterArrow = true
      case "'", "\"":
        openQuote = character
        isWord = true
        raw.append(character)
      case "\\":
        isWord = true
        raw.append(character)
        if let next = rest.popFirst() {
          raw.append(next)
          word.append(next)
        }
      default:
        isWord = true
        raw.append(character)
        word.append(character)
      }
    }
    isRedirection = isAfterArrow
    words.append(word)
  }
}

extension String {
  /// The word as one types it in bash or fish without quotes: each sign that means something has a backslash.
  var escapedForShell: String {
    reduce(into: "") { text, character in
      let isPlain =
        character.isLetter || character.isNumber || "_@%+=:,./-".contains(character)
      text += isPlain ? "\(character)" : "\\\(character)"
    }
  }
}

// What a shell offers in one place of a command line, declared beside the option or the operand that stands there.

import Foundation

/// The words that may stand in a place.
struct Completion: Sendable {
  /// What is offered.
  enum Offer: Sendable, Equatable {
    case words([Word])
    /// What the shell completes by itself, with its own quoting.
    case files, folders

    static let nothing = Offer.words([])
  }

  /// A word, and what it is.
  struct Word: Sendable, Equatable {
    let text: String
    var says = ""
    /// Whether nothing follows at once, as a value does after `rows=`, or a name after a folder's slash.
    var isWhole = true
    /// Another text by which it is found: a scenario's name, where the word is its path.
    var alias = ""
  }

  /// What is offered on a line that has come so far.
  let offer: @Sendable (CompletedLine) -> Offer

  /// Offers the same words on every line.
  static func fixed(_ words: [Word]) -> Completion { Completion { _ in .words(words) } }

  /// Offers words as they are found when they are asked for.
  static func words(_ words: @escaping @Sendable (CompletedLine) -> [Word]) -> Completion {
    Completion { .words(words($0)) }
  }

  static let files = Completion { _ in .files }
  static let folders = Completion { _ in .folders }
  static let nothing = Completion { _ in .nothing }

  /// What a placeholder stands for: `FILE` is a file in every command.
  ///
  /// A new command or option whose placeholder is a word of this list needs nothing more.
  static func standing(for placeholder: String) -> Completion {
    switch placeholder {
    case "FILE|FOLDER": .scenarios
    case "FILE", "PATH", "RESULT", "BASE", "HEAD": .files
    case "FOLDER": .folders
    case "COMMAND": .commands
    default: fixed(words(in: placeholder).map { Word(text: $0) })
    }
  }

  /// The words of a placeholder such as `auto|always|never`; none where it is the name of something.
  private static func words(in placeholder: String) -> [String] {
    let words = placeholder.split(separator: "|").map(String.init)
    let areWords = words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
    return words.count > 1 && areWords ? words : []
  }
}

extension DeclaredOption {
  /// What is offered for the value: what was declared, the list of choices, or what the placeholder stands for.
  var offered: Completion {
    completion
      ?? (choices.isEmpty
        ? .standing(for: placeholder ?? "") : .fixed(choices.map { Completion.Word(text: $0) }))
  }
}

extension OperandRule {
  /// What is offered for the next operand: what was declared, or what the placeholder shows in this place.
  ///
  /// A word in small letters is to be written as it stands, as in `add RESULT… | list | trend`.
  func offered(on line: CompletedLine) -> Completion.Offer {
    guard line.operands.count < allowed.upperBound else { return .nothing }
    if let completion { return completion.offer(line) }
    let forms = forms.filter { form in
      zip(form, line.operands).allSatisfy { !$0.isLiteral || $0.text == $1 }
    }
    let parts = forms.compactMap { form in
      line.operands.count < form.count
        ? form[line.operands.count] : form.last.flatMap { $0.isRepeated ? $0 : nil }
    }
    let literals = parts.filter(\.isLiteral)
    guard literals.isEmpty else {
      return .words(literals.map { Completion.Word(text: $0.text) })
    }
    return parts.first.map { Completion.standing(for: $0.text).offer(line) } ?? .nothing
  }

  private struct Part {
    let text: String
    let isRepeated: Bool
    var isLiteral: Bool { !text.isEmpty && text.allSatisfy { $0.isLowercase || $0 == "-" } }
  }

  /// The ways to write the operands, each part without brackets and dots.
  private var forms: [[Part]] {
    placeholder.components(separatedBy: " | ").map { form in
      form.split(separator: " ").map { word in
        Part(text: word.filter { !"[]…".contains($0) }, isRepeated: word.contains("…"))
      }
    }
  }
}

// What is switched off, or has no limit: several words are read, and one is written.

/// The words for a value that is switched off or without a limit.
///
/// People write `never` beside an interval, `none` beside a limit and `off` beside a switch; YAML has `null`. All mean
/// the same everywhere. What is listed, compared and filed has one of them, so that two words are never two trials.
package enum DisabledKeyword {
  /// The word that is documented, and that results, reports and ids have.
  package static let word = "none"
  /// All words that are read.
  package static let words = [word, "never", "off", "null"]

  /// Whether a text is one of the words.
  package static func isMeant(by text: String) -> Bool { words.contains(text) }

  /// Whether two words say the same: they are one, or both switch off.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    one == other || isMeant(by: one) && isMeant(by: other)
  }

  /// The word for it among some words that an author chose, if one of them says it: `never` for `off`.
  package static func word(among allowed: [String]) -> String? { allowed.first(where: isMeant) }
}

extension Node {
  /// Whether the value is switched off, in whichever word.
  var isOff: Bool { scalar.map { DisabledKeyword.isMeant(by: $0.text) } ?? false }
}

extension FormulaValue {
  /// Whether it is the value of something that is switched off.
  var isOff: Bool {
    if case .word(let word) = self { DisabledKeyword.isMeant(by: word) } else { false }
  }
}

extension Kind {
  /// Whether a value of the kind may be switched off.
  var mayBeOff: Bool {
    switch self {
    case .off, .flag: true
    case .either(let kinds): kinds.contains(where: \.mayBeOff)
    default: false
    }
  }

  /// The kind, or the word that switches it off.
  package var orOff: Kind {
    if case .either(let kinds) = self { .either(kinds + [.off]) } else { .either([self, .off]) }
  }
}

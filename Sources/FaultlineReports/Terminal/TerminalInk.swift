// Colour for a terminal: red and blue, which nearly all people can tell apart, and never alone.

/// Puts colour codes around texts, or leaves them as they are.
struct TerminalInk {
  var isOn: Bool

  func text(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .better: paint(text, "34")
    case .worse: paint(text, "31")
    case .same: paint(text, "2")
    case .best: paint(text, "1")
    case .neutral, .tie, .plain: text
    }
  }

  func strong(_ text: String, _ tone: Report.Tone = .plain) -> String {
    switch tone {
    case .better: paint(text, "1;34")
    case .worse: paint(text, "1;31")
    default: paint(text, "1")
    }
  }

  private func paint(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

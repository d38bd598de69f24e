// The colours of a report's tones.

import FaultlinePages

extension TerminalInk {
  func text(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .better: paint(text, "34")
    case .worse, .worst: paint(text, "31")
    case .same: paint(text, "2")
    case .best: paint(text, "1")
    case .neutral, .tie, .plain: text
    }
  }

  func strong(_ text: String, _ tone: Report.Tone) -> String {
    switch tone {
    case .better: paint(text, "1;34")
    case .worse: paint(text, "1;31")
    default: strong(text)
    }
  }
}

// What completion offers out of the tables of the program: commands, metrics, rules, words, formats.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios

extension Completion {
  /// Commands that people use.
  static let commands = words { _ in commandWords }

  /// Commands, and the other pages of help.
  static let helpPages = words { _ in
    commandWords + HelpTopic.allCases.map { Word(text: $0.rawValue, says: $0.summary) }
  }

  private static var commandWords: [Word] {
    Commands.all.filter { !$0.isHidden }.map { Word(text: $0.name, says: $0.summary) }
  }

  /// What can be read.
  static let metrics = words { _ in
    Glossary.metrics.map { Word(text: $0.name, says: $0.meaning) }
  }

  /// All that can be explained: words of the language, rules, and words of reports and lessons.
  static let explained = words { _ in
    let rules = RuleText.all.map { Word(text: $0.id, says: $0.text) }
    let terms = Term.all.map { Word(text: $0.word, says: $0.meaning) }
    let metrics = Dictionary(
      Glossary.metrics.map { ($0.name, $0.meaning) }, uniquingKeysWith: { first, _ in first })
    let words = Glossary.words.map { Word(text: $0, says: metrics[$0] ?? "") }
    return words + rules + terms
  }

  /// Formats of reports; a file may follow at once.
  static let formats = Completion { line in
    guard line.current.contains("=") else {
      return .words(
        ReportFormats.all.map { Word(text: $0.name, says: "Files end in .\($0.fileExtension).") })
    }
    return .files
  }
}

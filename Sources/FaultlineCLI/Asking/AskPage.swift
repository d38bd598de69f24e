// An answer of 'faultline ask', in a few lines or as JSON.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import Foundation

/// What is printed of the entries that fit.
struct AskPage {
  let asked: String
  /// Words that are not in the index, and those that stood for them in the search.
  let mended: [(written: String, read: String)]
  let matches: [AskIndex.Match]
  /// How many are shown in full.
  let most: Int

  /// The best of them in a few lines each, and the names of those behind them.
  var page: Page {
    var page = Page()
    // What follows may answer something else: a slip is mended, and so is a word that was none.
    let words = mended.map { "\($0.written.inQuotes) is read as \($0.read.inQuotes)" }
    if !words.isEmpty { page.add([words.joined(separator: ", ") + ":"]) }
    for match in matches.prefix(most) {
      let entry = match.entry
      page.add([entry.headline, entry.answer])
      if !entry.figures.isEmpty { page.add(["Reported: \(entry.figures)"]) }
      page.blocks.append(.command([entry.command]))
    }
    let others = matches.dropFirst(most).prefix(3).map(\.entry.label)
    if !others.isEmpty { page.add(["See also: \(others.joined(separator: ", "))."]) }
    return page
  }

  /// All of them as a document.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = Document(
      asked: asked,
      mended: mended.map { Document.Mended(written: $0.written, read: $0.read) },
      answers: matches.prefix(most).map { match in
        Document.Answer(
          kind: match.entry.kind.rawValue, name: match.entry.name, title: match.entry.title,
          answer: match.entry.answer, reported: match.entry.figures, command: match.entry.command,
          score: match.score)
      })
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }

  private struct Document: Encodable {
    let asked: String
    let mended: [Mended]
    let answers: [Answer]

    struct Mended: Encodable {
      let written: String
      let read: String
    }

    struct Answer: Encodable {
      let kind: String
      let name: String
      let title: String
      let answer: String
      let reported: String
      let command: String
      let score: Int
    }
  }
}

extension AskEntry {
  /// What it is called among others.
  var label: String {
    switch kind {
    case .question: "question \(name)"
    case .rule: "rule \(name)"
    default: "\(kind.rawValue) '\(name)'"
    }
  }

  /// Its first line.
  fileprivate var headline: String {
    switch kind {
    case .question, .rule, .scenario:
      "\(label.prefix(1).uppercased())\(label.dropFirst()): \(title)"
    case .setting: "\(name), a key \(title):"
    case .term, .metric, .step: "\(name), a \(kind.rawValue):"
    }
  }
}

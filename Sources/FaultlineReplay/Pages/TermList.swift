// The words that a page uses, for readers who meet them for the first time: out of the way until they are asked for.

import FaultlinePages

/// Words and what they mean, folded under a title.
struct TermList {
  private let terms: [Term]
  private let title: String

  init(_ terms: [Term], title: String) {
    self.terms = terms
    self.title = title
  }

  /// The element of a page; nothing for no words.
  var element: String {
    guard !terms.isEmpty else { return "" }
    let rows = terms.map { term in
      "<dt>\(MarkupText.escaped(term.title))</dt><dd>\(MarkupText.escaped(term.meaning))</dd>"
    }
    return "<details class=\"terms\"><summary>\(MarkupText.escaped(title))</summary>"
      + "<dl>\(rows.joined())</dl></details>"
  }
}

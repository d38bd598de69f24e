// The words that a page uses, for readers who meet them for the first time: out of the way until they are asked for.

package import FaultlineKnowledge
import FaultlineReplay

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

extension Replay {
  /// The words that its author and its sentences use.
  package var terms: [Term] {
    let spoken = frames.flatMap { frame in
      [frame.sentence] + frame.notes + frame.questions.flatMap { [$0.text, $0.answer] }
    }
    // What stands in the boxes of the picture.
    let drawn = frames.flatMap { frame in
      frame.states.map { nodes[$0.node].kind.isRoot ? "" : $0.words(of: nodes[$0.node]) }
    }
    return Term.used(in: [title] + notes + spoken + Set(drawn).sorted())
  }
}

// The hidden mark of a comment, by which a robot finds what it wrote before.

import FaultlineAnalysis
import FaultlineMeasures

/// What a comment is about: the same in every report on the same scenarios, whatever came of them.
///
/// A scenario that is new, or gone, or has no baseline yet, is no reason to write a second comment: so the mark is
/// where the scenarios lie, and not what they are called.
struct ReportMark {
  /// What was asked for; else the file of the only scenario, the folder of several, or nothing where that is not known.
  let words: String

  init(_ subject: Report.Subject) {
    guard subject.history == nil else {
      words = "history"
      return
    }
    guard subject.place.isEmpty else {
      words = Self.harmless(subject.place)
      return
    }
    let compared = subject.comparison?.trials ?? []
    let files = (subject.run?.scenarios.map(\.file) ?? []) + compared.map(\.file)
    // A scenario that is in a baseline alone has no known file.
    words = Self.place(of: files.filter { !$0.isEmpty })
  }

  /// A comment of Markdown, which is not shown.
  var comment: String { words.isEmpty ? "<!-- faultline -->" : "<!-- faultline: \(words) -->" }

  /// What all files have in common: the file itself if there is one, else the innermost folder.
  private static func place(of files: [String]) -> String {
    guard let first = files.first else { return "" }
    guard files.contains(where: { $0 != first }) else { return harmless(first) }
    let paths = files.map { $0.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
    var common = paths[0]
    for path in paths.dropFirst() {
      common = common.prefix(zip(common, path).prefix { $0 == $1 }.count)
    }
    return harmless(common.isEmpty ? "." : common.joined(separator: "/"))
  }

  /// A path that cannot end the comment, whatever its file is called.
  private static func harmless(_ path: String) -> String {
    var text = ""
    for character in path {
      let isPlain = character.isLetter || character.isNumber || "./_ ".contains(character)
      guard !isPlain || character == "-" else {
        text.append(character)
        continue
      }
      // Two of them would begin the end of a comment.
      if text.last != "-" { text.append("-") }
    }
    return text
  }
}

// Parts of a page that is printed in a terminal or as Markdown: a heading, and a table or sentences.

import FaultlineMeasures

/// A part of a page.
struct PagePart {
  /// What stands below the heading.
  enum Body {
    case table([(title: String, isNumber: Bool)], [[String]])
    case lines([String])
  }

  let heading: String
  let body: Body

  /// The part for a terminal, or as Markdown.
  func text(asMarkdown: Bool) -> String {
    let head = asMarkdown ? "## \(heading)\n\n" : "\(heading)\n"
    switch body {
    case .lines(let lines):
      let mark = asMarkdown ? "- " : "  "
      return head
        + lines.map { mark + (asMarkdown ? Self.escaped($0) : harmless($0)) }.joined(
          separator: "\n")
    case .table(let columns, let rows):
      return head + (asMarkdown ? Self.markdown(columns, rows) : Self.plain(columns, rows))
    }
  }

  private static func plain(
    _ columns: [(title: String, isNumber: Bool)], _ rows: [[String]]
  ) -> String {
    var table = TextTable(columns)
    for row in rows { table.add(row) }
    return table.text
  }

  private static func markdown(
    _ columns: [(title: String, isNumber: Bool)], _ rows: [[String]]
  ) -> String {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    let rule = columns.map { $0.isNumber ? "---:" : "---" }
    return ([line(columns.map(\.title)), line(rule)] + rows.map { line($0.map(escaped)) })
      .joined(separator: "\n")
  }

  /// A text of an app, which may have any sign in it.
  private static func escaped(_ text: String) -> String {
    harmless(text).reduce(into: "") { result, character in
      if "\\`*_[]<>|#".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}

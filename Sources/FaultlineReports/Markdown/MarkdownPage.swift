// Blocks as parts of a Markdown page, with an empty line between two parts.

import FaultlineAnalysis
import FaultlinePages

/// Writes the blocks of a report.
enum MarkdownPage {
  static func parts(_ block: Report.Block) -> [String] {
    switch block {
    case .verdict(let verdict):
      [
        "### Faultline: \(MarkdownText.escaped(verdict.word))",
        MarkdownText.line(verdict.facts.joined(separator: " · ")),
      ].filter { !$0.isEmpty }
    case .heading(let text, let lead):
      ["#### \(MarkdownText.escaped(text))", MarkdownText.line(lead)].filter { !$0.isEmpty }
    case .title(let text): ["# \(MarkdownText.escaped(text))"]
    case .paragraph(let text): paragraphs(text)
    case .bullets(let title, let items): heading(title) + [bullets(items)]
    case .keyValues(let title, let rows):
      heading(title)
        + [
          bullets(
            rows.map { "**\(MarkdownText.escaped($0.key))**: \(MarkdownText.escaped($0.value))" },
            isWritten: true)
        ]
    case .code(let text, let title, let language):
      (title.isEmpty ? [] : [MarkdownText.line(title)]) + [MarkdownText.code(text, language)]
    case .command(let words):
      ["```sh\n\(HarmlessText.line(words.joined(separator: " ")))\n```"]
    case .table(let table) where !table.fold.isEmpty: [MarkdownText.line(table.fold)]
    case .table(let table):
      (table.title.isEmpty ? [] : ["**\(MarkdownText.escaped(table.title))**"]) + body(table)
    case .grid(let grid): parts(grid)
    case .list(let list): ["**\(MarkdownText.escaped(list.title))**"] + body(list)
    case .notes(let notes): ["**Notes**"] + notes.flatMap(paragraphs)
    // A comment has no room for them; the page has.
    case .chart, .flame, .more: []
    }
  }

  /// The same, but what is neither worse nor a sentence is folded behind its title.
  static func folded(_ block: Report.Block) -> [String] {
    switch block {
    case .table(let table) where !table.rows.contains { $0.cells.contains { $0.tone == .worse } }:
      ["<details><summary>\(MarkdownText.html(table.title))</summary>"] + body(table)
        + ["</details>"]
    case .list(let list) where !list.isOpen && !list.items.contains { $0.tone == .worse }:
      ["<details><summary>\(MarkdownText.html(list.title))</summary>"] + body(list)
        + ["</details>"]
    default: parts(block)
    }
  }

  private static func heading(_ title: String) -> [String] {
    title.isEmpty ? [] : ["## \(MarkdownText.escaped(title))"]
  }

  /// A list; spaces before a text put it below the one before.
  private static func bullets(_ items: [String], isWritten: Bool = false) -> String {
    items.map { item in
      let text = String(item.drop { $0 == " " })
      return (text.count < item.count ? "  - " : "- ")
        + (isWritten ? text : MarkdownText.line(text))
    }.joined(separator: "\n")
  }

  /// Tables over axes, each under the values that it is of.
  private static func parts(_ grid: Report.Grid) -> [String] {
    let (parts, facets) = grid.shownInText
    let tables = parts.flatMap { part in
      ["**\(MarkdownText.escaped(part.title))** (\(MarkdownText.escaped(part.lead)))"]
        + part.facets.prefix(facets).flatMap { facet in
          (facet.table.title.isEmpty ? [] : ["*\(MarkdownText.escaped(facet.table.title))*"])
            + [rows(facet.table)]
        }
    }
    let legend = grid.legend(best: "★", tie: "☆", worst: "◇", broken: "✗")
    return ["**\(MarkdownText.escaped(grid.title))**"]
      + grid.lead.map(MarkdownText.line) + tables
      + ([legend].filter { !$0.isEmpty } + grid.remarksInText).map(MarkdownText.line)
  }

  private static func rows(_ table: Report.Table) -> String {
    let heads = table.columns.map { MarkdownText.escaped($0.title) }
    let rules = table.columns.map { $0.alignment == .leading ? ":--" : "--:" }
    var name = ""
    let rows = table.rows.map { row in
      row.cells.enumerated().map { column, cell in
        // A terminal leaves a repeated name out; a table that may be sorted by eye needs it.
        if column == 0, !cell.text.isEmpty { name = cell.text }
        return text(cell, column == 0 ? name : cell.text)
      }
    }
    return ([heads, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  private static func body(_ table: Report.Table) -> [String] {
    var remarks = table.remarks
    if table.rows.contains(where: { $0.cells.contains { $0.tone == .best } }) {
      let hasTie = table.rows.contains { $0.cells.contains { $0.tone == .tie } }
      remarks.insert(
        "★ best of its column" + (hasTie ? " · ☆ a tie with it, \(Tie.words)" : ""), at: 0)
    }
    let lead = table.lead.isEmpty ? [] : [MarkdownText.line(table.lead)]
    return lead + [rows(table)] + remarks.map(MarkdownText.line)
  }

  private static func text(_ cell: Report.Cell, _ words: String) -> String {
    let text = MarkdownText.escaped(words)
    if cell.isReference { return "\(text) (reference)" }
    let marked =
      switch cell.tone {
      case .best: "**\(text)** ★"
      case .tie: "\(text) ☆"
      case .worst: "\(text) ◇"
      default: text
      }
    return cell.isBroken ? marked + " ✗" : marked
  }

  private static func body(_ list: Report.List) -> [String] {
    var lines = list.shown.flatMap { item in
      let more = item.cases.count - item.shownCases.count
      return ["- **\(MarkdownText.escaped(item.label))** \(MarkdownText.escaped(item.text))"]
        + drawing(item.trace)
        + (item.details + item.shownCases).map { "  - \(MarkdownText.line($0))" }
        + (more > 0 ? ["  - … \(more) more"] : [])
    }
    if !list.rest.isEmpty { lines.append("- … \(list.rest.count) more") }
    return [lines.joined(separator: "\n")]
  }

  /// A drawing as it stands, between fences that no line of it can close.
  private static func drawing(_ trace: [String]) -> [String] {
    guard !trace.isEmpty else { return [] }
    let lines = trace.map { HarmlessText.line($0).replacing("`", with: "'") }
    return (["```text"] + lines + ["```"]).map { "  \($0)" }
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").map { MarkdownText.line(String($0)) }
  }
}

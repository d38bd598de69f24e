// Blocks as parts of a Markdown page, with an empty line between two parts.

import FaultlineAnalysis
import FaultlineMeasures
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
    case .lines(let lines): [bullets(lines)]
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
    let text = MarkdownText.escaped(words + (cell.change.map { " \($0)" } ?? ""))
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

/// Makes texts harmless in Markdown.
package enum MarkdownText {
  /// A line of its own: one that begins like a list or a rule is still a line.
  package static func line(_ text: String) -> String {
    let text = escaped(text)
    let digits = text.prefix { $0.isNumber }
    let rest = text[digits.endIndex...]
    let isList = rest.hasPrefix(".") || rest.hasPrefix(")")
    if !digits.isEmpty { return isList ? "\(digits)\\\(rest)" : text }
    return ["-", "+", "="].contains { text.hasPrefix($0) } ? "\\\(text)" : text
  }

  /// The text inside a line or a cell.
  package static func escaped(_ text: String) -> String {
    var result = ""
    var before: Character = " "
    for character in HarmlessText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$": result += "\\\(character)"
      // "@end" would call the user of that name, and "#1" an issue; a comment between keeps both quiet.
      case "@", "#": result += isWord(before) ? "\(character)" : "\(character)<!-- -->"
      // What begins like an address would become a link.
      case "/": result += before == ":" ? "<!-- -->/" : "/"
      default: result.append(character)
      }
      before = character
    }
    return result.replacing("www.", with: "www<!-- -->.")
  }

  /// The text inside an element, where mentions and issues would become links as well.
  static func html(_ text: String) -> String {
    HarmlessText.line(text).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("@", with: "@<!-- -->").replacing("#", with: "#<!-- -->")
  }

  /// Lines of code between fences that no line of theirs can close.
  package static func code(_ text: String, _ language: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\(language)\n\(HarmlessText.page(text))\n\(fence)"
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

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

/// The index of a folder of reports in Markdown.
package struct MarkdownIndex: Sendable {
  private let entries: [IndexPage.Entry]
  private let verdict: Report.VerdictLine?

  /// Makes the index of these reports, in their order; the verdict is that of all of them, unless another is given.
  package init(_ entries: [IndexPage.Entry], verdict: Report.VerdictLine? = nil) {
    self.entries = entries
    self.verdict = verdict
  }

  /// The page.
  package var text: String {
    let run = RunResult(scenarios: entries.map(\.result))
    let verdict = verdict ?? ReportBuilder().verdictLine(run)
    var parts = ["# Reports", "**\(MarkdownText.escaped(verdict.word))**"]
    parts.append(MarkdownText.line(verdict.facts.joined(separator: " · ")))
    let heads = ["scenario", "what it shows", "verdict", "expectations", "variants", "rules"]
    parts.append(
      ([heads, heads.map { _ in ":--" }] + entries.map(cells))
        .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n"))
    if let table = ReportBuilder().ruleTable(run) { parts += MarkdownPage.parts(.table(table)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func cells(_ entry: IndexPage.Entry) -> [String] {
    let result = entry.result
    let verdict = entry.verdict ?? ReportBuilder().verdictLine(RunResult(scenarios: [result]))
    let held = result.judgements.count { $0.outcome == .held }
    return [
      "[\(MarkdownText.escaped(result.name))](\(RelativeAddress.of(entry.file)))",
      MarkdownText.escaped(result.title), MarkdownText.escaped(verdict.word),
      "\(held) of \(result.judgements.count)", "\(result.trials.count)",
      MarkdownText.escaped(result.rules.joined(separator: " ")),
    ]
  }
}

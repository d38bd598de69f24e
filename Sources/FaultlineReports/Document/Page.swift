// What a command prints: blocks in reading order, in the format that was asked for.

import FaultlineMeasures
import FaultlinePages

/// A document that a command prints.
package struct Page: Sendable, Hashable {
  /// The blocks in reading order.
  package var blocks: [Report.Block]

  package init(_ blocks: [Report.Block] = []) { self.blocks = blocks }

  /// Adds paragraphs.
  package mutating func add(_ sentences: [String]) {
    blocks += sentences.filter { !$0.isEmpty }.map(Report.Block.paragraph)
  }

  /// Adds a block of lines under a title, where there are lines.
  package mutating func add(_ title: String, _ lines: [String]) {
    if !lines.isEmpty { blocks.append(.bullets(title, lines)) }
  }

  /// Adds keys with their values under a title, where there are some.
  package mutating func add(_ title: String, _ rows: [(key: String, value: String)]) {
    guard !rows.isEmpty else { return }
    blocks.append(
      .keyValues(title, rows.map { Report.KeyValue(key: $0.key, value: $0.value) }))
  }

  /// Adds a table of texts, where it has rows.
  package mutating func add(
    _ title: String, _ columns: [(title: String, isNumber: Bool)], _ rows: [[String]],
    remarks: [String] = []
  ) {
    guard !rows.isEmpty else { return }
    var table = Report.Table(
      title: title,
      columns: columns.enumerated().map { place, column in
        Report.Column(
          title: column.title, alignment: column.isNumber ? .trailing : .leading, priority: place)
      },
      rows: rows.map { Report.Row(cells: $0.map { Report.Cell($0) }) }, remarks: remarks)
    table.isListedWhereNarrow = true
    blocks.append(.table(table))
  }
}

/// The formats of a page.
package enum PageFormat: String, CaseIterable, Sendable {
  case terminal, markdown, html
}

extension Page {
  /// The columns beyond which sentences are hard to read, however wide the window is.
  private static let widestProse = 80
  private static let narrowest = 40

  /// Returns the page as lines of a terminal.
  package func text(width: Int, color: Bool = false, ascii: Bool = false) -> String {
    let window = max(width, Self.narrowest)
    let page = TerminalPage(
      width: window, ink: TerminalInk(isOn: color), spelling: TerminalSpelling(ascii: ascii),
      proseWidth: min(window, Self.widestProse))
    return blocks.map(page.lines).filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The page as Markdown.
  package var markdown: String {
    blocks.flatMap { block -> [String] in
      // A table of a page has a heading, as its other parts have.
      guard case .table(var table) = block, !table.title.isEmpty else {
        return MarkdownPage.parts(block)
      }
      let heading = "## \(MarkdownText.escaped(table.title))"
      table.title = ""
      return [heading] + MarkdownPage.parts(.table(table))
    }.joined(separator: "\n\n") + "\n"
  }

  /// The page as one file for a browser.
  package var html: String {
    var report = HTMLReport()
    report.add(self)
    return HTMLPage(title: title, report: report.text, styles: [], scripts: []).text
  }

  /// The words of its title, or of its first sentence.
  var title: String {
    for block in blocks {
      switch block {
      case .title(let text), .paragraph(let text): return text
      default: continue
      }
    }
    return "Faultline"
  }
}

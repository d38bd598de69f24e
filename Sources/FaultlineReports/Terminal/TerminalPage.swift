// Blocks as lines of a terminal.

import FaultlinePages

/// Writes the blocks of a report, each as lines that fit.
struct TerminalPage {
  var width: Int
  var ink: TerminalInk
  var spelling: TerminalSpelling
  /// The columns of sentences, where they are fewer than those of tables.
  var proseWidth: Int?
  /// A Boolean value that indicates whether notes, and parts that only a whole report has, are written.
  var showsAll = true

  private var prose: Int { proseWidth ?? width }

  func lines(_ block: Report.Block) -> [String] {
    switch block {
    case .verdict(let verdict): lines(verdict)
    case .heading(let text, let lead):
      wrapped(text).map { ink.strong($0) } + paragraphs(lead, indent: 0)
    case .title(let text): wrapped(text).map { ink.strong($0) }
    case .paragraph(let text): paragraphs(text, indent: 0)
    case .bullets(let title, let items): lines(title, items)
    case .lines(let lines): lines.map { cut(spelling.shown($0)) }
    case .keyValues(let title, let rows): lines(title, rows)
    case .code(let text, let title, _): lines(title, code: text)
    case .command(let words): command(words, width: width)
    case .table(let table): lines(table)
    case .grid(let grid): lines(grid)
    case .list(let list): lines(list)
    case .notes(let notes):
      showsAll ? [ink.strong("Notes")] + notes.flatMap { paragraphs($0, indent: indent) } : []
    case .more(let more): showsAll ? lines(more) : []
    // A terminal cannot draw them; a page does.
    case .chart, .flame: []
    }
  }

  /// Returns the beginning of a line, as much as fits.
  private func cut(_ line: String) -> String {
    let line = TerminalWidth.trimmed(line)
    guard TerminalWidth.of(line) > width else { return line }
    return TerminalWidth.prefix(line, width - TerminalWidth.of(spelling.ellipsis))
      + spelling.ellipsis
  }

  /// Returns the lines of blocks, with an empty line between two of them.
  func lines(_ blocks: [Report.Block]) -> [String] {
    Array(blocks.map(lines).filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// Returns the title of a part and its blocks; nothing where a terminal can draw none of them.
  private func lines(_ more: Report.More) -> [String] {
    let lines = lines(more.blocks)
    return lines.isEmpty ? [] : wrapped(more.title).map { ink.strong($0) } + lines
  }

  /// A line to copy; where it does not fit, it goes on behind a backslash, as in a shell.
  private func command(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line = margin
    for word in words.map(spelling.shown) {
      let isFirst = line.allSatisfy { $0 == " " }
      if !isFirst, TerminalWidth.of(line) + TerminalWidth.of(word) + 3 > width {
        lines.append(line + " \\")
        line = margin + margin + word
      } else {
        line += (isFirst ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  private func lines(_ verdict: Report.VerdictLine) -> [String] {
    let word = spelling.shown(verdict.word)
    let separator = spelling.shown(" · ")
    var lines: [String] = []
    var line = word
    // Facts stay whole where they can: a line breaks between two of them.
    for (index, fact) in verdict.facts.map(spelling.shown).enumerated() {
      let joined = line + (index == 0 ? "  " : separator) + fact
      if TerminalWidth.of(joined) <= width {
        line = joined
      } else {
        lines += broken(line)
        line = margin + fact
      }
    }
    lines += broken(line)
    return lines.enumerated().map { index, line in
      index == 0 ? inked(word, verdict.tone, in: line) : line
    }
  }

  private func lines(_ title: String, _ items: [String]) -> [String] {
    let head = title.isEmpty ? [] : wrapped(title).map { ink.strong($0) }
    return head
      + items.flatMap { item in
        // Spaces before a text put it below the one before.
        let indent = self.indent + item.prefix { $0 == " " }.count
        return TerminalWidth.wrapped(
          spelling.shown(item), width: prose, indent: indent, hanging: indent + self.indent)
      }
  }

  private func lines(_ title: String, code text: String) -> [String] {
    let head = title.isEmpty ? [] : wrapped(title).map { ink.strong($0) }
    return head
      + text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : margin + spelling.shown(String($0))
      }
  }

  /// Two columns; a key that is too long has a line of its own.
  private func lines(_ title: String, _ rows: [Report.KeyValue]) -> [String] {
    let head = title.isEmpty ? [] : wrapped(title).map { ink.strong($0) }
    let margin = title.isEmpty ? "" : self.margin
    let shown = rows.map { (key: spelling.shown($0.key), value: spelling.shown($0.value)) }
    let widths = shown.map { TerminalWidth.of($0.key) }
    let longest = widths.max() ?? 0
    let longestValue = shown.map { TerminalWidth.of($0.value) }.max() ?? 0
    // Where everything fits on one line, nothing needs a line of its own.
    let most = margin.count + longest + 2 + longestValue <= prose ? longest : prose / 3
    let column = (widths.filter { $0 <= most }.max() ?? 2) + margin.count + 2
    return head
      + zip(shown, widths).flatMap { row, width -> [String] in
        let left = margin + row.key
        if margin.count + width > prose {
          return command(row.key.split(separator: " ").map(String.init), width: prose)
            + TerminalWidth.wrapped(row.value, width: prose, indent: column)
        }
        let lines = TerminalWidth.wrapped(row.value, width: prose, indent: column)
        guard margin.count + width + 2 <= column, let first = lines.first,
          first.count >= column
        else { return [left] + lines.filter { !$0.allSatisfy { $0 == " " } } }
        let gap = String(repeating: " ", count: column - margin.count - width)
        return [left + gap + first.dropFirst(column)] + lines.dropFirst()
      }
  }

  private func broken(_ line: String) -> [String] {
    let leading = line.prefix { $0 == " " }.count
    return TerminalWidth.of(line) <= width
      ? [line] : TerminalWidth.wrapped(line, width: width, indent: leading, hanging: indent)
  }

  private func lines(_ list: Report.List) -> [String] {
    var lines = list.title.isEmpty ? [] : wrapped(list.title).map { ink.strong($0) }
    for item in list.shown {
      let label = spelling.shown(item.label) + ":"
      let text = TerminalWidth.wrapped(
        label + " " + spelling.shown(item.text), width: width, indent: indent,
        hanging: 2 * indent)
      lines += text.enumerated().map { index, line in
        index == 0 ? inked(label, item.tone, in: line) : line
      }
      lines += item.trace.map(drawn)
      lines += item.details.flatMap { paragraphs($0, indent: 2 * indent) }
      lines += item.shownCases.flatMap {
        TerminalWidth.wrapped(
          spelling.shown($0), width: width, indent: 2 * indent, hanging: 3 * indent)
      }
      lines += more(item.cases.count - item.shownCases.count, indent: 2 * indent)
    }
    return lines + more(list.rest.count, indent: indent)
  }

  /// How many are left out, if any.
  private func more(_ count: Int, indent: Int) -> [String] {
    guard count > 0 else { return [] }
    return TerminalWidth.wrapped(
      spelling.ellipsis + " \(count) more", width: width, indent: indent)
  }

  /// A line of a drawing: its spaces stay, and what does not fit is cut.
  private func drawn(_ line: String) -> String {
    let margin = String(repeating: " ", count: 2 * indent)
    return TerminalWidth.shortened(
      margin + spelling.shown(line), to: width, ellipsis: spelling.ellipsis)
  }

  private func lines(_ grid: Report.Grid) -> [String] {
    var lines = wrapped(grid.title).map { ink.strong($0) }
    lines += grid.lead.flatMap { paragraphs($0, indent: 0) }
    let (parts, facets) = grid.shownInText
    let layout = TerminalGrid(width: width, ink: ink, spelling: spelling)
    for part in parts {
      let shown = part.facets.prefix(facets)
      lines += [""] + wrapped("\(part.title) (\(part.lead))").map { ink.strong($0) }
      lines +=
        layout.lines(shown)
        ?? shown.flatMap { facet in wrapped(facet.table.title) + listed(facet.table, isMarked: true)
        }
    }
    let legend = grid.legend(
      best: spelling.best, tie: spelling.tie, worst: spelling.worst, broken: spelling.broken)
    let remarks = [legend].filter { !$0.isEmpty } + grid.remarksInText
    return lines + [""] + remarks.flatMap { paragraphs($0, indent: 0) }.map { ink.text($0, .same) }
  }

  private func lines(_ table: Report.Table) -> [String] {
    guard table.fold.isEmpty else {
      return paragraphs(table.fold, indent: 0).map { ink.text($0, .same) }
    }
    let layout = TerminalTable(table, width: width, spelling: spelling)
    var lines = wrapped(table.title).map { ink.strong($0) } + paragraphs(table.lead, indent: 0)
    let isStacked =
      (table.isWhole || table.isListedWhereNarrow || table.dropsNoColumn) && layout.isCut
      || layout.isTooNarrow
    lines +=
      table.isWhole && isStacked
      ? stacked(table.rows) : isStacked ? listed(table) : layout.lines(ink)
    let remarks = (isStacked ? [] : layout.remarks) + table.remarks
    lines += remarks.flatMap { paragraphs($0, indent: 0) }.map { ink.text($0, .same) }
    return lines
  }

  /// Rows as lines: a name once for all its rows, the second cell and what belongs to it below.
  private func stacked(_ rows: [Report.Row]) -> [String] {
    var lines: [String] = []
    var last: String?
    for row in rows {
      let texts = row.cells.map { spelling.shown($0.text) }
      if let name = texts.first, name != last {
        lines += TerminalWidth.wrapped(name, width: width, indent: indent)
        last = name
      }
      let values = texts.dropFirst(2).filter { !$0.isEmpty }.joined(separator: " ")
      let text = (texts.dropFirst().first ?? "") + ": " + values
      lines += TerminalWidth.wrapped(text, width: width, indent: 2 * indent, hanging: 3 * indent)
        .map { ink.text($0, row.cells.last?.tone ?? .plain) }
    }
    return lines
  }

  /// Rows as lines where names alone are wider than the window: the name, and below it each cell with its title.
  private func listed(_ table: Report.Table, isMarked: Bool = false) -> [String] {
    table.rows.flatMap { row in
      let texts = row.cells.map { spelling.shown($0.text) }
      let marked = zip(texts, row.cells).map { isMarked ? $0 + spelling.marks($1) : $0 }
      let values = zip(table.columns, marked).dropFirst().filter { !$0.1.isEmpty }
        .map { [spelling.shown($0.title), $1].filter { !$0.isEmpty }.joined(separator: " ") }
      return TerminalWidth.wrapped(texts.first ?? "", width: width, indent: indent)
        + TerminalWidth.wrapped(
          values.joined(separator: spelling.shown(" · ")), width: width, indent: 2 * indent)
    }
  }

  private var indent: Int { width < 20 ? 1 : 2 }
  private var margin: String { String(repeating: " ", count: indent) }

  private func inked(_ label: String, _ tone: Report.Tone, in line: String) -> String {
    guard let range = line.firstRange(of: label) else { return line }
    return line[..<range.lowerBound] + ink.strong(label, tone) + line[range.upperBound...]
  }

  private func wrapped(_ text: String) -> [String] {
    TerminalWidth.wrapped(spelling.shown(text), width: prose)
  }

  /// An empty line in a text parts it; single line ends only come from how it was written down.
  private func paragraphs(_ text: String, indent: Int) -> [String] {
    text.split(separator: "\n\n").flatMap {
      TerminalWidth.wrapped(spelling.shown(String($0)), width: prose, indent: indent)
    }
  }
}

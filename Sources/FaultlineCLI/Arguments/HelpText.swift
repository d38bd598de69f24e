// Help, drawn from the declarations.

/// The pages that `faultline help` shows, wrapped to a width.
struct HelpText {
  /// Reading gets harder beyond, however wide the terminal is.
  static let widest = 80

  let width: Int

  init(width: Int) {
    self.width = min(max(width, 40), Self.widest)
  }

  /// The list of all commands.
  func overview(of commands: [any Command]) -> String {
    let rows = commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
    return [
      wrapped(
        """
        Faultline shows what a workload does to memory: which objects stay, what holds them, and \
        what each variant of a scenario costs.
        """
      ).joined(separator: "\n"),
      wrapped("Usage: faultline COMMAND [OPTION…] [OPERAND…]").joined(separator: "\n"),
      "Commands:\n" + aligned(rows),
      wrapped(
        "'faultline help COMMAND' shows a command's options, with examples; 'faultline help exit' what exit statuses say."
      ).joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// What to do first, in five lines.
  var welcome: String {
    let first = [
      ("faultline run --shipped first-light", "run a first scenario"),
      ("faultline replay --shipped first-light", "step through it, as a page"),
      ("faultline new my-import", "write a scenario of your own"),
      ("faultline help", "show all commands"),
    ]
    let left = (first.map(\.0.count).max() ?? 0) + 2
    let lines = first.map { line, says in
      let both = "  " + line + String(repeating: " ", count: left - line.count) + says
      return both.count <= width ? both : "  " + line
    }
    let lead = "Faultline shows what a workload does to memory: what stays, and what holds it."
    return (wrapped(lead) + lines).joined(separator: "\n")
  }

  /// All about one command.
  func page(for command: any Command) -> String {
    var parts = [
      wrapped("Usage: \(usage(of: command))").joined(separator: "\n"),
      command.paragraphs.map(paragraph).joined(separator: "\n\n"),
      "Options:\n" + aligned(command.options.map(row) + [("-h, --help", "Show this page.")]),
    ]
    if !command.examples.isEmpty {
      let examples = command.examples.flatMap { example in
        commandLine(example.line) + wrapped(example.says, indent: 6)
      }
      parts.append("Examples:\n" + examples.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// A text in lines that fit.
  func paragraph(_ text: String) -> String { wrapped(text).joined(separator: "\n") }

  /// Names, each with what is to be said of it.
  func list(_ rows: [(left: String, right: String)], indent: Int = 0) -> String {
    aligned(rows, indent: indent)
  }

  private func usage(of command: any Command) -> String {
    let options = command.options.isEmpty ? "" : "[OPTION…]"
    return ["faultline", command.name, options, command.operands.placeholder]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func row(_ option: any DeclaredOption) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.placeholder.map { " \($0)" } ?? ""
    return ("\(short)\(option.spelling)\(value)", option.helpInFull)
  }

  /// Two columns; a left cell that is too long has a line of its own.
  private func aligned(_ rows: [(left: String, right: String)], indent: Int = 2) -> String {
    let margin = String(repeating: " ", count: indent)
    let column = (rows.map(\.left.count).filter { $0 <= width / 3 }.max() ?? 2) + indent + 2
    return rows.flatMap { row -> [String] in
      let lines = wrapped(row.right, indent: column)
      let left = margin + row.left
      guard left.count + 2 <= column, let first = lines.first else { return [left] + lines }
      return [left + first.dropFirst(left.count)] + lines.dropFirst()
    }.joined(separator: "\n")
  }

  /// A line to copy; where it does not fit, it goes on behind a backslash, as in a shell.
  private func commandLine(_ line: String) -> [String] {
    guard line.count + 2 > width else { return ["  " + line] }
    let parts = HelpText.wrapped(line, indent: 0, width: width - 6)
    return parts.enumerated().map { place, part in
      (place == 0 ? "  " : "    ") + part + (place == parts.count - 1 ? "" : " \\")
    }
  }

  /// A text in lines that fit, each behind an indent; a word that does not fit stands alone.
  func wrapped(_ text: String, indent: Int = 0) -> [String] {
    Self.wrapped(text, indent: indent, width: width)
  }

  private static func wrapped(_ text: String, indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    return line.isEmpty ? lines : lines + [margin + line]
  }
}

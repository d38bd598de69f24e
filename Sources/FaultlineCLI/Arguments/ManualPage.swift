// A page for 'man', drawn from the declarations that help is drawn from.

import FaultlineMeasures

/// The pages of the manual: one about the program, and one about each command.
struct ManualPage {
  /// What the file of the page is called, and how 'man' finds it.
  let name: String
  private let requests: [String]

  /// All that there are, the program's own first.
  static var all: [ManualPage] {
    [overview] + Commands.all.filter { !$0.isHidden }.map { ManualPage(of: $0) }
  }

  /// The section of the manual in which programs stand.
  static let section = "1"

  var file: String { "\(name).\(Self.section)" }

  /// The page as 'man' reads it.
  var text: String { requests.joined(separator: "\n") }

  /// The page about the program.
  static var overview: ManualPage {
    let shown = Commands.all.filter { !$0.isHidden }
    var requests =
      head("faultline", "see what a workload does to memory") + [
        ".SH SYNOPSIS", ".B faultline", ".I COMMAND", "[OPTION\\ ...] [OPERAND\\ ...]",
        ".SH DESCRIPTION",
      ]
    requests += paragraph(
      """
      Faultline plays a scripted workload on an object graph in the style of Core Data, each variant in a process of its \
      own, and shows what the memory did: which objects stayed and what held them, which retain cycles there were and what \
      broke them, and every byte of the heap, exactly.
      """)
    requests.append(".SH COMMANDS")
    for command in shown {
      requests += item("\\fBfaultline\\-\(escaped(command.name))\\fR(\(section))", command.summary)
    }
    requests += topics
    requests += [".SH FILES"]
    for (path, meaning) in [
      ("Scenarios", "Where scenarios are looked for unless some are named."),
      ("Reports/out", "Where results go, unless --out names another folder."),
      ("Reports/baselines", "What 'accept' has accepted, and 'check' compares with."),
    ] {
      requests += item("\\fI\(escaped(path))\\fR", meaning)
    }
    requests += [".SH EXAMPLES"]
    for command in shown.prefix(4) { requests += command.examples.prefix(1).flatMap(example) }
    requests += [".SH \"SEE ALSO\""]
    requests += references(shown.map(\.name))
    return ManualPage(name: "faultline", requests: requests)
  }

  private init(name: String, requests: [String]) {
    self.name = name
    self.requests = requests
  }

  /// The page about a command.
  init(of command: any Command) {
    name = "faultline-\(command.name)"
    let summary =
      command.summary.hasSuffix(".") ? String(command.summary.dropLast()) : command.summary
    var requests = Self.head(name, summary.prefix(1).lowercased() + summary.dropFirst())
    requests += [".SH SYNOPSIS", ".B faultline \(Self.escaped(command.name))"]
    if !command.options.isEmpty { requests.append("[OPTION\\ ...]") }
    if !command.operands.placeholder.isEmpty {
      requests += Self.line(".I ", command.operands.placeholder)
    }
    requests += [".SH DESCRIPTION"] + Self.description(command.paragraphs)
    requests.append(".SH OPTIONS")
    for option in command.options {
      let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.placeholder.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
      requests += Self.item(
        "\(short)\\fB\(Self.escaped(option.spelling))\\fR\(value)", option.helpInFull)
    }
    requests += Self.item("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "Show the page of help.")
    requests += Self.topics
    if !command.examples.isEmpty {
      requests += [".SH EXAMPLES"] + command.examples.flatMap(Self.example)
    }
    requests += [".SH \"SEE ALSO\""] + Self.references([])
    self.requests = requests
  }

  // MARK: - Parts

  private static func head(_ name: String, _ summary: String) -> [String] {
    [
      #".\" Made by 'faultline man' from the tables of the program."#,
      ".TH \(name.uppercased().replacing("-", with: "\\-")) \(section) \(VersionCommand.date) \"faultline \(VersionCommand.version)\" \"Faultline\"",
      ".SH NAME", "\(escaped(name)) \\- \(escaped(summary))",
    ]
  }

  /// What goes for all commands.
  private static var topics: [String] {
    let titles: [(HelpTopic, String)] = [(.exit, "\"EXIT STATUS\""), (.environment, "ENVIRONMENT")]
    return titles.flatMap { topic, title in
      [".SH \(title)"]
        + topic.rows.flatMap { item("\\fB\(escaped($0.left))\\fR", $0.right) }
        + [".PP"] + sentences(topic.end)
    }
  }

  private static func references(_ commands: [String]) -> [String] {
    let names = ["faultline"].filter { _ in commands.isEmpty } + commands.map { "faultline-\($0)" }
    return names.enumerated().map { place, name in
      ".BR \(escaped(name)) (\(section))\(place == names.count - 1 ? "" : ",")"
    }
  }

  private static func example(_ example: CommandExample) -> [String] {
    [".RS 2", ".nf"] + line("", example.line) + [".fi", ".RE", ".RS 6"]
      + sentences(example.says) + [".RE"]
  }

  private static func paragraph(_ text: String) -> [String] { sentences(text) }

  private static func description(_ paragraphs: [String]) -> [String] {
    paragraphs.enumerated().flatMap { place, text in
      (place == 0 ? [] : [".PP"]) + paragraph(text)
    }
  }

  private static func item(_ tag: String, _ text: String) -> [String] {
    [".TP", tag] + sentences(text)
  }

  /// A text with a line a sentence, as the formatters want it.
  private static func sentences(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, escaped(line).count + escaped(String(word)).count > 76 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
      if word.hasSuffix(".") {
        lines.append(line)
        line = ""
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.flatMap { Self.line("", $0) }
  }

  /// A line of text; one that begins like a request gets a sign before it that has no width.
  private static func line(_ request: String, _ text: String) -> [String] {
    let escaped = escaped(text)
    let begins = request.isEmpty && (escaped.hasPrefix(".") || escaped.hasPrefix("'"))
    return [request + (begins ? "\\&" : "") + escaped]
  }

  /// The text with what the formatters would read as their own, and what old fonts lack.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "…": escaped += "\\&..."
      case "→": escaped += "\\(->"
      case "←": escaped += "\\(<-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      default:
        let isPlain = character.isASCII
        escaped +=
          isPlain
          ? "\(character)"
          : character.unicodeScalars.map { "\\[u\(hex($0.value))]" }.joined()
      }
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension DeclaredOption {
  /// What it does, and whether it may be repeated.
  var helpInFull: String {
    help + (isRepeatable && placeholder != nil ? " May be given several times." : "")
  }
}

// Help, drawn from the declarations.

import FaultlineReports

/// The pages of `faultline help`.
enum HelpPage {
  /// The list of all commands.
  static func overview(of commands: [any Command]) -> Page {
    var page = Page()
    page.add([
      "Faultline shows what a workload does to memory: which objects stay, what holds them, and what each variant of a "
        + "scenario costs.",
      "Usage: faultline COMMAND [OPTION…] [OPERAND…]",
    ])
    page.add("Commands:", commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) })
    page.add([
      "'faultline help COMMAND' shows a command's options, with examples; 'faultline help exit' what exit statuses say."
    ])
    return page
  }

  /// What to do first.
  static var welcome: Page {
    var page = Page()
    page.add(
      "Faultline shows what a workload does to memory: what stays, and what holds it.",
      [
        ("faultline run --shipped first-light", "run a first scenario"),
        ("faultline replay --shipped first-light", "step through it, as a page"),
        ("faultline new my-import", "write a scenario of your own"),
        ("faultline help", "show all commands"),
      ])
    return page
  }

  /// All about one command.
  static func page(for command: any Command) -> Page {
    var page = Page()
    page.add(["Usage: \(usage(of: command))"] + command.paragraphs)
    page.add(
      "Options:", command.options.map(row) + [("-h, --help", "Show this page.")])
    page.add("Examples:", command.examples.map { ($0.line, $0.says) })
    return page
  }

  /// A page that is about no command.
  static func page(about topic: HelpTopic) -> Page {
    var page = Page()
    page.add(topic.lead, topic.rows.map { ($0.left, $0.right) })
    page.add([topic.end])
    return page
  }

  private static func usage(of command: any Command) -> String {
    let options = command.options.isEmpty ? "" : "[OPTION…]"
    return ["faultline", command.name, options, command.operands.placeholder]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func row(_ option: any DeclaredOption) -> (key: String, value: String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.placeholder.map { " \($0)" } ?? ""
    return ("\(short)\(option.spelling)\(value)", option.helpInFull)
  }
}

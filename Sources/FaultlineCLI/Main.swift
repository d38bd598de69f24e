// The tool: words in, a command, its errors as sentences, an exit status out.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineSystem

@main
struct Main {
  static func main() {
    // A reader that goes away is no reason to die: writes report it, and `Console` takes it in.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is reported by the write, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    // The runtime would print where it stands, and go on.
    signal(SIGQUIT, SIG_DFL)
    // Some parents leave this ignored, and then no child's end is ever reported.
    signal(SIGCHLD, SIG_DFL)
    exit(run(Array(CommandLine.arguments.dropFirst()), console: Console()).rawValue)
  }

  /// Carries out one command line and returns its exit status.
  static func run(_ words: [String], console: Console) -> ExitStatus {
    let status = carryOut(words, console)
    // A search through commits takes most statuses for a bad one.
    let isNoJudgement = [.wrongUse, .internalError].contains(status)
    return isNoJudgement && Bisection.isAsked(by: words) ? .notSearched : status
  }

  private static func carryOut(_ words: [String], _ console: Console) -> ExitStatus {
    do {
      return try dispatch(words, console: console)
    } catch let error as any ReportedError {
      console.writeError(error.printed)
      return error.status
    } catch {
      console.writeError("faultline: internal error: \(error)")
      return ExitStatus.internalError
    }
  }

  private static func dispatch(_ words: [String], console: Console) throws -> ExitStatus {
    guard let first = words.first else {
      guard console.output.isTerminal else { return try dispatch(["help"], console: console) }
      try console.print(HelpPage.welcome)
      return .held
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--help", "-h": return try dispatch(["help"] + rest, console: console)
    case "--version": return try dispatch(["version"] + rest, console: console)
    case let word where word.hasPrefix("-"):
      let near = Spelling.nearest(to: word, among: ["--help", "--version"])
      throw UsageError(
        "\(quoted(word)) stands before a command; options stand after it." + didYouMean(near))
    default: break
    }
    let command = try Commands.named(first)
    if ParsedArguments.askForHelp(rest) {
      try console.print(HelpPage.page(for: command))
      return ExitStatus.held
    }
    let arguments = try ParsedArguments(rest, for: command)
    var console = console.coloring(arguments[CommonOptions.color] ?? .auto)
    if command.saysThatItWorks(arguments) { console = console.waiting(for: command.name) }
    defer { console.endWaiting() }
    return try command.run(arguments, console: console)
  }
}

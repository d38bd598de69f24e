// The README's console blocks: the commands in them and what they are said to print.

/// One command of the README, with the lines shown below it.
struct ReadmeCommand: Equatable {
  let command: String
  var shown: [String] = []

  /// Whether its output is the test run itself, which is still going on while tests compare.
  var isTestRun: Bool { command.hasSuffix("swift test") }

  /// The commands of a README: lines that begin with `$ ` within ```` ```console ```` fences.
  static func all(in readme: String) -> [ReadmeCommand] {
    var commands: [ReadmeCommand] = []
    var isInside = false
    var isUnderCommand = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = !isInside && line == "```console"
        isUnderCommand = false
      } else if isInside, line.hasPrefix("$ ") {
        commands.append(ReadmeCommand(command: String(line.dropFirst(2))))
        isUnderCommand = true
      } else if isUnderCommand {
        commands[commands.count - 1].shown.append(line)
      }
    }
    return commands.map { ReadmeCommand(command: $0.command, shown: withoutBlankEnd($0.shown)) }
  }

  /// The lines of what a command printed.
  static func lines(of output: String) -> [String] {
    withoutBlankEnd(
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Where shown and printed part, as a sentence, or nil when they agree.
  ///
  /// A line `…` stands for any number of lines, up to the next place where the line after it is printed.
  func difference(from printed: [String]) -> String? {
    var place = 0
    for (index, line) in shown.enumerated() {
      if line == "…" {
        guard index + 1 < shown.count else { return nil }
        let next = shown[index + 1]
        guard let found = printed[place...].firstIndex(of: next) else {
          return "after '…', the line '\(next)' was not printed"
        }
        place = found
      } else if place >= printed.count {
        return "'\(line)' was not printed; the output ends before it"
      } else if printed[place] != line {
        return "line \(place + 1) is '\(printed[place])', but '\(line)' is shown"
      } else {
        place += 1
      }
    }
    return place == printed.count ? nil : "'\(printed[place])' was printed, but is not shown"
  }

  private static func withoutBlankEnd(_ lines: [String]) -> [String] {
    Array(lines.reversed().drop(while: \.isEmpty).reversed())
  }
}

// A whole command line: what it prints, on which outlet, and with which exit status.

import FaultlineMeasures
import FaultlineReports
import Glibc
import Testing

@testable import FaultlineCLI

/// Testing has a type of the same name.
private typealias Status = FaultlineMeasures.ExitStatus

private func run(_ words: String...) -> (
  status: Status, output: String, errors: String
) {
  let readable = ReadableConsole()
  let status = Main.run(words, console: readable.console)
  let texts = readable.read()
  return (status, texts.output, texts.errors)
}

struct MainTests {
  @Test func `every way to ask for help gives the list, on standard output`() {
    let expected = HelpPage.overview(of: Commands.all).text(width: 80) + "\n"
    for answer in [run(), run("help"), run("--help"), run("-h")] {
      #expect(answer == (Status.held, expected, ""))
    }
  }

  @Test func `every way to ask about a command gives its page`() {
    let expected = HelpPage.page(for: VersionCommand()).text(width: 80) + "\n"
    let answers = [
      run("help", "version"), run("version", "--help"), run("version", "-h"),
      run("version", "--nonsense", "--help"),
    ]
    for answer in answers { #expect(answer == (Status.held, expected, "")) }
  }

  @Test func `the version is the first line, and what distinguishes two programs is below it`() {
    let answer = run("--version")
    #expect(answer.status == .held && answer.errors == "")
    let lines = answer.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "faultline \(VersionCommand.version)")
    let names = lines.dropFirst().filter { !$0.hasPrefix(" ") }.map { line in
      String(line.ranges(of: "  ").first.map { line[..<$0.lowerBound] } ?? line[...])
    }
    #expect(names == ["commit", "build id", "jemalloc", "libyaml", "sqlite"])
    // Each library says which file it is.
    #expect(answer.output.matches(of: /\(\/[^)]*\.so[^)]*\)/).count == 3)
    #expect(run("version") == answer)
  }

  @Test func `in a terminal the name alone says what to do first, in five lines`() {
    let readable = ReadableConsole(isTerminal: true)
    #expect(Main.run([], console: readable.console) == .held)
    #expect(
      readable.read().output == """
        \u{1B}[1mFaultline shows what a workload does to memory: what stays, and what holds it.\u{1B}[0m
          faultline run --shipped first-light     run a first scenario
          faultline replay --shipped first-light  step through it, as a page
          faultline new my-import                 write a scenario of your own
          faultline help                          show all commands

        """)
  }

  @Test func `help lists every exit status, and every setting of the environment`() {
    let exit = run("help", "exit").output
    let numbers = exit.matches(of: /\n +([0-9]+) +[A-Za-z]/).map { Int32($0.1) }
    #expect(numbers == Status.allCases.map(\.rawValue))
    let environment = run("help", "environment").output
    for setting in EnvironmentSetting.all { #expect(environment.contains("  \(setting.name)")) }
  }

  @Test func `a wrong command line is a sentence on standard error and status 3`() {
    #expect(
      run("hepl") == (
        Status.wrongUse, "",
        """
        faultline: There is no command 'hepl'. Did you mean 'help'?
        See 'faultline help'.

        """
      ))
    #expect(
      run("help", "versoin") == (
        Status.wrongUse, "",
        """
        faultline: There is no command 'versoin'. Did you mean 'version'?
        See 'faultline help'.

        """
      ))
    #expect(
      run("version", "1") == (
        Status.wrongUse, "",
        """
        faultline: version takes no operands, but '1' is one.
        See 'faultline help version'.

        """
      ))
    #expect(
      run("--quiet", "version") == (
        Status.wrongUse, "",
        """
        faultline: '--quiet' stands before a command; options stand after it.
        See 'faultline help'.

        """
      ))
  }

  @Test func `a reader that went away is no error`() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    // As the program itself does, and for good: another test, of another thread, may need it as well.
    signal(SIGPIPE, SIG_IGN)
    let console = Console(output: .init(ends[1]), errors: .init(ends[1]), surroundings: .init())
    #expect(Main.run(["help"], console: console) == Status.held)
  }

  @Test func `output that cannot be written is reported and is status 1`() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let readable = ReadableConsole()
    let console = Console(
      output: .init(full), errors: readable.console.errors, surroundings: .init())
    #expect(Main.run(["version"], console: console) == Status.internalError)
    #expect(
      readable.read().errors
        == "faultline: Cannot write the output: No space left on device.\n")
  }
}

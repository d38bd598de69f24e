// Help as it is printed, at 80 columns and at fewer, and where it is printed.

import FaultlineMeasures
import FaultlineReports
import Testing

@testable import FaultlineCLI

struct HelpTests {
  @Test func `a command's page has its usage, purpose, options and examples`() {
    let page = HelpPage.page(for: SampleCommand()).text(width: 200)
    #expect(
      page == """
        Usage: faultline sample [OPTION…] [FILE|FOLDER…]

        Takes samples of what is there, which is not much, and says so in a paragraph
        that is long enough to be wrapped at any width that a terminal has.

        Options:
              --variant NAME       Run only this variant. May be given several times.
              --set NAME=VALUE     Give a parameter of the scenario another value. May
                                   be given several times.
              --quick              Use the small sizes that scenarios name for a quick
                                   run; usual where no file is named.
              --full               Use the full sizes; usual where a file or a folder is
                                   named.
              --repeats N          Measure every variant so many times instead of as
                                   often as the scenario says.
              --timeout DURATION   End a trial that takes longer, such as 30s, 2m or
                                   500ms; none for no limit, as usual.
              --memory-limit SIZE  End a trial that holds more memory, such as 512MiB or
                                   2GB; none for no limit. Without it trials share three
                                   quarters of the free memory.
              --out FOLDER         Write the results here instead of Reports/out.
              --inline             Run the trials in this process, for a debugger; a
                                   trial that dies ends the run.
              --no-progress        Do not show how far the run is.
          -q, --quiet              Print nothing but the result and what went wrong.
              --color auto|always|never
                                   Colour the output; auto does so in a terminal, unless
                                   NO_COLOR or CI is set.
          -h, --help               Show this page.

        Examples:
          faultline sample a.yaml --quick  Takes a small sample of one file.
        """)
  }

  @Test(arguments: [-5, 0, 40, 57, 80, 10_000])
  func `no line of help is wider than the terminal`(width: Int) {
    let widest = min(max(width, 40), 80)
    let pages = [HelpPage.overview(of: Commands.all)] + Commands.all.map(HelpPage.page)
    for line in pages.map({ $0.text(width: width) }).joined(separator: "\n").split(separator: "\n")
    {
      #expect(line.count <= widest, "\(line)")
    }
  }

  @Test func `a hidden command is not listed`() {
    struct HiddenCommand: Command {
      let name = "hidden"
      let summary = "Hide."
      let purpose = "Hides."
      let examples: [CommandExample] = []
      let isHidden = true
      func run(_ arguments: ParsedArguments, console: Console) throws
        -> FaultlineMeasures.ExitStatus
      { .held }
    }
    let overview = HelpPage.overview(of: [SampleCommand(), HiddenCommand()]).text(width: 80)
    #expect(overview.contains("\n  sample  Take samples.\n"))
    #expect(!overview.contains("idden"))
  }
}

// Words become options and operands, or a sentence that says which word is wrong.

import FaultlineMeasures
import FaultlineScenarios
import Testing

@testable import FaultlineCLI

private func parsed(_ words: String...) throws -> ParsedArguments {
  try ParsedArguments(words, for: SampleCommand())
}

/// The sentence that refuses the words, without the line that points to help.
private func problem(_ words: [String]) -> String {
  do {
    _ = try ParsedArguments(words, for: SampleCommand())
    return "no problem"
  } catch {
    return error.problem
  }
}

struct ArgumentsTests {
  @Test func `every way of writing an option is read`() throws {
    let arguments = try parsed(
      "a.yaml", "--variant", "reset", "--set", "rows=1e6", "--variant=let go", "--quick", "-q",
      "--set=batch=a=b", "--timeout=2m", "--memory-limit", "512MiB", "--repeats", "7", "--out=here",
      "--color", "never")
    #expect(arguments.operands == ["a.yaml"])
    #expect(arguments.all(CommonOptions.variant) == ["reset", "let go"])
    #expect(
      arguments.all(CommonOptions.set) == [
        Setting(name: "rows", value: "1e6"),
        Setting(name: "batch", value: "a=b"),
      ])
    #expect(arguments.has(CommonOptions.quick))
    #expect(arguments.has(CommonOptions.quiet))
    #expect(!arguments.has(CommonOptions.inline))
    #expect(arguments[CommonOptions.timeout] == .seconds(120))
    #expect(arguments[CommonOptions.memoryLimit] == 512 << 20)
    #expect(arguments[CommonOptions.repeats] == 7)
    #expect(arguments[CommonOptions.out] == "here")
    #expect(arguments[CommonOptions.color] == .never)
  }

  @Test(arguments: [["-j", "4"], ["-j4"], ["-j=4"], ["--jobs", "4"], ["--jobs=4"]])
  func `a number may follow its letter at once`(words: [String]) throws {
    let arguments = try ParsedArguments(words, for: RunCommand())
    #expect(arguments[CommonOptions.jobs] == 4)
    #expect(arguments.operands == [])
  }

  @Test(arguments: ["none", "never", "off", "null"])
  func `a limit can be switched off`(word: String) throws {
    let arguments = try parsed("--timeout", word, "--memory-limit=\(word)", "--color", word)
    #expect(arguments[CommonOptions.timeout] == nil)
    #expect(arguments[CommonOptions.memoryLimit] == nil)
    #expect(arguments[CommonOptions.color] == .never)
  }

  @Test func `what is not given is nil`() throws {
    let arguments = try parsed()
    #expect(arguments[CommonOptions.timeout] == nil)
    #expect(arguments.all(CommonOptions.variant) == [])
    #expect(arguments.operands == [])
  }

  @Test func `two dashes end the options`() throws {
    let arguments = try parsed("--quick", "--", "--quick", "-")
    #expect(arguments.operands == ["--quick", "-"])
  }

  @Test func `a flag may be given twice`() throws {
    #expect(try parsed("-q", "--quiet").has(CommonOptions.quiet))
  }

  @Test(
    arguments: [
      (["--varient", "x"], "sample has no option '--varient'. Did you mean '--variant'?"),
      (["--hlep"], "sample has no option '--hlep'. Did you mean '--help'?"),
      (["--zzzzzzzz"], "sample has no option '--zzzzzzzz'."),
      (["-x"], "sample has no option '-x'."),
      (["-q4"], "sample has no option '-q4'."),
      (["--timeout"], "--timeout needs a value: --timeout DURATION."),
      (["--out", "--quick"], "--out needs a value: --out FOLDER."),
      (["--quick=yes"], "--quick takes no value."),
      (["--full", "a.yaml", "--quick"], "--quick and --full are two sizes; choose one of them."),
      (
        ["--timeout", "30"],
        "--timeout: '30' is not a duration such as 30s, 2m or 500ms, or none for no limit."
      ),
      (
        ["--timeout", "0s"],
        "--timeout: '0s' is not a duration such as 30s, 2m or 500ms, or none for no limit."
      ),
      (
        ["--memory-limit=lots"],
        "--memory-limit: 'lots' is not a size such as 512MiB or 2GB, or none for no limit."
      ),
      (["--set", "rows"], "--set: 'rows' is not a setting such as rows=1000."),
      (["--set", "=5"], "--set: '=5' is not a setting such as rows=1000."),
      (["--repeats", "-3"], "--repeats: '-3' is not a whole number from 1 to 1000."),
      (
        ["--repeats", "99999999999999999999"],
        "--repeats: '99999999999999999999' is not a whole number from 1 to 1000."
      ),
      (["--variant="], "--variant: '' is not a name."),
      (
        ["--color", "alwyas"],
        "--color: 'alwyas' is not one of auto, always, never. Did you mean 'always'?"
      ),
      (["--out", "a", "--out", "b"], "--out is given more than once; it takes one value."),
      (["a", "b", "c"], "'c' is one operand too many; sample takes [FILE|FOLDER…]."),
      (["--\u{1B}[31m\n"], "sample has no option '--\u{FFFD}[31m '."),
    ])
  func `a wrong word is named, with what was meant`(words: [String], sentence: String) {
    #expect(problem(words) == sentence)
  }

  @Test(
    arguments: [
      ("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("2min", 120_000), ("1h", 3_600_000),
      ("1.5s", 1_500), (".5s", 500), ("", nil), ("s", nil), ("5", nil), ("-1s", nil), ("1e3s", nil),
      ("1.2.3s", nil), ("0.0001s", nil), ("99999999999999999999h", nil), ("9007199254740993h", nil),
      ("٣s", nil), ("5 s", nil),
    ] as [(String, Int?)])
  func `a duration has a number and a unit`(text: String, milliseconds: Int?) {
    let reader = ValueReader<Duration>.duration
    #expect(reader.read(text) == milliseconds.map { .milliseconds($0) })
  }

  @Test(
    arguments: [
      ("512MiB", 536_870_912), ("2GiB", 2_147_483_648), ("1kB", 1_000), ("1.5 KiB", 1_536),
      ("3GB", 3_000_000_000), ("4096", 4_096), ("4_096", 4_096), ("1e6", 1_000_000),
      ("1TiB", 1 << 40), ("0", nil), ("", nil), ("MiB", nil), ("-1MB", nil), ("5X", nil),
      ("2G", nil), ("2g", nil), ("1k", nil), ("1M", nil), ("1T", nil), ("9999999999TiB", nil),
    ] as [(String, Int?)])
  func `a size has a number and perhaps a unit`(text: String, bytes: Int?) {
    #expect(ValueReader<Int>.byteSize.read(text) == bytes)
  }

  @Test(
    arguments: [
      ("2G", "write 2GB (of 1,000) or 2GiB (of 1,024)"),
      ("1.5k", "write 1.5kB (of 1,000) or 1.5KiB (of 1,024)"),
      ("1_000 M", "write 1_000MB (of 1,000) or 1_000MiB (of 1,024)"), ("2GB", nil), ("G", nil),
      ("rows", nil),
    ] as [(String, String?)])
  func `a letter without its unit gets both units offered`(text: String, remedy: String?) {
    #expect(ByteUnit.remedy(for: text) == remedy)
  }

  @Test func `the nearest word is the fewest slips away, and the first of equals`() {
    let words = ["refresh", "reset", "retain", "release"]
    #expect(Spelling.nearest(to: "rest", among: words) == "reset")
    #expect(Spelling.nearest(to: "REFRESH", among: words) == "refresh")
    #expect(Spelling.nearest(to: "refrehs", among: words) == "refresh")
    #expect(Spelling.nearest(to: "banana", among: words) == nil)
    #expect(Spelling.nearest(to: "", among: words) == nil)
    #expect(Spelling.nearest(to: "ac", among: ["ab", "ad"]) == "ab")
    #expect(Spelling.nearest(to: String(repeating: "r", count: 100_000), among: words) == nil)
  }
}

// What belongs under the cursor, as it is answered to each shell.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

private func answer(_ words: String...) -> [String] {
  CompletionAnswer(.zsh, words).text.split(separator: "\n").map { line in
    String(line.prefix { $0 != "\t" })
  }
}

private func bash(_ line: String, replacing text: String? = nil) -> [String] {
  let last = line.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init)
  return CompletionAnswer(bash: text ?? last ?? "", of: line).text.split(separator: "\n")
    .map(String.init)
}

struct `What completion offers` {
  @Test func `knows commands and what each is for, and no hidden one`() {
    let words = CompletionAnswer(.zsh, [""]).text.split(separator: "\n").dropFirst()
    let shown = Commands.all.filter { !$0.isHidden }.map { "\($0.name)\t\($0.summary)" }
    #expect(words.map(String.init) == shown)
    #expect(answer("--v") == ["words", "--version"])
    #expect(answer("nonsense", "") == ["words"])
  }

  /// Every option of every command, so that none is forgotten.
  @Test func `knows the options of every command, as its help does`() {
    for command in Commands.all {
      #expect(
        answer(command.name, "-")
          == ["words"] + command.options.map(\.spelling) + ["--help"], "\(command.name)")
    }
  }

  @Test func `offers no flag twice, and values of what may be repeated again`() {
    let words = answer("run", "--quick", "--variant", "a", "--out=x", "--")
    #expect(!words.contains("--quick") && !words.contains("--out"))
    #expect(words.contains("--variant") && words.contains("--full"))
  }

  /// A list of values in the help is a list for the shell.
  @Test func `knows every value that is one of a few`() {
    for command in Commands.all {
      for option in command.options where !option.choices.isEmpty {
        let words = answer(command.name, option.spelling, "").dropFirst()
        #expect(Array(words) == option.choices, "\(command.name) \(option.spelling)")
        #expect(answer(command.name, "\(option.spelling)=").dropFirst() == words)
      }
    }
  }

  @Test(
    arguments: [
      (["history", ""], ["words", "add", "list", "trend", "export"]),
      (["history", "add", ""], ["files"]),
      (["history", "list", ""], ["words"]),
      (["compare", "a", "b", ""], ["files"]),
      (["report", "--out", ""], ["folders"]),
      (["report", "x", "--format", "html=p"], ["files"]),
      (["inspect", ""], ["files"]),
      (["list", "ru"], ["words", "rules"]),
      (["list", "rules", ""], ["folders"]),
      (["list", "steps", ""], ["words"]),
      (["schema", "ev"], ["words", "events"]),
      (["help", "ex"], ["words", "explain", "exit"]),
      (["man", "sch"], ["words", "schema"]),
      (["completion", ""], ["words", "bash", "zsh", "fish"]),
      (["explain", "cycles.b"], ["words", "cycles.broken"]),
      (["explain", "L1"], ["words", "L1", "L10", "L11", "L12", "L13", "L14"]),
      (
        ["explain", "retain"],
        ["words", "retainsRegisteredObjects", "retainCycles", "retain cycle"]
      ),
      (["history", "trend", "--metric", "cycles.br"], ["words", "cycles.broken"]),
      (["run", "--", "--q"], ["files"]),
      (["run", "-j", ""], ["words"]),
    ] as [([String], [String])])
  func `knows what an operand or a value is`(words: [String], expected: [String]) {
    let answer = CompletionAnswer(.zsh, words).text.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
    if words == ["explain", "L1"] {
      #expect(answer.dropFirst().allSatisfy { $0.hasPrefix("L1") } && answer.count > 1)
    } else {
      #expect(answer == expected)
    }
  }

  /// A new command needs no more than the placeholder that its help shows.
  @Test func `reads what may stand next out of a placeholder`() {
    let rule = OperandRule(
      placeholder: "plan [FILE|FOLDER…] | script slurm|make FOLDER | status FOLDER",
      allowed: 1...64)
    func offered(_ words: String...) -> Completion.Offer {
      rule.offered(on: CompletedLine(["sample"] + words + [""], commands: [SampleCommand()]))
    }
    #expect(offered() == .words(["plan", "script", "status"].map { .init(text: $0) }))
    #expect(offered("script") == .words([.init(text: "slurm"), .init(text: "make")]))
    #expect(offered("script", "make") == .folders)
    #expect(offered("status", "x") == .nothing)
    #expect(offered("nonsense") == .nothing)
  }

  /// The shell's folder is that of the program, so this asks the program itself.
  @Test func `knows scenarios by path and by name, and what is in them`() throws {
    let program = try WholeProgram([
      "Scenarios/small.yaml": smallScenario(),
      "Scenarios/more/other.yaml": smallScenario(name: "other").replacing("odd:", with: "let go:"),
      "here.yaml": smallScenario(name: "here"), "notes.txt": "", ".hidden.yaml": "",
    ])
    func answer(_ words: String...) throws -> [String] {
      let answer = try program.run(["complete", "zsh", "--"] + words)
      #expect(answer.status == 0 && answer.errors == "", "\(answer)")
      return answer.output.split(separator: "\n").map { line in
        String(line.prefix { $0 != "\t" })
      }
    }
    let all = ["Scenarios/", "here.yaml", "Scenarios/more/other.yaml", "Scenarios/small.yaml"]
    #expect(try answer("run", "''") == ["files"])
    #expect(try answer("run", "he") == ["words", "here.yaml"])
    #expect(
      try answer("run", "Scenarios/") == [
        "words", "Scenarios/more/", "Scenarios/small.yaml", "Scenarios/more/other.yaml",
      ])
    #expect(try answer("run", "Sc") == ["words"] + [all[0]] + all[2...])
    #expect(try answer("run", "oth") == ["instead", "Scenarios/more/other.yaml"])
    #expect(try answer("run", "/no") == ["files"])
    #expect(try answer("run", "here.yaml", "--variant", "o") == ["words", "odd"])
    #expect(
      try answer("run", "Scenarios/more/other.yaml", "--variant", "l")
        == ["words", "let go", "last"])
    #expect(try answer("plan", "--only", "small/o") == ["words", "small/odd"])
    #expect(try answer("plan", "--set", "r") == ["parts", "rows="])
    #expect(try answer("replay", "here.yaml", "--store", "m") == ["words", "memory"])
    // What cannot be read is left out, and nothing is waited for.
    try program.write("faultline: nine", to: "Scenarios/wrong.yaml")
    #expect(try answer("run", "--variant", "od") == ["words", "odd"])
    #expect(try answer("run", "-", "--variant", "o") == ["words"])
    #expect(try answer("run", "gone.yaml", "--variant", "o") == ["words"])
  }

  @Test func `knows the scenarios that come with the program`() {
    #expect(answer("run", "--shipped", "n-pl") == ["words", "n-plus-one"])
    #expect(
      answer("run", "--shipped", "first-light", "--variant", "re")
        == ["words", "refresh", "reset", "retain"])
  }

  @Test(
    arguments: [
      ("faultline his", nil, ["words", "history"]),
      ("env A=1 faultline", nil, ["words"]),
      ("faultline run --shipped first-light --variant l", nil, ["words", #"let\ go"#]),
      (
        "faultline run --shipped first-light --variant let\\ g", #"let\ g"#, ["words", #"let\ go"#]
      ),
      ("faultline run --shipped first-light --variant \"let g", "let g", ["words", "let go"]),
      ("faultline run --shipped first-light --variant 'let g", "let g", ["words", "let go"]),
      // bash parts words at an equals sign, and replaces what is behind it.
      ("faultline run --format=mark", "mark", ["words", "markdown"]),
      ("faultline run --format=mark", "--format=mark", ["words", "--format=markdown"]),
      ("faultline run --shipped first-light --set emp", nil, ["parts", "employees="]),
      ("faultline run > ou", nil, ["files"]),
      ("faultline run 2> ", "", ["files"]),
      ("cat x | faultline he", nil, ["words"]),
    ] as [(String, String?, [String])])
  func `is written for bash as it is to stand in the line`(
    line: String, text: String?, expected: [String]
  ) {
    let answer = bash(line, replacing: text)
    if line.hasPrefix("faultline ") {
      #expect(answer == expected)
    } else {
      // The program's own name is the first word, whatever it is.
      #expect(!answer.isEmpty)
    }
  }

  @Test func `gives fish the whole word, with what it is`() {
    #expect(
      CompletionAnswer(.fish, ["run", "--color=al"]).text == "words\n--color=always")
    #expect(
      CompletionAnswer(.fish, ["run", "--shipped", "first-light", "--variant", #"let\ g"#]).text
        == "words\nlet go\tfirst-light")
  }

  @Test func `of an unknown shell is refused`() throws {
    let answer = try WholeProgram().run("completion", "zhs")
    #expect(answer.status == 3)
    expectText(
      answer.errors,
      is: """
        faultline: There is no completion for 'zhs', but for bash, zsh, fish. Did you mean 'zsh'?
        See 'faultline help completion'.

        """)
  }
}

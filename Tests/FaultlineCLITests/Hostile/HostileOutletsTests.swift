// One hostile name through every command, format, option and field: none comes out as what a terminal or a page obeys.

import Foundation
import FaultlineScenarios
import FaultlineTestSupport
import Testing

@testable import FaultlineCLI

@Suite(.serialized) struct HostileOutletsTests {
  /// Codes of a terminal, text that runs the other way, a byte order mark, HTML, a mention and a link.
  private static let name =
    "\u{1B}]0;owned\u{7}\u{1B}[31m\u{9B}2J\u{202E}txt\u{2066}\u{FEFF}<img src=x onerror=alert(1)> @everyone [x](y)"

  /// The same in YAML's double quotes.
  private static let quoted =
    #""\e]0;owned\a\e[31m\u009B2J\u202Etxt\u2066\uFEFF<img src=x onerror=alert(1)> @everyone [x](y)""#

  /// The same as the name of a file: it has no slash.
  private static let file =
    "f\u{1B}[31m\u{202E}\u{FEFF}<img src=x onerror=alert(1)> @everyone [x](y)"

  /// A scenario with the name wherever a text is free.
  private static let scenario = """
    faultline: 1
    name: hostile
    title: \(quoted)
    notes: [\(quoted)]
    model: {Employee: {name: {type: string, default: \(quoted)}}}
    stores: [sqlite]
    parameters: {word: {type: choice, of: [some, other], default: other}}
    variants:
      "<img src=x onerror=alert(1)> @everyone [x](y)": {}
      other: {undo: none, word: some}
    steps:
      - insert: {entity: Employee, count: 2, into: x, set: {name: \(quoted)}}
        note: \(quoted)
      - save: {}
      - fetch: {entity: Employee, where: 'name != "\(file.replacing("\u{1B}", with: "").replacing("\u{202E}", with: "").replacing("\u{FEFF}", with: ""))"'}
      - checkpoint: x
      - expect: objects.live == 7
        because: \(quoted)
    columns: {"<img src=x onerror=alert(1)> @everyone [x](y)": objects.live@x}
    measure: {repeats: 1}
    expect:
      - that: objects.live@x == 7
        because: \(quoted)
    """

  /// Command lines that show texts of a user, by command; each command has some.
  private static let lines: [String: [[String]]] = [
    "help": [["help", name], ["help"]],
    "run": [
      ["run", "\(file).yaml", "-q", "--no-advice"],
      ["run", "\(file).yaml", "-q", "--no-advice", "--sql", "3"],
      ["run", "\(file).yaml", "-q", "--replay", "--attribute", "--out", file],
    ],
    "sweep": [
      ["sweep", "plan", "\(file).yaml", "--shards", "1", "--out", "w-\(file)"],
      ["sweep", "run", "w", "--shard", "1"], ["sweep", "status", "w"],
      ["sweep", "merge", "w", "--out", "merged"], ["sweep", name],
    ],
    "check": [["check", "\(file).yaml", "-q"]],
    "accept": [["accept", "--from", "out", "--baselines", "b-\(file)", "--force"]],
    "compare": [
      ["compare", "out/hostile.json"], ["compare", "out/hostile.json", "out/hostile.json"],
      ["compare", name, file],
    ],
    "sides": [["sides", "\(file).yaml", "-q"]],
    "settle": [["settle", name], ["settle", "\(file).yaml"], ["settle"]],
    "tune": [["tune", "\(file).yaml", "-q", "--least", "bytes.peak"]],
    "report": [["report", "out/hostile.json"], ["report", file]],
    "replay": [["replay", "\(file).yaml"]],
    "history": [
      ["history", "add", "out", "--revision", name, "--file", "h-\(file)"],
      ["history", "list", "--file", "h.sqlite"], ["history", "trend", "--file", "h.sqlite"],
      ["history", "trend", name, "--file", "h.sqlite"], ["history", name],
    ],
    "plan": [["plan", "\(file).yaml"], ["plan", name]],
    "list": [
      ["list", "scenarios", "S"], ["list", "rules", "S"], ["list", "questions", "S"],
      ["list", name],
    ],
    "explain": [["explain", name], ["explain", "fetch"]],
    "ask": [["ask", name], ["ask", "how do I find \(name)"]],
    "schema": [["schema", name], ["schema", "scenario"]],
    "reference": [["reference"]],
    "inspect": [
      ["inspect", "\(file).sqlite"], ["inspect", "M.xcdatamodel"], ["inspect", "\(file).yaml"],
    ],
    "import": [["import", "\(file).log"], ["import", "\(file).log", "--keep-values"]],
    "new": [["new", name], ["new", file]],
    "port": [
      ["port", name, "--out", "p"], ["port", "S", "--out", "p", "--package-name", name],
    ],
    "completion": [["completion", name], ["completion", "bash"]],
    "man": [["man", name]],
    "doctor": [["doctor"]],
    "version": [["version", name]],
  ]

  private static func program() throws -> WholeProgram {
    let log = RecordingTexts.log.replacing("\"text", with: "\"\(name)")
      .replacing("the app says something", with: name)
    let program = try WholeProgram([
      "\(file).yaml": scenario, "S/\(file).yaml": scenario, "\(file).log": log,
      "M.xcdatamodel/contents": """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="E\(escapedName)" representedClassName="\(escapedName)">
          <attribute name="a" attributeType="String" defaultValueString="\(escapedName)"/>
          <userInfo><entry key="\(escapedName)" value="\(escapedName)"/></userInfo>
        </entity>
        <fetchRequest name="\(escapedName)" entity="E" predicateString="a == '\(escapedName)'"/>
      </model>
      """,
    ])
    for words in [
      ["run", "\(file).yaml", "-q", "--out", "out", "--no-advice"],
      ["accept", "--from", "out", "-q", "--force"],
      ["sweep", "plan", "\(file).yaml", "--shards", "1", "--out", "w"],
      ["sweep", "run", "w", "--shard", "1", "-q"],
      ["history", "add", "out", "--revision", name, "--file", "h.sqlite"],
      ["history", "add", "out", "--revision", "\(name)2", "--file", "h.sqlite"],
    ] {
      _ = try program.run(words)
    }
    try FileManager.default.copyItem(
      at: program.folder.appending(path: "h.sqlite"),
      to: program.folder.appending(path: "\(file).sqlite"))
    return program
  }

  /// What of the name XML admits.
  private static let escapedName =
    "\u{202E}txt\u{2066}\u{FEFF}&lt;img src=x onerror=alert(1)&gt; @everyone [x](y)"

  /// Throws what a page of the command would do to its reader.
  private static func check(_ words: [String], format: String?, in program: WholeProgram) throws {
    let answer = try program.runCase(words, showing: "")
    guard let format else { return }
    if format.contains("html"), answer.output.contains("<img src=x") {
      throw BadCase("\(words): HTML", "", answer)
    }
    guard format.contains("markdown") else { return }
    var isInCode = false
    let prose = answer.output.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isInCode.toggle() }
      return !isInCode
    }.joined(separator: "\n")
    for sign in ["<img", "@everyone", "[x](y)"] where prose.contains(sign) {
      throw BadCase("\(words): \(sign) in Markdown", "", answer)
    }
  }

  @Test func `no command prints a hostile name raw, in any format or option`() throws {
    let commands = Commands.all.filter { !$0.isHidden }
    #expect(Set(commands.map(\.name)) == Set(Self.lines.keys))
    var cases: [(words: [String], format: String?)] = []
    for command in commands {
      for line in Self.lines[command.name] ?? [] {
        cases.append((line, nil))
        for option in command.options where option.name.hasSuffix("format") {
          for choice in option.choices {
            cases.append((line + ["--\(option.name)", choice], choice))
          }
        }
      }
      // Every option with the name as its value, and one that there is not.
      let line = Self.lines[command.name]?.first ?? [command.name]
      for option in command.options {
        cases.append(
          (
            line
              + (option.placeholder == nil
                ? ["\(option.spelling)=\(Self.name)"] : [option.spelling, Self.file]),
            nil
          ))
      }
      cases.append((line + ["--\(Self.name)"], nil))
      cases.append((line + [Self.name, Self.name, Self.name], nil))
    }
    var dice = SplitMix64(seed: RandomCases.seed)
    cases.shuffle(using: &dice)
    let chosen = Array(cases.prefix(Effort.choose(quick: 25, ci: 150, full: .max)))
    let original = try Self.program()
    RandomCases.run(chosen.count, of: "Outlets of commands", casesInAFolder: 40, copying: original)
    {
      number, program, _ in
      try Self.check(chosen[number].words, format: chosen[number].format, in: program)
      return chosen[number].words[0]
    }
  }

  // MARK: - Fields

  /// Where the keys of a table stand in a scenario; nil for a table that the test does not know.
  private static func lines(owner: String, key: String) -> [String]? {
    func fields(_ others: [String: String] = [:]) -> String {
      let all = others.merging([key: quoted]) { _, own in own }.sorted { $0.key < $1.key }
      return "{\(all.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
    }
    switch owner {
    case "a scenario":
      return ["\(key): \(quoted)", "\(key): [\(quoted)]", "\(key): {\(quoted): \(quoted)}"]
    case "an entity of the model":
      return ["model: {A: \(fields())}", "model: {\(quoted): \(fields())}"]
    case "an attribute of the model": return ["model: {A: {n: \(fields(["type": "string"]))}}"]
    case "a relationship of the model":
      return ["model: {A: {r: \(fields(["to one": "A"]))}}"]
    case "a fetched property of the model":
      return ["model: {A: {f: \(fields(["fetch": "A"]))}}"]
    case "a store that is there already": return ["stores: [\(fields())]"]
    case "data": return ["data: \(fields())"]
    case "an entity under data":
      return ["data: {A: \(fields())}", "data: {A: {\(key): {n: \(quoted)}}}"]
    case "a parameter":
      return [
        "parameters: {p: \(fields(["type": "choice", "of": "[a, \(quoted)]", "default": "a"]))}"
      ]
    case "context, or a variant":
      return [
        "context: \(fields())", "variants: {v: \(fields())}",
        "variants: {v: {\(key): {\(quoted): \(quoted)}}}",
      ]
    case "behaves": return ["behaves: \(fields())"]
    case "measure": return ["measure: \(fields())"]
    case "gate":
      return [
        "gate: \(fields())", "gate: {\(key): [\(quoted)]}", "gate: {\(key): {\(quoted): 1}}",
      ]
    case "limits": return ["limits: \(fields())"]
    case "an expectation": return ["expect: [\(fields(["that": "objects.live == 7"]))]"]
    case "an expectation's when": return ["expect: [{that: 1 == 1, when: \(fields())}]"]
    case "the sizes of a parameter": return ["sizes: {p: \(fields(["of": "[1, 2]"]))}"]
    case "the matrix, beside what it varies": return ["matrix: \(fields(["pool": "[true]"]))"]
    case "a cell that the matrix includes":
      return ["matrix: {include: [\(fields(["pool": "true"]))]}"]
    case "every step": return ["steps:\n  - save: {}\n    \(key): \(quoted)"]
    case "a choice of a question":
      return ["steps:\n  - question: \(quoted)\n    choices: [\(fields(["says": "a"])), {says: b}]"]
    case let step where step.hasPrefix("the step "):
      let word = step.dropFirst("the step ".count)
      let example = Steps.all.first { $0.keyword == word }?.example ?? ""
      let pattern = try? Regex("\\b\(key): ([^,}\\n]+)")
      let replaced = pattern.map { example.replacing($0, with: "\(key): \(quoted)") } ?? example
      return [
        "steps:\n  - \(word): \(fields())", "steps:\n  - \(word): \(quoted)\n    \(key): \(quoted)",
        "steps:\n" + replaced.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"),
      ]
    default: return nil
    }
  }

  /// A scenario with some of its parts replaced.
  private static func scenario(with lines: String) -> String {
    let key = lines.prefix { $0 != ":" }
    let parts = [
      "faultline": "1", "name": "field", "title": "t",
      "model": "{A: {n: string}, Employee: {name: string, salary: double}}", "variants": "{v: {}}",
      "measure": "{repeats: 1}",
      "steps": "[insert: {entity: A, into: x}, save: {}, checkpoint: c]",
    ].filter { $0.key != key }
    return parts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined() + lines
      + "\n"
  }

  @Test func `no field of a scenario is printed raw`() throws {
    var texts: [String] = []
    for table in Glossary.tables {
      for key in table.keys {
        let lines = try #require(Self.lines(owner: table.owner, key: key.name), "\(table.owner)")
        texts += lines.map { Self.scenario(with: $0) }
      }
    }
    // Names that are keys themselves.
    texts += [
      "variants: {\(Self.quoted): {}}", "columns: {\(Self.quoted): objects.live@c}",
      "parameters: {\(Self.quoted): {type: int, default: 1}}", "\(Self.quoted): 1",
      "steps:\n  - \(Self.quoted): {}", "steps:\n  - checkpoint: \(Self.quoted)",
      "expect: [\(Self.quoted)]", "tags: [\(Self.quoted)]", "data: {\(Self.quoted): {count: 1}}",
    ].map { Self.scenario(with: $0) }
    var dice = SplitMix64(seed: RandomCases.seed)
    texts.shuffle(using: &dice)
    let chosen = Array(texts.prefix(Effort.choose(quick: 25, ci: 120, full: .max)))
    RandomCases.run(chosen.count, of: "Fields") { number, program, _ in
      let text = chosen[number]
      try program.write(text, to: "field.yaml")
      let plan = try program.runCase(["plan", "field.yaml"], showing: text)
      guard plan.status == 0 else { return "refused" }
      let run = try program.runCase(
        ["run", "field.yaml", "-q", "--no-advice", "--out", "out", "--timeout", "20s"],
        showing: text)
      _ = try program.runCase(["list", "scenarios", "."], showing: text)
      guard program.files(in: "out").contains("field.json") else { return "ran \(run.status)" }
      for format in ["html", "markdown", "github", "junit", "csv", "json"] {
        try Self.check(
          ["report", "out/field.json", "--format", format], format: format, in: program)
      }
      try FileManager.default.removeItem(at: program.folder.appending(path: "out"))
      return "reported \(run.status)"
    }
  }
}

// What is said about the language is true of it: the page, the schema, and every example.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct ReferenceTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")

  /// Scenarios that are right: those that are shipped, and one for each step.
  private static let scenarios: [(name: String, text: String)] = {
    let names = (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
      .filter { $0.hasSuffix(".yaml") }
    let shipped = names.map { name in
      (name, (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "")
    }
    let steps = Glossary.steps.map { ($0.keyword, companyScenario($0.example)) }
    let parts = Glossary.parts.compactMap { part in
      part.example.map { (part.owner, firstScenario(with: $0)) }
    }
    return shipped + steps + parts + [
      ("a new one", NewScenario.text(named: "new")),
      ("every form", everyForm(ExpressionForm.all.map(\.example))),
      ("numbers of bytes", bytes),
    ] + DisabledKeyword.words.map { ("\($0) everywhere", off($0)) }
  }()

  /// The example of a scenario with the lines of another example in the place of its own.
  private static func firstScenario(with example: String) -> String {
    let first = Glossary.parts.first?.example ?? ""
    var keys: [String] = []
    var texts: [String: String] = [:]
    for text in [first, example] {
      var key = ""
      for line in text.split(separator: "\n") {
        if !line.hasPrefix(" ") {
          key = String(line.prefix { $0 != ":" })
          if !keys.contains(key) { keys.append(key) }
          texts[key] = ""
        }
        texts[key, default: ""] += "\(line)\n"
      }
    }
    return keys.compactMap { texts[$0] }.joined()
  }

  /// Numbers of bytes wherever one can stand.
  private static let bytes = """
    faultline: 1
    name: bytes
    title: Bytes
    model: {Employee: {name: string}}
    parameters: {budget: {type: int, default: 64 MiB, min: 1kB, max: 0.5 GiB, quick: 2 MB}}
    sizes: {budget: [1 KiB, 1 MiB]}
    steps:
      - save: {}
    expect:
      - that: bytes.live <= 64 MiB
      - {baseline: 'bytes.*', tolerance: 64 KiB}
      - {baseline: bytes.live, tolerance: {absolute: 1 kB, range: [0, 64 MiB]}}
    """

  /// Everything that can be switched off, in one word for it.
  private static func off(_ word: String) -> String {
    """
    faultline: 1
    name: off
    title: Off
    model: {Employee: {name: string, boss: {to one: Employee}}}
    parameters: {rows: {type: int, default: \(word), min: \(word), max: \(word), quick: \(word)}}
    context: {undo: \(word), pool: \(word), saveEvery: \(word), drainEvery: \(word), stalenessInterval: \(word)}
    variants:
      one: {fetchBatchSize: \(word), prefetches: \(word), pragmas: \(word), rows: \(word)}
      two: {undo: {levels: \(word)}}
    matrix: {refreshEvery: [\(word), 1], exclude: [{refreshEvery: \(word), variant: one}]}
    limits: {operations: \(word)}
    measure: {warmup: \(word)}
    steps:
      - fetch: {entity: Employee, into: staff, batch: \(word), limit: \(word), offset: \(word), prefetch: \(word)}
      - repeat: 2
        steps:
          - every: \(word)
            steps:
              - save: {}
      - refresh: {objects: staff, merge: \(word)}
    """
  }

  @Test func `what the schema is asked about being off is read`() throws {
    for word in DisabledKeyword.words {
      let scenario = try ScenarioReader.scenario(Self.off(word), file: "off.yaml")
      #expect(try Plan(scenario, choosing: Choices()).trials.count == 3)
    }
  }

  @Test func `the page has every key, step, form, generator and metric`() {
    let page = ReferencePage.markdown
    for table in Glossary.tables {
      for key in table.keys { #expect(page.contains("| `\(key.name)`"), "\(key.name)") }
    }
    for part in Glossary.parts {
      #expect(page.contains("## Keys of \(part.owner)\n"))
      if let example = part.example { #expect(page.contains("```yaml\n\(example)\n```")) }
    }
    for step in Glossary.steps { #expect(page.contains("### \(step.keyword)\n")) }
    for form in ExpressionForm.all { #expect(page.contains(form.usage)) }
    for word in DisabledKeyword.words { #expect(page.contains("`\(word)`")) }
    for generator in Glossary.generators { #expect(page.contains("`\(generator.usage)`")) }
    for metric in Glossary.metrics { #expect(page.contains("| `\(metric.name)` |")) }
  }

  @Test func `every operator, function and question about readings has an example`() throws {
    let trees = try ExpressionForm.all.map { try Formula($0.example, named: $0.usage).root }
    let text = trees.map(\.description).joined(separator: "\n")
    for sign in FormulaOperator.allCases { #expect(text.contains(" \(sign.rawValue) ")) }
    for function in FormulaFunction.allCases { #expect(text.contains("\(function.rawValue)(")) }
    for function in MetricFunction.allCases where function != .value {
      #expect(text.contains("\(function.rawValue)("))
    }
  }

  /// Asked of a checker that others wrote, where it is installed.
  @Test func `the schema takes what the reader takes, and refuses what is misspelt`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(ScenarioSchema.json.utf8).write(to: folder.appending(path: "schema.json"))
    for (index, scenario) in Self.scenarios.enumerated() {
      try Data(scenario.text.utf8).write(to: folder.appending(path: "right-\(index).yaml"))
      let wrong = scenario.text.replacing("steps:", with: "step:", maxReplacements: 1)
      try Data(wrong.utf8).write(to: folder.appending(path: "wrong-\(index).yaml"))
    }
    let script = """
      import glob, json, sys
      try:
          import jsonschema, yaml
      except ImportError:
          print("not installed")
          sys.exit()
      schema = json.load(open("schema.json"))
      jsonschema.Draft202012Validator.check_schema(schema)
      checker = jsonschema.Draft202012Validator(schema)
      for name in sorted(glob.glob("*.yaml")):
          errors = list(checker.iter_errors(yaml.safe_load(open(name))))
          if name.startswith("right") and errors:
              print(name, errors[0].json_path, errors[0].message[:300])
          if name.startswith("wrong") and not errors:
              print(name, "was taken")
      print("checked")
      """
    try Data(script.utf8).write(to: folder.appending(path: "check.py"))
    guard let answer = Outsider.run("python3", ["check.py"], in: folder),
      answer != "not installed\n"
    else {
      // Without it the schema is at least JSON that names every key.
      let schema = ScenarioSchema.json
      for table in Glossary.tables {
        for key in table.keys { #expect(schema.contains("\"\(key.name)\""), "\(key.name)") }
      }
      return
    }
    let names = Self.scenarios.map(\.name).enumerated().map { "\($0): \($1)" }
    expectText(answer, is: "checked\n")
    if answer != "checked\n" { print(names.joined(separator: "\n")) }
  }
}

// What a user meets of the language: a new scenario, the examples of the reference, and trials side by side.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct LanguageTests {
  @Test func `a new scenario runs, and is not written over`() throws {
    let program = try WholeProgram()
    #expect(
      try program.run("new", "my-import").output
        == "my-import.yaml is there. Run it: faultline run my-import.yaml\n")
    let run = try program.run(
      "run", "my-import.yaml", "--quick", "--quiet", "--out", "out",
      environment: ["FAULTLINE_CACHE": "cache"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let again = try program.run("new", "my-import.yaml")
    #expect(again.status == 3)
    #expect(again.errors == "my-import.yaml: error: the scenario cannot be written: File exists\n")
    #expect(try program.run("new", "../x").status == 3)
    let unknown = try program.run("new", "mine", "--from", "first-lite")
    #expect(unknown.status == 3)
    #expect(
      unknown.errors.hasPrefix(
        "--from: error: no scenario that comes with faultline fits 'first-lite'"))
  }

  @Test func `every form of an expression holds in its example`() throws {
    let program = try WholeProgram(["forms.yaml": everyForm(ExpressionForm.all.map(\.example))])
    let run = try program.run("run", "forms.yaml", "--quiet", "--out", "out", "--jobs", "3")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test func `the schema and the reference are printed`() throws {
    let program = try WholeProgram()
    let schema = try program.run("schema").output
    #expect(try JSONSerialization.jsonObject(with: Data(schema.utf8)) is [String: Any])
    #expect(try program.run("reference").output.hasPrefix("# The scenario language\n"))
  }

  @Test func `rules, and words that newcomers do not know, are explained`() throws {
    let program = try WholeProgram()
    #expect(
      try program.run("explain", "c2").output.hasPrefix("C2, a rule: A refresh without merging"))
    #expect(
      try program.run("explain", "retain cycle").output.hasPrefix(
        "retain cycle (strong reference cycle): Objects that hold each other"))
    #expect(
      try program.run("explain", "Retain Cycle").output
        == program.run("explain", "retain cycle").output)
    #expect(
      try program.run("explain", "fetchbatchsize").output
        == program.run("explain", "fetchBatchSize").output)
    // A word may be a step as well.
    let turn = try program.run("explain", "turn").output
    #expect(turn.hasPrefix("turn, a step:"))
    #expect(turn.contains("\nturn (a pass of the run loop): One trip of an app"))
    #expect(
      try program.run("explain", "retain cycel").errors.contains("Did you mean 'retain cycle'?"))
  }

  @Test(arguments: [
    ("NSBatchInsertRequest", "batch insert"), ("obtainPermanentIDs(for:)", "obtain permanent IDs"),
    ("context.insert(_:)", "adopt"), ("havingPredicate", "having"),
    ("nspersistenthistorychangerequest", "read history"), ("deleteHistory(before:)", "purge"),
    ("uniquenessConstraints", "is unique by"), ("NSFetchIndexDescription", "is indexed by"),
  ])
  func `a name of Core Data's is explained by what a scenario writes for it`(
    name: String, word: String
  ) throws {
    let answer = try WholeProgram().run("explain", name)
    // A terminal of 80 columns breaks the longer ones.
    let words = answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.hasPrefix("'\(name)' is written '\(word)' in a scenario. "),
      "\(answer.output)\(answer.errors)")
    #expect(answer.output.contains("\n\(word), a "), "\(answer.output)")
  }

  @Test func `every word for a name of Core Data's is one of the language`() {
    for name in CoreDataName.all {
      #expect(Glossary.words.contains(name.word), "\(name.word)")
      #expect(CoreDataName.words(for: "NSThing.\(name.names[0])(_:)").contains(name.word))
    }
  }

  @Test func `a fetch is explained on a model in YAML`() throws {
    let program = try WholeProgram([
      "model.yaml": """
      Employee:
        is indexed by: [name]
        name: string
      """
    ])
    let answer = try program.run(
      "explain", "--fetch", "Employee", "--model", "model.yaml", "--where", "name == 'Ada'")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(answer.output.contains("SEARCH"), "\(answer.output)")
    let wrong = try program.run("explain", "--fetch", "Employe", "--model", "model.yaml")
    #expect(wrong.errors.contains("Did you mean 'Employee'?"), "\(wrong.errors)")
  }

  @Test func `a part of a scenario is explained with all of its keys and an example`() throws {
    let program = try WholeProgram()
    let relationship = try program.run("explain", "relationship").output
    #expect(relationship.hasPrefix("The keys of a relationship of the model:\n  to one "))
    #expect(relationship.contains("\n  on delete "))
    #expect(
      relationship.hasSuffix(
        """
        For example:
          model:
            Department:
              staff: {to many: Employee, inverse: department, on delete: cascade}
            Employee:
              department: {to one: Department, inverse: staff}

        """))
    // A key of a scenario, and what stands below it.
    let model = try program.run("explain", "model").output
    #expect(model.hasPrefix("model, a key:\n"))
    for part in ["an entity", "an attribute", "a relationship"] {
      #expect(model.contains("\nThe keys of \(part) of the model:\n"), "\(part)")
    }
  }

  /// Exact counters do not depend on how many trials run at once, nor does their order.
  @Test func `trials side by side read the same as one by one`() throws {
    let text = """
      faultline: 1
      name: grid
      title: A grid
      model: {Employee: {name: string}}
      parameters: {rows: {type: int, default: 10, min: 1}}
      sizes: {rows: [10, 100, 1000]}
      matrix: {retainsRegisteredObjects: [false, true]}
      steps:
        - insert: {entity: Employee, count: rows, into: staff, set: {name: text(20)}}
        - save: {}
        - checkpoint: saved
      """
    let program = try WholeProgram(["grid.yaml": text])
    for jobs in ["1", "4"] {
      let run = try program.run(
        "run", "grid.yaml", "--quiet", "--jobs", jobs, "--out", "out\(jobs)")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try program.text(of: "out1/grid.json") == program.text(of: "out4/grid.json"))
    #expect(program.files(in: "out4") == ["grid.json", "grid.machine.json"])
  }

  @Test func `a context may tidy up by itself`() throws {
    let text = """
      faultline: 1
      name: tidy
      title: Tidying up
      model: {Employee: {name: string}}
      stores: [sqlite]
      parameters: {rows: {type: int, default: 30}, often: {type: int, default: 10, min: 0}}
      context: {undo: none, saveEvery: often, pragmas: {cache_size: -500}}
      variants:
        nothing: {}
        reset: {resetEvery: 5}
        fresh: {freshContextEvery: 5}
        drain: {drainEvery: 4}
      steps:
        - repeat: rows
          as: i
          steps:
            - turn:
                - insert: {entity: Employee}
        - checkpoint: inserted
        - fetch: {entity: Employee, into: saved}
        - checkpoint: fetched
      expect:
        - that: sql.transactions@inserted == 3 + 2 * rows / often
          when: {variant: [nothing, drain]}
        - that: objects.registered@inserted == 0
          when: {variant: [nothing, reset, fresh]}
        - that: held.pool@inserted > 0
          when: {variant: drain}
        - that: leaked.bytes == 0
      """
    let program = try WholeProgram(["tidy.yaml": text])
    let run = try program.run("run", "tidy.yaml", "--quiet", "--out", "out")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let wrong = try program.run("plan", "tidy.yaml", "--set", "often=0")
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("an interval is a whole number of turns from 1 on"))
  }
}

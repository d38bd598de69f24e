// The words of the scenario language, listed and explained from the tables that check them.

import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Testing

@testable import FaultlineCLI
@testable import FaultlineScenarios
import FaultlineKnowledge
@testable import FaultlineExperiments

private func run(_ words: String...) -> String {
  let readable = ReadableConsole()
  let status = Main.run(words, console: readable.console)
  let texts = readable.read()
  return status == .held ? texts.output : "status \(status.rawValue)\n\(texts.errors)"
}

@Suite struct WordsTests {
  @Test func `lists have a line for each`() throws {
    func names(_ topic: String) -> [String] {
      run("list", topic).split(separator: "\n").filter { !$0.hasPrefix(" ") }
        .map { line in String(line.ranges(of: "  ").first.map { line[..<$0.lowerBound] } ?? line) }
    }
    #expect(names("steps") == Glossary.steps.map { $0.keyword })
    #expect(names("metrics") == Glossary.metrics.map(\.name))
    #expect(names("commands") == Commands.all.filter { !$0.isHidden }.map(\.name))
    let program = try WholeProgram([
      "Scenarios/b.yaml": smallScenario(name: "b"),
      "Scenarios/a/a.yaml": smallScenario(name: "a"), "Scenarios/models/m.yaml": "",
    ])
    expectText(
      try program.run("list", "scenarios").output,
      is: """
        a  A small one (Scenarios/a/a.yaml)
        b  A small one (Scenarios/b.yaml)

        """)
  }

  @Test func `a step is explained with its keys and an example`() {
    expectText(
      run("explain", "insert"),
      is: """
        insert, a step: Insert objects of an entity; with 'context: none' make them
        without a context, until 'adopt' inserts them.

        Keys:
          entity   The entity of the objects. A name. Required.
          count    How many; 1 if it is left out. A formula.
          into     The variable that holds them; without it nothing does. A name.
          set      Values by attribute. Names, each with a value, a formula or a
                   generator.
          store    The store that keeps them, where there are several; the first if it
                   is left out. A name.
          context  none for objects without a context, which only their name holds; the
                   one that steps play in if it is left out. None.

        For example:
          - insert:
              entity: Employee
              count: 10
              into: staff
              set: {name: 'Employee {index}', salary: 'random(1000, 9000)'}
          - insert: {entity: Employee, context: none, into: draft}
          - adopt: draft

        """)
  }

  @Test func `a word may be several things`() {
    expectText(
      run("explain", "when"),
      is: """
        when, a step: Play steps if a condition holds.

        Beside it:
          steps  What is played if it holds. A list of steps. Required.

        For example:
          - when: rows > 2
            steps:
              - save: {}

        when, a key:
          in an expectation  Where it is asked; everywhere if it is left out. What the
                             matrix and the sizes vary can stand here, too. {variant,
                             store, behaves, …}.

        """)
  }

  @Test func `a metric is explained with what is better and whether it gates`() {
    expectText(
      run("explain", "cycles.broken"),
      is: """
        cycles.broken, a metric: retain cycles that steps have broken: none of their
        objects is in a cycle after the step.

        Counted in whole numbers. More is better. Exact: the same in every run. Rules:
        C2.

        cycles.broken(main) is the part of a context, cycles.broken(Photo) that of an
        entity, cycles.broken(Photo, main) that of both, cycles.broken(refresh) that of
        a cause; 'context none' and 'entity none' stand for what has none.

        """)
    expectText(
      run("explain", "process.rss"),
      is: """
        process.rss, a metric: bytes of the process in memory.

        Counted in bytes. Less is better. Informative: it differs from run to run, and
        gates nothing.

        """)
  }

  @Test
  func `a rule is listed with the scenarios that show it, and explained with their expectations`()
    throws
  {
    let scenario = smallScenario() + "\n    because: Nobody holds them (R7)."
    let program = try WholeProgram(["Scenarios/small.yaml": scenario, "empty.txt": ""])
    let list = try program.run("list", "rules").output
    #expect(list.split(separator: "\n").count { !$0.hasPrefix(" ") } == RuleText.all.count)
    #expect(
      list.contains(" Shown by small.\n") && list.contains("No scenario shows it."))
    expectText(
      try program.run("explain", "R7").output,
      is: """
        R7, a rule: A context's coordinator cannot be taken away; let the context go
        instead.

        What shows it:
          Scenarios/small.yaml:23:11  objects.live == 0

        """)
    #expect(try program.run("explain", "R2").output.hasSuffix("\n\nNo scenario shows it.\n"))
    let elsewhere = try WholeProgram()
    #expect(try !elsewhere.run("list", "rules").output.contains("scenario shows"))
    #expect(try elsewhere.run("explain", "R7").output.contains("There is no folder Scenarios here"))
  }

  /// A mistake is shown where it stands among the arguments.
  @Test(arguments: [
    (
      ["--fetch", "Employee", "--where", "name LIKE = 3"],
      """
      --where:1:11: error: a value belongs here
       1 | name LIKE = 3
         |           ^
      """
    ),
    (
      ["--fetch", "Employee", "--where", "nam == 'x'"],
      """
      --where:1:1: error: 'Employee' has no property 'nam'; did you mean 'name'?
       1 | nam == 'x'
         | ^~~
      """
    ),
    (
      ["--fetch", "Employee", "--sort", "-nam"],
      """
      --sort:1:2: error: 'Employee' has no property 'nam'; did you mean 'name'?
       1 | -nam
         |  ^~~
      """
    ),
    (
      ["--fetch", "Emplyee"],
      """
      --fetch:1:1: error: no entity 'Emplyee'. Did you mean 'Employee'?
       1 | Emplyee
         | ^~~~~~~
         = known entities: Employee
      """
    ),
  ])
  func `a fetch that cannot be is reported with its place`(words: [String], says: String) throws {
    let program = try WholeProgram(["small.yaml": smallScenario(name: "small")])
    let answer = try program.run(["explain", "--model", "small.yaml"] + words)
    #expect(answer.status == 3)
    expectText(answer.errors, is: says + "\n")
  }

  @Test func `every word that can be looked up is explained`() {
    for word in Glossary.words {
      #expect(!run("explain", word).hasPrefix("status"), "\(word)")
    }
  }

  @Test func `every key of every table means something in one sentence`() {
    for table in Glossary.tables {
      for key in table.keys {
        #expect(key.meaning.hasSuffix("."), "\(key.name) in \(table.owner)")
        #expect(!key.meaning.contains("\n"), "\(key.name) in \(table.owner)")
      }
    }
  }

  @Test(arguments: [
    ("memory warning", "refresh, a step: "), ("refreshAllObjects", "refresh, a step: "),
    ("refreshallobjects", "refresh, a step: "), ("UITableView", "scroll, a step: "),
    ("didReceiveMemoryWarning", "refresh: {}"),
    ("shouldRefreshRefetchedObjects", "up to date (shouldRefreshRefetchedObjects)"),
    ("fetchBatchSize", "batch"),
  ])
  func `a step and a key are found by Core Data's own names`(word: String, says: String) {
    let answer = run("explain", word)
    #expect(answer.contains(says), "\(answer)")
  }

  @Test func `what is not there is reported with the nearest word`() {
    expectText(
      run("explain", "isnert"),
      is: """
        status 3
        faultline: Nothing is called 'isnert'. Did you mean 'insert'?
        See 'faultline help explain'.

        """)
    for word in ["refresing", "refreshing", "refreshed"] {
      expectText(
        run("explain", word),
        is: """
          status 3
          faultline: Nothing is called '\(word)'. Did you mean 'refresh'?
          See 'faultline help explain'.

          """)
    }
    expectText(
      run("explain", "misbehave"),
      is: """
        status 3
        faultline: Nothing is called 'misbehave'.
        See 'faultline help explain'.

        """)
    expectText(
      run("list", "metric"),
      is: """
        status 3
        faultline: There are no 'metric' to list. Did you mean 'metrics'?
        See 'faultline help list'.

        """)
    expectText(
      run("list", "steps", "here"),
      is: """
        status 3
        faultline: steps are in no folder, but 'here' is given.
        See 'faultline help list'.

        """)
    expectText(
      run("list"),
      is: """
        status 3
        faultline: list needs TOPIC [FOLDER].
        See 'faultline help list'.

        """)
    expectText(
      run("list", "scenarios", "/nowhere"),
      is: """
        status 3
        /nowhere: error: there is no such file or folder

        """)
  }
}

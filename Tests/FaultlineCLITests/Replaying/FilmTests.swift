// What is filmed is what is measured, and a film stays small and the same.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `A film` {
  /// What is said when a step is played stands in no script, where it would be read too soon.
  @Test func `has a script without questions and notes`() throws {
    let text = """
      faultline: 1
      name: told
      title: Told
      model: {Employee: {note: string}}
      steps:
        - turn:
            - insert:
                entity: Employee
                set:
                  note: kept
          note: >-
            Who goes

            with the turn?
        - question: Who?
          answer: Nobody.
        - save: {}
          note: Now.
      """
    let program = try WholeProgram(["told.yaml": text])
    _ = try program.run("replay", "told.yaml", "--out", "film.json", "-q")
    let film = try Replay.read(from: program.folder.appending(path: "film.json"))
    #expect(film.script.map(\.number) == [6, 7, 8, 9, 10, 17])
    #expect(film.script.map(\.text).last == "  - save: {}")
    #expect(film.frames.flatMap(\.notes).count == 2)
  }

  /// Looking fires nothing and counts nothing: what the film read after the last step is what a measured pass read.
  @Test(arguments: [
    ("parent-child-cycle", "both ends", "let-go"), ("undo-holds-objects", "with undo", "edited"),
    ("figure-1-department-is-a-fault", "default", "touched"), ("n-plus-one", "lazily", "listed"),
  ])
  func `reads what a measured pass reads`(name: String, variant: String, checkpoint: String) throws
  {
    let program = try WholeProgram()
    let run = try program.run(
      "run", ruleScenario(name), "--quick", "--no-progress", "--out", "out", "--replay")
    #expect(run.status == 0, "\(run.errors)")
    let film = try Replay.read(from: program.folder.appending(path: "out/\(name).film.json"))
    let schema = try JSONSchema(try program.run("schema", "film").output)
    #expect(try schema.problems(of: film.json) == [])
    let result = try RunResult.read(from: program.folder.appending(path: "out/\(name).json"))
    let trial = try #require(result.scenarios[0].trials.first { $0.variant == variant })
    let measured = try #require(trial.samples[0][checkpoint])
    let filmed = try #require(
      film.frames.last {
        $0.readings.contains { read in
          read.metric == "store.roundtrips"
        } && $0.line != nil
      })
    for reading in filmed.readings {
      #expect(measured[reading.metric] == reading.quantity, "\(reading.metric)")
    }
  }

  @Test func `is the same in every run, to the byte`() throws {
    let program = try WholeProgram()
    for name in ["one", "two"] {
      for ending in ["json", "html"] {
        let answer = try program.run(
          "replay", ruleScenario("n-plus-one"), "--out", "\(name).\(ending)", "-q")
        #expect(answer.status == 0)
      }
    }
    expectText(try program.text(of: "two.json"), is: try program.text(of: "one.json"))
    #expect(try program.text(of: "two.html") == program.text(of: "one.html"))
  }

  @Test func `shows the first two rounds of a loop and the last, and says what it left out`()
    throws
  {
    let program = try WholeProgram([
      "loop.yaml": """
      faultline: 1
      name: loop
      title: Ten rounds
      model: {Employee: {name: string}}
      context: {undo: none}
      steps:
        - repeat: 10
          as: i
          steps:
            - insert: {entity: Employee, set: {name: 'Employee {i}'}}
            - question: Who holds it?
              answer: The context does, for its change.
            - save: {}
      """
    ])
    let film = try film(of: program.folder.appending(path: "loop.yaml").path)
    #expect(film.frames.filter { $0.step == "insert" }.map { $0.rounds[0].number } == [0, 1, 9])
    let rest = try #require(film.frames.first { $0.roundsLeftOut > 0 })
    #expect(rest.roundsLeftOut == 7)
    #expect(
      rest.sentence.hasPrefix("Rounds 3–9 play the same steps and are not shown.")
    )
    // In a loop nobody is asked twice.
    #expect(
      film.frames.flatMap(\.questions) == [
        .init("Who holds it?", answer: "The context does, for its change.")
      ])
    // Nor does the script give the answer away.
    #expect(
      !film.script.contains { $0.text.contains("question") || $0.text.contains("The context does") }
    )
    #expect(film.script.map(\.number) == [7, 8, 9, 10, 13])
  }

  @Test func `shows the hundredth and the thousandth round of a long loop and the last`() throws {
    let program = try WholeProgram([
      "long.yaml": """
      faultline: 1
      name: long
      title: Many rounds
      model: {Employee: {name: string}}
      context: {undo: none}
      steps:
        - repeat: 1_200
          as: i
          steps:
            - insert: {entity: Employee, set: {name: 'Employee {i}'}, into: newest}
        - save: {}
      """
    ])
    let film = try film(of: program.folder.appending(path: "long.yaml").path)
    let inserts = film.frames.filter { $0.step == "insert" }
    #expect(inserts.map { $0.rounds[0].number } == [0, 1, 99, 999, 1_199])
    #expect(inserts.allSatisfy { $0.rounds[0].of == 1_200 })
    #expect(inserts.map(\.roundsLeftOut) == [0, 0, 97, 899, 199])
    #expect(
      inserts.suffix(3).map { $0.sentence.prefix { $0 != "." } } == [
        "Rounds 3–99 play the same steps and are not shown",
        "Rounds 101–999 play the same steps and are not shown",
        "Rounds 1,001–1,199 play the same steps and are not shown",
      ])
    let text = try program.run("replay", "long.yaml", "--terminal").output
    #expect(text.contains("insert (line 10) · round 1,200 of 1,200 (i = 1199)"))
  }

  @Test func `says every note once, and none beside steps that are not played`() throws {
    let program = try WholeProgram([
      "noted.yaml": """
      faultline: 1
      name: noted
      title: Notes
      notes: [Of the file.]
      model: {Employee: {name: string}}
      parameters:
        way: {type: choice, of: [one, other], default: one}
      context: {undo: none}
      steps:
        - note: Alone.
        - when: way == one
          note: Beside 'when'.
          steps:
            - note: Alone in 'when'.
            - insert: {entity: Employee}
              note: Beside 'insert'.
        - when: way == other
          note: Not played.
          steps:
            - save: {}
      """
    ])
    let film = try film(of: program.folder.appending(path: "noted.yaml").path)
    let steps = ["Alone.", "Beside 'when'.", "Alone in 'when'.", "Beside 'insert'."]
    #expect(film.notes == ["Of the file."] && film.frames.flatMap(\.notes) == steps)
    // A report is about every variant.
    let report = try program.run("run", "noted.yaml", "--no-progress", "--all").output
    for note in ["Of the file."] + steps + ["Not played."] {
      #expect(report.components(separatedBy: note).count == 2, "\(note)")
    }
  }

  /// What only puts records into the store is passed over; what is said, asked or read about is not.
  @Test func `knows which steps only prepare`() throws {
    let many = try film(of: ruleScenario("n-plus-one"))
    let setup = try #require(many.setup)
    #expect(many.frames[setup].step == "release" && many.frames[setup + 1].step == "fetch")
    #expect(many.frames[setup].states.allSatisfy { many.nodes[$0.node].kind.isRoot })
    #expect(many.place(after: 0) == setup + 1 && many.place(before: setup + 1) == 0)
    #expect(many.place(after: 1) == 2 && many.place(before: 2) == 1)
    #expect(many.round(from: 0, isForwards: true) == 1)
    #expect(many.isSound)
    // Its first turn is what the lesson is about.
    let spoken = try film(of: ruleScenario("run-loop-lifetime"))
    #expect(spoken.setup == nil && spoken.place(after: 0) == 1)
  }

  @Test func `draws equal siblings once, and never more than forty nodes`() throws {
    let equal = try film(of: ruleScenario("parent-child-cycle"), "--set", "children=19960")
    #expect(
      equal.nodes.map(\.title) == [
        "context", "parent", "staff", "Department 1", "Employee × 19,960",
      ])
    let program = try WholeProgram([
      "chain.yaml": """
      faultline: 1
      name: chain
      title: A chain in which nobody is like another
      model:
        Employee:
          boss: {to one: Employee, inverse: reports}
          reports: {to many: Employee, inverse: boss}
      steps:
        - insert: {entity: Employee, into: top}
        - repeat: 3
          as: i
          steps:
            - insert: {entity: Employee, count: 40, into: 'next'}
            - set: {objects: next, to: {boss: pick(top)}}
            - set: {objects: next, to: {boss: pick(next)}}
      """
    ])
    let chain = try film(of: program.folder.appending(path: "chain.yaml").path)
    #expect(chain.nodes.count <= 40)
    #expect(
      chain.frames.map {
        $0.states.filter { !chain.nodes[$0.node].kind.isRoot }.reduce(0) { $0 + $1.count }
      }.max() == 121)
  }

  @Test func `calls an instance by its record, and says that it is another one`() throws {
    let film = try film(of: ruleScenario("one-record-many-instances"))
    #expect(
      film.nodes.filter { !$0.kind.isRoot }.map(\.title).prefix(3) == [
        "Employee 1", "Employee 1′", "Employee 1′′",
      ])
    #expect(film.frames.contains { $0.cited.contains("L1") })
  }

  /// Every rule that can be cited stands in the article, and every rule of the article can.
  @Test func `knows the rules of the article`() throws {
    let article = URL(filePath: ruleScenario("x")).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Faultline/Faultline.docc/Rules.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let ids = text.matches(of: /\*\*([A-Z][0-9]+)\*\*/).map { String($0.output.1) }
    #expect(Set(RuleText.all.map(\.id)) == Set(ids))
  }
}

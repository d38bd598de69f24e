// Five ways to let objects live on, each reported with its holder in one line and drawn: end to end, through a
// scenario. One is a leak, and the others are holds.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct LeakTests {
  /// A company of which each variant forgets to let somebody go in a way of its own.
  private static let planted = """
    faultline: 1
    name: planted
    title: Five ways to forget somebody
    model:
      Department:
        name: string
        employees: {to many: Employee, inverse: department}
      Employee:
        name: string
        department: {to one: Department, inverse: employees}
    parameters:
      cycle: {type: choice, of: [untied, tied], default: untied}
      forgotten: {type: choice, of: [nothing, array, observer, both], default: nothing}
    context: {undo: none}
    variants:
      clean: {}
      cycle: {cycle: tied}
      undo: {undo: unlimited}
      container: {forgotten: array}
      context: {retainsRegisteredObjects: true}
      observer: {forgotten: observer}
      two holders: {forgotten: both}
      cycle in a container: {cycle: tied, forgotten: array}
    steps:
      - insert: {entity: Department, count: 2, into: departments, set: {name: 'D {index}'}}
      - insert:
          entity: Employee
          count: 20
          into: employees
          set: {name: 'E {index}', department: pick(departments)}
      - save: {}
      - checkpoint: named
      - when: cycle == untied
        steps:
          - refresh: {objects: departments, merge: false}
      - when: forgotten == array or forgotten == both
        steps:
          - hold: {objects: employees, in: array, as: cache, static: true}
      - when: forgotten == observer or forgotten == both
        steps:
          - hold: {objects: employees, in: observer, as: screen, static: true}
    measure: {repeats: 2, warmup: 1}
    expect:
      - that: leaked.objects == 0 and leaked.bytes == 0 and leaked.cycles == 0
        when: {variant: [clean, undo, context, observer, container, two holders]}
      - that: leaked.objects == 22 and leaked.bytes > 0 and leaked.cycles > 0
        when: {variant: [cycle, cycle in a container]}
      - that: objects.live@end == 22
        when: {variant: [container, two holders, cycle, cycle in a container]}
      - that: held.outside@named == 22
      - that: held.outside@released == 20
        when: {variant: [observer, two holders]}
      - that: held.outside@released == 0
        when: {variant: [clean, cycle, undo, container, context, cycle in a container]}
    """

  private static let result = Swift.Result { () throws -> (ScenarioResult, WholeProgram) in
    let program = try WholeProgram(["planted.yaml": planted])
    let answer = try program.run("run", "planted.yaml", "--no-progress", "--out", "out")
    #expect(answer.status == 0, "\(answer)")
    let run = try RunResult.read(from: program.folder.appending(path: "out/planted.json"))
    return (try #require(run.scenarios.first), program)
  }

  /// What lives on in a variant, held or leaked: the line that names the holder, then the drawing.
  private func reported(_ kind: Finding.Kind, _ variant: String) throws -> String {
    let trial = try #require(
      try Self.result.get().0.trials.first { $0.variant == variant })
    return trial.findings.filter { $0.kind == kind }
      .map { ([$0.message] + $0.trace + $0.evidence).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  @Test func `where everything is let go nothing leaks, and nothing is held`() throws {
    expectText(try reported(.leak, "clean") + reported(.hold, "clean"), is: "")
  }

  /// What can still be let go is no leak: only the objects of a retain cycle are.
  @Test func `a hold is no leak`() throws {
    for variant in ["undo", "container", "context", "observer", "two holders"] {
      expectText(try reported(.leak, variant), is: "")
    }
    #expect(try reported(.hold, "cycle") == "")
  }

  /// C1, R5: what is held on purpose is reported as that; the retain cycle in it is a leak, whatever holds it today.
  @Test func `a cycle in a container is reported as both`() throws {
    #expect(
      try reported(.hold, "cycle in a container").contains(
        "outlive context, coordinator and stores"))
    #expect(
      try reported(.leak, "cycle in a container").hasPrefix(
        "20 × Employee and 2 × Department outlive context, coordinator and stores: held by a retain "
          + "cycle"))
  }

  /// C1: the retain cycle is reported once, at the end, although it was there when names were let go.
  @Test func `a cycle`() throws {
    expectText(
      try reported(.leak, "cycle"),
      is: """
        20 × Employee and 2 × Department outlive context, coordinator and stores: held by a retain cycle, \
        Department.employees → Employee.department → Department
        ┬─ a retain cycle: each object holds the next, and nothing else holds any
        ├─ Department
        │    ↓ employees, a realized relationship
        │      ~~~~~~~~~
        ├─ Employee
        │    ↓ department, a realized relationship
        ╰→ Department, where it began: should be gone with its context
        1 more of this kind
        """)
  }

  /// U1: the undo manager holds every object that was changed.
  @Test func `an undo manager`() throws {
    expectText(
      try reported(.hold, "undo"),
      is: """
        20 × Employee and 2 × Department live on when every name is let go: held by the undo \
        manager, for what can be undone
        ┬─ the undo manager, for what can be undone
        │  ~~~~~~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        with 2 × Department: held directly
        """)
  }

  /// R5: what is in a container lives as long as it.
  @Test func `a container`() throws {
    expectText(
      try reported(.hold, "container"),
      is: """
        20 × Employee and 2 × Department outlive context, coordinator and stores: held by array \
        'cache'
        ┬─ array 'cache'
        │  ~~~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        with 2 × Department: Employee.department
        """)
  }

  /// R4: every registered object's life depends on the context's.
  @Test func `a context that retains its objects`() throws {
    expectText(
      try reported(.hold, "context"),
      is: """
        20 × Employee and 2 × Department live on when every name is let go: held by the context, \
        which retains registered objects
        ┬─ the context, which retains registered objects
        │  ~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        with 2 × Department: held directly
        """)
  }

  @Test func `an observer`() throws {
    expectText(
      try reported(.hold, "observer"),
      is: """
        20 × Employee and 2 × Department live on when every name is let go: held by observer \
        'screen', whose handlers of 'department' mention them
        ┬─ observer 'screen', whose handlers of 'department' mention them
        │  ~~~~~~~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        with 2 × Department: Employee.department
        """)
  }

  /// C3: everyone has to let go, so everyone is named; at the end one of the two is left.
  @Test func `two holders at once`() throws {
    expectText(
      try reported(.hold, "two holders"),
      is: """
        20 × Employee and 2 × Department live on when every name is let go: held by array 'cache'
        ┬─ array 'cache'
        │  ~~~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        held by observer 'screen', whose handlers of 'department' mention them as well
        with 2 × Department: Employee.department
        20 × Employee and 2 × Department outlive context, coordinator and stores: held by array \
        'cache'
        ┬─ array 'cache'
        │  ~~~~~~~~~~~~~
        ╰→ Employee: lives as long as it is held
        19 more of this kind
        with 2 × Department: Employee.department
        """)
  }

  /// R5: a replay does not call it a leak either.
  @Test(arguments: [("container", false), ("cycle", true), ("cycle in a container", false)])
  func `a replay says of what is held that it is`(variant: String, isLeak: Bool) throws {
    let (_, program) = try Self.result.get()
    let answer = try program.run("replay", "planted.yaml", "--variant", variant, "--terminal")
    let words = answer.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("outlive the context and have leaked. They are held by a retain cycle (C1).")
        == isLeak)
    #expect(
      words.contains("outlive the context. They are held by the array 'cache' (R5)") == !isLeak)
  }

  @Test func `a report labels what is held, and what has leaked`() throws {
    let expectations = try #require(Self.planted.firstRange(of: "expect:"))
    let program = try WholeProgram([
      "planted.yaml": String(Self.planted[..<expectations.lowerBound])
    ])
    let answer = try program.run("run", "planted.yaml", "--no-progress", "--format", "markdown")
    #expect(answer.output.contains("- **leak** 20 × Employee and 2 × Department outlive "))
    #expect(
      answer.output.contains("- **held** 20 × Employee and 2 × Department live on when every name ")
    )
    #expect(!answer.output.contains("- **leak** 20 × Employee and 2 × Department live on "))
  }

  /// The search comes after the readings of the last pass: the passes stay alike, to the byte.
  @Test func `passes that are searched read what the others read`() throws {
    let (scenario, _) = try Self.result.get()
    for trial in scenario.trials { #expect(trial.disagreements(on: scenario.metrics) == []) }
  }

  @Test(arguments: ["terminal", "html"])
  func `a whole report draws them`(format: String) throws {
    let (_, program) = try Self.result.get()
    let answer = try program.run("report", "out", "--all", "--format", format)
    for line in [
      "├─ Department", "│    ↓ employees, a realized relationship",
      "╰→ Department, where it began: should be gone with its context",
    ] {
      #expect(answer.output.contains(line), "\(format): \(line)")
    }
  }

  /// What was not expected is explained where it is reported: the holder in the result, with a name to know it by.
  @Test(arguments: ["sarif", "junit", "github"])
  func `a broken expectation says why`(format: String) throws {
    let text = Self.planted.replacing(
      "that: leaked.objects == 22", with: "that: leaked.objects == 0")
    let program = try WholeProgram(["planted.yaml": text])
    let answer = try program.run(
      "run", "planted.yaml", "--no-progress", "--variant", "cycle", "--format", format)
    #expect(answer.status == 2)
    #expect(answer.output.contains("held by a retain cycle, Department.employees"))
    #expect(answer.output.contains("fingerprint: "))
  }
}

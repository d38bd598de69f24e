// `threads: true`: contexts at the same time, each on a thread of its own, with a part of the session to itself (P6, P7).

import Faultline
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@testable import FaultlineScenarios

@Suite struct ThreadsTests {
  /// Each waits for the other in its middle: one after the other they would never end.
  @Test func `threads work at the same time, and all have ended at the end`() {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let met = Mutex(0)
    WorkingThreads.run([
      {
        first.signal()
        second.wait()
        met.withLock { $0 += 1 }
      },
      {
        second.signal()
        first.wait()
        met.withLock { $0 += 1 }
      },
    ])
    #expect(met.withLock { $0 } == 2)
  }

  /// Instruments that let blocks have threads, as a measured pass does.
  private final class Threads: Instruments {
    private(set) var parts = 0

    func willPlay(_ step: PlacedStep, in session: Session) {}
    func didPlay(_ step: PlacedStep, in session: Session) {}
    func iterate(_ round: Int) {}
    func sample() {}
    func checkpoint(_ name: String, template: String, _ session: Session) throws(StepFailure) {}

    func playOnThreads(_ parts: [ThreadPart]) -> Bool {
      self.parts += parts.count
      WorkingThreads.run(parts.map { part in { part.play() } })
      return true
    }
  }

  private static func playing(_ steps: String, drawing draw: (Session, Int) -> String)
    -> String
  {
    do {
      let text = companyScenario(steps).replacing("undo: none", with: "undo: none, threads: true")
      let scenario = try ScenarioReader.scenario(text, file: "company.yaml")
      let trial = try Plan(scenario, choosing: Choices()).trials[0]
      let threads = Threads()
      let session = try Session(trial, folder: "", contents: StoreContents(), instruments: threads)
      try session.play(trial.steps)
      return draw(session, threads.parts)
    } catch {
      return "\(error)"
    }
  }

  /// What a block names, opens and closes is as if it had been played here; two blocks of a context share its thread.
  @Test func `what blocks leave behind is there for the steps that follow`() {
    let steps = """
      - context: {name: first}
      - context: {name: second}
      - in: first
        steps: [fetch: {entity: Employee, into: kept}, fetch: {entity: Employee, into: gone}]
      - concurrently:
          - in: first
            steps:
              - release: gone
              - repeat: 20
                steps:
                  - insert: {entity: Employee, into: fresh, set: {name: 'random(1, 1e9)'}}
                  - save: {}
          - in: second
            steps:
              - context: {name: third, parent: second}
              - repeat: 20
                steps:
                  - insert: {entity: Employee, into: others, set: {name: 'random(1, 1e9)'}}
                  - save: {}
          - in: first
            steps: [save: {}]
      - in: first
        steps: [touch: kept, touch: fresh]
      - in: third
        steps: [fetch: {entity: Employee, into: all of them}]
      """.replacing("all of them", with: "everybody")
    let picture = Self.playing(steps) { session, parts in
      let names = ["kept", "gone", "fresh", "others", "everybody"].map { name in
        "\(name) \(session.variables[name].count)"
      }
      return "\(parts) parts; \(session.contexts.map(\.name).joined(separator: " ")); "
        + names.joined(separator: ", ")
    }
    expectText(
      picture,
      is: "2 parts; main first second third; kept 4, gone 0, fresh 1, others 1, everybody 44")
  }

  /// While threads play, a block that one context sends to another is run by a worker; before and after, by its sender.
  @Test func `contexts are driven by the trial again when all threads have ended`() {
    let steps = """
      - context: {name: first}
      - context: {name: second}
      - concurrently:
          - in: first
            steps: [context: {name: third}, save: {}]
          - in: second
            steps: [save: {}]
      """
    let picture = Self.playing(steps) { session, parts in
      let contexts = session.contexts.map { "\($0.name) \($0.isDriven ? "driven" : "by workers")" }
      return "\(parts) parts; \(contexts.joined(separator: ", "))"
    }
    expectText(
      picture, is: "2 parts; main by workers, first driven, second driven, third driven")
  }

  /// Each part has random numbers of its own, so no order of threads changes what is written.
  @Test func `blocks draw numbers of their own, the same in every run`() {
    let steps = """
      - context: {name: first}
      - context: {name: second}
      - concurrently:
          - in: first
            steps:
              - insert: {entity: Employee, count: 50, set: {name: F, salary: 'random(1, 1e9)'}}
              - save: {}
          - in: second
            steps:
              - insert: {entity: Employee, count: 50, set: {name: S, salary: 'random(1, 1e9)'}}
              - save: {}
      - fetch: {entity: Employee, where: salary > 1, into: paid}
      """
    let pictures = (0..<5).map { _ in
      Self.playing(steps) { session, _ in
        let salaries = session.variables["paid"].map { employee in
          "\(employee.value(forKey: "name") ?? "") \(employee.value(forKey: "salary") ?? "")"
        }
        return Set(salaries).sorted().joined(separator: "\n")
      }
    }
    #expect(Set(pictures).count == 1)
    #expect(pictures[0].split(separator: "\n").count == 100, "\(pictures[0].prefix(300))")
  }

  /// The numbers are those of the seed in every version: a baseline of today is compared with a run of next year.
  @Test func `each thread of each step draws from a stream of its own`() {
    let steps = """
      - context: {name: first}
      - context: {name: second}
      - repeat: 2
        steps:
          - concurrently:
              - in: first
                steps:
                  - insert: {entity: Employee, set: {name: F, salary: 'random(1, 1e6)'}}
                  - save: {}
              - in: second
                steps:
                  - insert: {entity: Employee, set: {name: S, salary: 'random(1, 1e6)'}}
                  - save: {}
      - fetch: {entity: Employee, where: salary > 0, into: paid}
      """
    let picture = Self.playing(steps) { session, _ in
      session.variables["paid"].map { employee in
        "\(employee.value(forKey: "name") ?? "") \(employee.value(forKey: "salary") ?? "")"
      }.sorted().joined(separator: "\n")
    }
    expectText(
      picture,
      is: """
        F 324994.0
        F 718326.0
        S 291550.0
        S 559926.0
        """)
  }

  @Test func `the error of a block is reported as the scenario's`() {
    let steps = """
      - context: {name: first}
      - context: {name: second}
      - concurrently:
          - {in: first, steps: [count: {entity: Employee, is: 7}]}
          - {in: second, steps: [save: {}]}
      """
    let reported = Self.playing(steps) { _, _ in "nothing went wrong" }
    #expect(reported.contains("7") && reported != "nothing went wrong", "\(reported)")
  }

  private static func mistake(_ name: String, _ steps: String, says: String) -> Mistake {
    Mistake(
      name, "  let go: {}", "  let go: {threads: true}", "  - save: {}\n",
      "  - context: {name: a}\n  - context: {name: b}\n\(steps)\n", says: says)
  }

  private static let mistakes = [
    mistake(
      "a context that belongs to one thread",
      "  - concurrently:\n      - {in: main, steps: [save: {}]}\n      - {in: a, steps: [save: {}]}",
      says: """
        pairs.yaml:25:14: error: the context 'main' belongs to the trial's thread, and with 'threads: true' each \
        context here plays on its own
         25 |       - {in: main, steps: [save: {}]}
            |              ^~~~
            = 'queue: private' lets it work on any thread
        """),
    mistake(
      "another's context",
      "  - concurrently:\n      - {in: b, steps: [in: a, steps: [save: {}]]}\n      - {in: a, steps: [save: {}]}"
        .replacing("[in: a, steps: [save: {}]]", with: "[{in: a, steps: [save: {}]}]"),
      says: """
        pairs.yaml:25:30: error: the context 'a' plays on another thread at the same time
         25 |       - {in: b, steps: [{in: a, steps: [save: {}]}]}
            |                              ^
            = steps in it belong into its own block
        """),
    mistake(
      "a checkpoint while others work",
      "  - concurrently:\n      - {in: b, steps: [checkpoint: now]}\n      - {in: a, steps: [save: {}]}",
      says: """
        pairs.yaml:25:37: error: with 'threads: true' others work while this is read, and no two runs would read the same
         25 |       - {in: b, steps: [checkpoint: now]}
            |                                     ^~~
            = take the checkpoint behind 'concurrently'
        """),
    mistake(
      "a main queue that cannot be served",
      "  - context: {name: c, queue: main}\n  - concurrently:\n      - {in: b, steps: [save: {}]}\n      - {in: a, steps: [save: {}]}",
      says: """
        pairs.yaml:26:14: error: with 'threads: true' the main thread waits here, and the context 'c' can do nothing
         26 |       - {in: b, steps: [save: {}]}
            |              ^
            = 'queue: private' lets it work on any thread
        """),
  ]

  @Test(arguments: mistakes)
  func `what cannot be on threads is reported before anything runs`(_ mistake: Mistake) {
    expectText(mistake.reported, is: mistake.says)
  }
}

// Trials that die: each costs only itself, and the report says how and where.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct DeathTests {
  /// How a step misbehaves, the limits it meets, and what the report says of it.
  static let deaths: [(step: String, limits: [String], says: String)] = [
    (
      "crash", [],
      """
        crashed: small/odd was killed by a trap
          last step in pass 1: misbehave (small.yaml:18:9)
          last: save (5)
          it had read nothing
          it wrote: …/MisbehaveStep.swift: Fatal error: The
          scenario asked for a crash.
      """
    ),
    (
      "exit", [],
      """
        crashed: small/odd exited with status 9 before its work was done
          last step in pass 1: misbehave (small.yaml:18:9)
          last: save (5)
          it had read nothing
      """
    ),
    (
      "hang", ["--timeout", "1s"],
      """
        crashed: small/odd did not end within 1.0 s and was stopped
          last step in pass 1: misbehave (small.yaml:18:9)
          last: save (5)
          it had read nothing
      """
    ),
    (
      "eat", ["--memory-limit", "100MiB"],
      """
        crashed: small/odd passed its memory limit of 100.0 MiB (it had more) and
          was stopped; --memory-limit raises it
          last step in pass 1: misbehave (small.yaml:18:9)
          last: save (5)
          it had read nothing
      """
    ),
  ]

  @Test(arguments: deaths)
  func `a trial that dies costs only itself`(
    step: String, limits: [String], says: String
  ) throws {
    let program = try WholeProgram(["small.yaml": smallScenario(step: "misbehave: \(step)")])
    let answer = try program.run(
      ["run", "small.yaml", "--no-progress", "--out", "out", "--repeats", "1"] + limits)
    #expect(answer.status == 4)
    let died = answer.output.split(separator: "\n").drop { $0 != "Crashes" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
    // A trap is signal 4 or 5, as the processor has it.
    let reported = died.replacing(/it had [0-9.]+ MiB/, with: "it had more")
      .replacing(/signal [45] \([a-z ]+\)/, with: "a trap")
      .replacing(/it wrote: .*\/(?=MisbehaveStep)/, with: "it wrote: …/")
      .replacing(/Step.swift:[0-9]+:/, with: "Step.swift:")
    expectText(reported, is: says)

    // The variants before and behind it were measured, and the document says so.
    let result = try RunResult.read(from: program.folder.appending(path: "out/small.json"))
    let trials = result.scenarios[0].trials
    #expect(trials.map(\.variant) == ["plain", "odd", "last"])
    #expect(trials.map { $0.reading("objects.live", at: "saved") } == [3, nil, 3])
    #expect(trials.map { $0.death?.lastStep } == [nil, "misbehave (small.yaml:18:9)", nil])
    #expect(trials.map { $0.death?.pass } == [nil, 1, nil])
    #expect(trials[1].death?.lastEvents?.first == "save (5)")
    #expect(result.verdict == .died)
  }

  /// The limit is met while the engine makes objects: what had not ended is what it was doing.
  @Test func `a trial that dies within the engine says what was unfinished`() throws {
    let program = try WholeProgram([
      "big.yaml": """
      faultline: 1
      name: big
      title: A big one
      model: {Employee: {name: string}}
      data: {Employee: {count: 200_000, set: {name: 'Employee {index}'}}}
      steps:
        - fetch: {entity: Employee, into: few, limit: 100}
        - touch: few
        - fetch: {entity: Employee, into: staff}
        - touch: staff
      columns: {live: objects.live@end}
      """
    ])
    let answer = try program.run(
      "run", "big.yaml", "--no-progress", "--out", "out", "--memory-limit", "75MiB")
    #expect(answer.status == 4)
    let result = try RunResult.read(from: program.folder.appending(path: "out/big.json"))
    let death = try #require(result.scenarios[0].trials[0].death)
    #expect(death.lastStep == "fetch (big.yaml:9:5)")
    #expect(
      death.lastEvents == [
        "fetch Employee (100)", "fault Employee × 100", "fetch Employee (unfinished)",
      ])
  }

  @Test func `a step that fails says why, in a process and inline`() throws {
    let program = try WholeProgram([
      "small.yaml": smallScenario(step: "refresh: {objects: staff}")
        .replacing("- save: {}\n", with: "- save: {}\n  - reset: {}\n", maxReplacements: 1)
    ])
    let answer = try program.run(
      "run", "small.yaml", "--no-explain", "--no-progress", "--out", "out")
    #expect(answer.status == 4)
    expectText(
      answer.output.replacing(/peak, [0-9,]+ B/, with: "peak, …"),
      is: """
        CRASHED  1 of 3 variants · 1 of 3 expectations unanswered · behaves guides
          counters exact (2 of 2 repeats identical)

        small: A small one
        small.yaml

        odd crashed. The other 2 variants have the same peak, ….

        Variants
        variant     live
        ────────────────
        plain ●        3
        odd      crashed
        last           3
        ● reference

        What failed
          unanswered: objects.live == 0 (odd)
            small.yaml:24:11
            objects.live@end was not read in 'odd'

        Crashes
          crashed: small/odd exited with status 4 before its work was done
            last step in pass 1: refresh (small.yaml:19:9)
            it had read nothing
            it wrote: x-coredata://FA017111-0000-4000-8000-000000000001/Employee/p1 was
            invalidated when its context was reset; fetch it again. (134060)

        More: faultline report out/small.json --all

        """)
    let inline = try program.run(
      "run", "small.yaml", "--no-explain", "--no-progress", "--inline", "--out", "in")
    expectText(inline.output.replacing("report in/", with: "report out/"), is: answer.output)
    #expect(inline.status == 4)
    expectText(try program.text(of: "in/small.json"), is: try program.text(of: "out/small.json"))
  }
}

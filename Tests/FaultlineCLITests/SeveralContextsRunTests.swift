// Several contexts in whole runs: the article's examples hold, and no count depends on whose a context is.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct SeveralContextsRunTests {
  private static let article = "Sources/Faultline/Faultline.docc/SeveralContexts.md"

  /// A scenario in which two managers have a report each, before some steps.
  private func scenario(_ steps: Substring) -> String {
    let steps = steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return """
      faultline: 1
      name: article
      title: An example of the article
      model:
        Employee:
          name: string
          salary: double
          manager: {to one: Employee, inverse: reports}
          reports: {to many: Employee, inverse: manager}
      stores: [sqlite]
      context: {undo: none}
      steps:
        - insert: {entity: Employee, count: 2, into: managers, set: {name: 'Manager {index}'}}
        - insert: {entity: Employee, count: 2, into: juniors, set: {name: 'Report {index}'}}
        - relate: {objects: juniors, by: manager, to: managers}
        - save: {}
        - release: [managers, juniors]
        - refresh: {}
        - fetch: {entity: Employee, into: staff, as: realized}
      \(steps)
        - checkpoint: behind
      expect:
        - that: objects.live@end == 0 and leaked.bytes == 0

      """
  }

  @Test func `the steps of the article are played, what they expect holds, and nothing is left`()
    throws
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: Self.article), encoding: .utf8)
    let examples = text.matches(of: /```yaml\n((?s).*?)```/).map(\.1)
    #expect(examples.count == 8)
    for example in examples {
      let program = try WholeProgram(["article.yaml": scenario(example)])
      let run = try program.run("run", "article.yaml", "--quiet", "--out", "out")
      #expect(run.status == 0, "\(run.output)\(run.errors)\(example)")
    }
  }

  /// P6: whose a context is decides which threads may use it, and nothing else.
  @Test func `contexts of every queue read the same`() throws {
    let text = """
      faultline: 1
      name: queues
      title: Contexts of every kind
      model:
        Employee:
          name: string
          manager: {to one: Employee, inverse: reports}
          reports: {to many: Employee, inverse: manager}
      matrix: {queue: [confinement, private, main], freshContextEvery: [3, 1000]}
      data: {Employee: {count: 20, set: {name: text(20)}}}
      steps:
        - repeat: 5
          as: i
          steps:
            - turn:
                - undo group:
                    - insert: {entity: Employee, count: 3, into: new, set: {manager: pick(Employee)}}
                - without undo:
                    - set: {objects: new, to: {name: text(30)}}
                - save: {}
                - release: new
            - turn:
                - fetch: {entity: Employee, into: all staff, as: realized}
                - walk: {from: all staff, path: manager.reports}
                - release: all staff
            - checkpoint: 'round-{i}'
        - context: {name: worker, drainEvery: 2, freshContextEvery: 4}
        - in: worker
          steps:
            - repeat: 4
              steps:
                - turn:
                    - insert: {entity: Employee, count: 3}
                    - save: {}
                    - in: main
                      steps:
                        - fetch: {entity: Employee, into: seen}
                        - touch: seen
                        - release: seen
        - checkpoint: worked
      """.replacing("all staff", with: "everybody")
    let program = try WholeProgram(["queues.yaml": text])
    let run = try program.run("run", "queues.yaml", "--quiet", "--out", "out", "--jobs", "2")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let result = try RunResult.read(from: program.folder.appending(path: "out/queues.json"))
    let trials = try #require(result.scenarios.first).trials
    #expect(trials.count == 6)
    for (index, trial) in trials.enumerated().dropFirst(2) {
      #expect(trial.samples == trials[index % 2].samples, "\(trial.id)")
    }
  }
}

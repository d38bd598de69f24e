// Whether two programs measure the same: what they measure of a small workload of their own, in a word.

import FaultlineMeasures

/// The heap counters of a small built-in workload.
package enum BehaviorDigest {
  /// The workload: objects, relationships, undo, a cycle, and an SQLite store.
  static let text = """
    faultline: 1
    name: built-in-workload
    title: The work that a digest of the behavior is measured with
    behaves: guides
    context: {undo: unlimited}
    model:
      Department:
        name: string
        staff: {to many: Employee, inverse: department, on delete: nullify}
      Employee:
        name: string
        salary: {type: double, default: 1000}
        department: {to one: Department, inverse: staff}
    stores: [sqlite]
    seed: 11
    data:
      seed: 12
      Department: {count: 2, set: {name: words(2)}}
    measure: {repeats: 1, warmup: 1}
    steps:
      - insert: {entity: Employee, count: 24, into: staff, set: {name: words(3)}}
      - save: {}
      - checkpoint: saved
      - release: staff
      - reset: {}
      - fetch: {entity: Employee, into: fetched}
      - checkpoint: fetched
    """

  /// Measures it in a process of its own; nil where that did not come to its end.
  package static func measured(
    environment: [String] = [], isStopped: @escaping () -> Bool
  ) -> String? {
    guard let scenario = try? ScenarioReader.scenario(text, file: "built-in workload"),
      let plan = try? Plan(scenario, choosing: Choices())
    else { return nil }
    let executor = ProcessExecutor(
      text: text, choices: Choices(), timeout: .seconds(60), environment: environment)
    let result = Runner(executor).run(plan) { _ in isStopped() ? .stop : .proceed }.result
    guard let trial = result.trials.first, trial.death == nil, let sample = trial.samples.first
    else { return nil }
    let counted = Set(
      result.metrics.filter { $0.exactness == .exact && $0.dependsOnMachine }.map(\.name))
    let words = sample.checkpoints.flatMap { checkpoint in
      [checkpoint.name]
        + checkpoint.readings.filter { counted.contains($0.metric) }.flatMap {
          [$0.metric, $0.quantity.description]
        }
    }
    return Fingerprint.of(words)
  }
}

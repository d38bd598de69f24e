// Which columns a table of variants has: those that a scenario chose, or those that distinguish its variants.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineAnalysis
@testable import FaultlineReports

struct `The columns of a table` {
  private static func metric(
    _ name: String, _ polarity: Metric.Polarity = .less,
    _ exactness: Metric.Exactness = .exact, _ group: Metric.Group = .objects
  ) -> Metric {
    Metric(
      name: name, group: group, scale: .count, polarity: polarity, exactness: exactness, meaning: ""
    )
  }

  /// A trial by its checkpoints, each of which reads the same of every metric.
  private static func trial(
    _ variant: String, _ checkpoints: [(String, [String: Int])], died: Bool = false
  ) -> TrialResult {
    let sample = Sample(
      pass: 1,
      checkpoints: checkpoints.map { name, readings in
        Checkpoint(
          name: name, readings: Cells.readings(readings.sorted { $0.key < $1.key }.map { ($0, $1) })
        )
      })
    return TrialResult(
      TrialKey(scenario: "s", variant: variant), settings: [], samples: [sample],
      death: died ? FirstLight.oneDied[2].death : nil)
  }

  private static func scenario(
    _ metrics: [Metric], columns: [Column] = [], _ trials: [TrialResult]
  ) -> ScenarioResult {
    ScenarioResult(
      name: "s", title: "", file: "s.yaml", reference: trials[0].key.variant, repeats: 1,
      metrics: metrics, columns: columns, trials: trials, judgements: [])
  }

  private static func picture(_ scenario: ScenarioResult) -> String {
    let headlines = Headlines(scenario)
    func line(_ name: String, _ columns: [Column]) -> String {
      "\(name): \(columns.map { "\($0.title) (\($0.metric)@\($0.checkpoint))" }.joined(separator: ", "))"
    }
    return [
      line("columns", headlines.columns), line("shared", headlines.shared),
      line("times", headlines.times), line("informative", headlines.informative),
      line("steady", Headlines.steady(scenario)), "",
    ].joined(separator: "\n")
  }

  @Test func `a trial that died does not say where a metric is read last`() {
    let early = Self.trial("early", [("start", ["bytes.peak": 1])], died: true)
    let whole = Self.trial("whole", [("start", ["bytes.peak": 1]), ("end", ["bytes.peak": 2])])
    let metrics = [Self.metric("bytes.peak")]
    for trials in [[early, whole], [whole, early]] {
      expectText(
        Self.picture(Self.scenario(metrics, trials)),
        is: """
          columns: peak (bytes.peak@end)
          shared: 
          times: 
          informative: 
          steady: peak (bytes.peak@end)

          """)
    }
    // Where all died, as far as they have come.
    #expect(
      Headlines(Self.scenario(metrics, [early])).columns.map(\.checkpoint) == ["start"])
  }

  @Test func `those that were chosen stay; what differs from run to run stands by itself`() {
    let metrics = [
      Self.metric("objects.live"), Self.metric("time.wall", .less, .informative, .time),
      Self.metric("time.cpu", .less, .informative, .time),
      Self.metric("bytes.process", .less, .informative),
    ]
    let columns = [
      Column(title: "live", metric: "objects.live", checkpoint: "end"),
      Column(title: "wall", metric: "time.wall", checkpoint: "end"),
      Column(title: "cpu", metric: "time.cpu", checkpoint: "end"),
      Column(title: "process", metric: "bytes.process", checkpoint: "end"),
    ]
    let trial = Self.trial(
      "plain", [("end", ["objects.live": 1, "time.wall": 2, "bytes.process": 3])])
    expectText(
      Self.picture(Self.scenario(metrics, columns: columns, [trial, trial])),
      is: """
        columns: live (objects.live@end)
        shared: 
        times: wall (time.wall@end)
        informative: cpu (time.cpu@end), process (bytes.process@end)
        steady: live (objects.live@end)

        """)
  }

  @Test func `what distinguishes variants is shown, the usual first, and never more than eight`() {
    let names = (1...9).map { "m.\($0)" }
    let metrics =
      [Self.metric("neutral", .neutral)] + names.map { Self.metric($0) }
      + [Self.metric("faults.fired"), Self.metric("alloc.count"), Self.metric("same")]
    func readings(_ value: Int) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: (names + ["neutral", "faults.fired"]).map { ($0, value) })
        .merging(["alloc.count": 5, "same": 5]) { $1 }
    }
    let trials = [
      Self.trial("one", [("end", readings(1))]), Self.trial("two", [("end", readings(2))]),
    ]
    expectText(
      Self.picture(Self.scenario(metrics, trials)),
      is: """
        columns: faults fired (faults.fired@end), m.1 (m.1@end), m.2 (m.2@end), m.3 (m.3@end), m.4 (m.4@end), m.5 (m.5@end), m.6 (m.6@end), m.7 (m.7@end)
        shared: allocations (alloc.count@end)
        times: 
        informative: 
        steady: faults fired (faults.fired@end), allocations (alloc.count@end)

        """)
  }

  @Test func `what one trial lacks is not the same in all`() {
    let metrics = [Self.metric("bytes.peak"), Self.metric("alloc.count")]
    let trials = [
      Self.trial("one", [("end", ["bytes.peak": 1, "alloc.count": 5])]),
      Self.trial("two", [("end", ["bytes.peak": 2])]),
    ]
    expectText(
      Self.picture(Self.scenario(metrics, trials)),
      is: """
        columns: peak (bytes.peak@end)
        shared: 
        times: 
        informative: 
        steady: peak (bytes.peak@end), allocations (alloc.count@end)

        """)
  }

  @Test func `where nothing differs there is still something to show`() {
    let metrics = [Self.metric("objects.live"), Self.metric("bytes.live"), Self.metric("other")]
    let trial = Self.trial(
      "plain", [("released", ["objects.live": 1]), ("end", ["bytes.live": 0, "other": 4])])
    expectText(
      Self.picture(Self.scenario(metrics, [trial, trial])),
      is: """
        columns: live @released (objects.live@released), bytes left (bytes.live@end)
        shared: 
        times: 
        informative: 
        steady: live @released (objects.live@released), bytes left (bytes.live@end)

        """)
  }
}

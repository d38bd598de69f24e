// A hand-made result of a matrix of variants, settings, sizes and stores, of any size, with cells that were not run or
// have died and expectations that broke.

import FaultlineMeasures

enum Matrix {
  static let names = ["lazy", "eager", "batched", "prefetched"]
  static let sizes = [1_000, 10_000, 100_000, 1_000_000]

  /// 4 variants × 4 settings × 4 sizes × 2 stores.
  static let result = scenario(
    variants: names, settings: [0, 10, 100, 1_000], sizes: sizes, stores: ["memory", "sqlite"])

  /// The scenario of all cells but those that are left out, with a budget of its own for each.
  static func scenario(
    variants: [String], settings: [Int], sizes: [Int], stores: [String],
    without isLeftOut: (TrialKey) -> Bool = { _ in false },
    dying isDead: (TrialKey) -> Bool = { _ in false }
  ) -> ScenarioResult {
    let keys = variants.flatMap { variant in
      settings.flatMap { setting in
        sizes.flatMap { size in
          stores.map { store in
            TrialKey(
              scenario: "sweep", variant: variant,
              axes: [Setting(name: "fetchBatchSize", value: setting)],
              sizes: [Setting(name: "rows", value: size)], store: store)
          }
        }
      }
    }.filter { !isLeftOut($0) }
    let trials = keys.map { trial($0, variants, isDead($0)) }
    return ScenarioResult(
      name: "sweep", title: "A sweep over many cells", file: "sweep.yaml",
      reference: variants[0], repeats: 1,
      metrics: ["bytes.peak", "store.roundtrips", "sql.statements"].map { name in
        Metric(
          name: name, group: name == "bytes.peak" ? .heap : .store,
          scale: name == "bytes.peak" ? .bytes : .count, polarity: .less, exactness: .exact,
          meaning: "so much of \(name)")
      },
      columns: [
        Column(title: "peak", metric: "bytes.peak", checkpoint: "end"),
        Column(title: "trips", metric: "store.roundtrips", checkpoint: "end"),
      ], trials: trials, judgements: trials.filter { $0.death == nil }.map(judgement))
  }

  private static func trial(
    _ key: TrialKey, _ variants: [String], _ isDead: Bool
  ) -> TrialResult {
    let rows = key.size(of: "rows") ?? 1
    let batch = key.axes[0].value.whole ?? 0
    let place = variants.firstIndex(of: key.variant) ?? 0
    let held = batch == 0 ? rows : min(rows, batch * 10)
    let end = Cells.readings([
      ("bytes.peak", 60_000 + held * 300 + place * rows * 20),
      ("store.roundtrips", key.store == "memory" ? 1 : 1 + rows / max(1, batch)),
      ("sql.statements", 3),
    ])
    let death = Death(
      cause: .memory(limit: 1 << 30, reached: 1 << 30), lastStep: nil, pass: 1)
    return TrialResult(
      key, settings: key.axes,
      samples: isDead
        ? [] : [Sample(pass: 1, checkpoints: [Checkpoint(name: "end", readings: end)])],
      death: isDead ? death : nil)
  }

  private static func judgement(_ trial: TrialResult) -> Judgement {
    let peak = trial.reading("bytes.peak", at: "end") ?? 0
    return Judgement(
      that: "bytes.peak@end <= 256 * 1024 * 1024",
      place: SourcePlace(file: "sweep.yaml", line: 20, column: 5), variant: trial.cell,
      outcome: peak > 268_435_456 ? .broken : .held,
      detail: "bytes.peak@end was \(NumberText.full(peak, .bytes))",
      asks: [Judgement.Asked(metric: "bytes.peak", checkpoint: "end")], trials: [trial.id])
  }
}

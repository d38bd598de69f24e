// What is printed about files: one table with the targets beside the ratios.

/// The result of the rounds on files as text.
struct DiskPage {
  let text: String

  init(_ staff: Staff, _ rounds: DiskRounds) {
    var table = Table(["ms", "engine", "raw SQLite", "ratio", "min–max", "target", "aim"])
    for workload in DiskWorkload.allCases {
      guard let times = rounds.times[workload] else { continue }
      let ratio = Spread(times.ratios)
      table.add([
        workload.rawValue, Figure.text(Spread(times.engine).median, 1),
        Figure.text(Spread(times.floor).median, 1), Figure.text(ratio.median, 2),
        "\(Figure.text(ratio.least, 2))–\(Figure.text(ratio.greatest, 2))",
        Figure.text(workload.goal.target, 1), Figure.text(workload.goal.aim, 1),
      ])
    }
    let count = rounds.times.values.first?.engine.count ?? 0
    text = """
      \(staff.count) employees, \(staff.departments) departments, store in SQLite, \(count) rounds

      \(table.text)\(Self.growth(rounds))
      """
  }

  /// Whether a batch costs the same however much is stored already.
  private static func growth(_ rounds: DiskRounds) -> String {
    guard let growth = rounds.times[.batches]?.growth else { return "" }
    let engine = Spread(growth.map(\.engine))
    let floor = Spread(growth.map(\.floor))
    var table = Table(["W1b, last quarter of the batches beside the first", "median", "min–max"])
    for (side, spread) in [("engine", engine), ("raw SQLite", floor)] {
      table.add([
        side, Figure.text(spread.median, 2),
        "\(Figure.text(spread.least, 2))–\(Figure.text(spread.greatest, 2))",
      ])
    }
    return "\n\n" + table.text
  }
}

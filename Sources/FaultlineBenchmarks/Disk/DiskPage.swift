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

      \(table.text)
      """
  }
}

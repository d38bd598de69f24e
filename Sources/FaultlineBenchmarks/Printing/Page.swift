// What is printed: three tables with the targets beside the figures.

/// The result of a run as text.
struct Page {
  let text: String

  init(_ staff: Staff, _ rounds: Rounds, _ footprint: Footprint, _ accesses: Accesses) {
    let count = rounds.times.values.first?.engine.count ?? 0
    text = """
      \(staff.count) employees, \(staff.departments) departments, store in memory, \(count) rounds

      \(Self.workloads(rounds))

      \(Self.bytes(footprint))

      \(Self.accesses(accesses))
      """
  }

  private static func workloads(_ rounds: Rounds) -> String {
    var table = Table([
      "ns per object", "engine", "plain Swift", "ratio", "min–max", "target", "aim",
    ])
    for workload in Workload.allCases {
      guard let times = rounds.times[workload] else { continue }
      let ratio = Spread(times.ratios)
      let goal: (target: String, aim: String) =
        switch workload {
        case .fetch: ("2.00", "1.00")
        case .change: ("150 ns", "100 ns")
        default: ("", "")
        }
      table.add([
        workload.rawValue, Figure.text(Spread(times.engine).median, 0),
        Figure.text(Spread(times.plain).median, 0), Figure.text(ratio.median, 2),
        "\(Figure.text(ratio.least, 2))–\(Figure.text(ratio.greatest, 2))", goal.target, goal.aim,
      ])
    }
    return table.text
  }

  private static func bytes(_ footprint: Footprint) -> String {
    var table = Table(["bytes per object", "measured", "target", "aim"])
    table.add(["realized", Figure.text(footprint.realized, 0), "350", "300"])
    table.add(["fault, row not loaded", Figure.text(footprint.fault, 0), "130", "110"])
    table.add(["changed, in addition", Figure.text(footprint.changed, 0), "130", ""])
    table.add(["plain Swift, realized", Figure.text(footprint.plain, 0), "", ""])
    return table.text
  }

  private static func accesses(_ accesses: Accesses) -> String {
    var table = Table(["ns per access", "measured", "target", "aim"])
    table.add(["read of a Double, warm", Figure.text(accesses.read, 1), "", ""])
    table.add(["first change of an object", Figure.text(accesses.firstChange, 1), "150", "100"])
    table.add(["later change", Figure.text(accesses.laterChange, 1), "", ""])
    return table.text
  }
}

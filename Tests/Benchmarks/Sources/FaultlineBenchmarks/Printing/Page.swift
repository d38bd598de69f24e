// What is printed of the store in memory, and of predicates and contexts: tables with the targets beside the figures.

/// Tables of what was measured.
enum Page {
  /// Everything on the store in memory.
  static func inMemory(
    _ staff: Staff, _ rounds: Rounds, _ footprint: Footprint, _ accesses: Accesses,
    _ undoing: Undoing
  ) -> [Section] {
    let count = rounds.times.values.first?.engine.count ?? 0
    return [
      Section(
        "In memory, beside plain Swift", workloads(rounds), note: staff.words(rounds: count)),
      Section("Bytes of an object", bytes(footprint)),
      Section("One access", Self.accesses(accesses)),
      Self.undoing(undoing),
    ]
  }

  private static func workloads(_ rounds: Rounds) -> Table {
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
    return table
  }

  private static func bytes(_ footprint: Footprint) -> Table {
    var table = Table(["bytes per object", "measured", "target", "aim"])
    table.add(["realized", Figure.text(footprint.realized, 0), "350", "300"])
    table.add(["fault, row not loaded", Figure.text(footprint.fault, 0), "130", "110"])
    table.add(["changed, in addition", Figure.text(footprint.changed, 0), "130", ""])
    table.add(["plain Swift, realized", Figure.text(footprint.plain, 0), "", ""])
    return table
  }

  /// The table of W8 alone.
  static func undoing(_ undoing: Undoing) -> Section {
    var table = Table(["W8", "measured", "target", "aim"])
    table.add([
      "first change with undo + undo, ns", Figure.text(undoing.change + undoing.undo, 0), "400",
      "200",
    ])
    table.add(["of that the change", Figure.text(undoing.change, 0), "", ""])
    table.add(["of that the undo", Figure.text(undoing.undo, 0), "", ""])
    table.add(["the same in plain Swift, ns", Figure.text(undoing.plain, 0), "", ""])
    table.add(["times as long as plain Swift", Figure.text(undoing.ratios.median, 1), "8.3", "4.2"])
    table.add(["later change with undo, ns", Figure.text(undoing.laterChange, 1), "", ""])
    table.add([
      "rollback of 100,000 changes, ms", Figure.text(undoing.rollback, 1), "20", "10",
    ])
    return Section(
      "Changes that are taken back", table,
      note: "In a process of its own, whose heap has nothing else in it.")
  }

  /// The table of what predicates cost.
  static func predicates(_ predicates: Predicates) -> Section {
    var table = Table(["µs per predicate", "first time", "again", "ratio"])
    for (name, costs) in [
      ("text to predicate", predicates.parsing),
      ("predicate to the answer of an empty table", predicates.planning),
    ] {
      table.add([
        name, Figure.text(costs.first, 1), Figure.text(costs.again, 1),
        Figure.text(costs.ratio, 1),
      ])
    }
    return Section("Predicates", table)
  }

  /// The table of what several contexts cost beside one.
  static func contexts(_ contexts: Contexts) -> Section {
    var table = Table(["10,000 objects", "several contexts, ms", "one context, ms", "ratio"])
    for (name, side) in [
      ("insert and save through a child, both saves", contexts.childSave),
      ("merge of a save beside a refresh of each object", contexts.merge),
    ] {
      table.add([
        name, Figure.text(side.several.median / 1e6, 1), Figure.text(side.one.median / 1e6, 1),
        Figure.text(side.ratios.median, 2),
      ])
    }
    return Section(
      "Several contexts", table,
      note: "performAndWait there and back: \(Figure.text(contexts.roundTrip, 0)) ns; from within: "
        + "\(Figure.text(contexts.reentry, 0)) ns; a check of the queue: "
        + "\(Figure.text(contexts.check, 1)) ns")
  }

  private static func accesses(_ accesses: Accesses) -> Table {
    var table = Table(["ns per access", "measured", "target", "aim"])
    table.add(["read of a Double, warm", Figure.text(accesses.read, 1), "", ""])
    table.add(["first change of an object", Figure.text(accesses.firstChange, 1), "150", "100"])
    table.add(["later change", Figure.text(accesses.laterChange, 1), "", ""])
    return table
  }
}

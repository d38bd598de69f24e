// What others take for the same work, as it was measured once beside the same floor.

/// Object-graph engines and mappers, each with its ratios to SQLite by hand.
enum Peers {
  private static let workloads = ["W1a", "W1b", "W2", "W3", "W4", "W5", "W6", "W7"]

  /// Ratios in the order of the workloads; nil where it cannot do one.
  private static let ratios: [(name: String, ratios: [Double?])] = [
    ("plain Swift classes", [1.43, 1.25, 3.00, 1.52, 3.52, 1.06, 1.23, 1.62]),
    ("GRDB 7.8, structs", [3.72, 2.98, 2.69, 5.12, 103, 8.96, 3.08, 3.88]),
    ("MIOCoreData", [25, 23, 31, 7.10, 39, 15, 19, 17]),
    ("FreeCoreData", [70, nil, 202, 42, 217, 49, 32, 7.16]),
    ("EclipseLink 2.7", [23, 8.65, 49, 27, 65, 16, 15, 16]),
    ("Cayenne 5.0-M2", [23, 12, 28, 24, 191, 40, 40, 36]),
    ("Pony 0.7", [13, 9.17, 79, 8.25, 82, 12, 5.61, 101]),
    ("SQLAlchemy 2.1", [45, 23, 53, 41, 78, 29, 29, 31]),
    ("GDL2 (EOF)", [nil, nil, 63, 17, 67, 75, 48, 40]),
  ]

  /// A table of all of them, with the engine's own ratios of this run first.
  static func section(beside rounds: DiskRounds) -> Section {
    var table = Table(["ratio to SQLite by hand"] + workloads)
    let own = workloads.map { short -> Double? in
      DiskWorkload.allCases.first { $0.short == short }
        .flatMap { rounds.times[$0] }.map { Spread($0.ratios).median }
    }
    for (name, ratios) in [("Faultline, this run", own)] + ratios {
      table.add([name] + ratios.map { $0.map { Figure.text($0, $0 < 10 ? 2 : 0) } ?? "–" })
    }
    return Section(
      "Others, as they were measured once", table,
      note: """
        The others were measured on a machine of two cores, idle, with 100,000 employees in 100 departments, each in a
        process of its own on a copy of one file, in turns with SQLite by hand; times of programs for the Java machine
        include its warming up. GRDB has no identity map: its W4 asks for each department anew. A dash stands for what
        one cannot do, or not in minutes. They were not measured again beside this run.
        """)
  }
}

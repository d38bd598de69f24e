// What is printed about files: one table with the targets beside the ratios.

/// Tables of the rounds on files.
enum DiskPage {
  static func sections(_ staff: Staff, _ rounds: DiskRounds) -> [Section] {
    var table = Table([
      "ms", "engine", "raw SQLite", "ratio", "min–max", "target", "aim", "in its format", "ratio",
    ])
    for workload in DiskWorkload.allCases {
      guard let times = rounds.times[workload] else { continue }
      let goal = [workload.goal.target, workload.goal.aim].map { Figure.text($0, 1) }
      table.add([workload.rawValue] + besidePlain(times) + goal + besideOther(times))
    }
    let count = rounds.times.values.first?.engine.count ?? 0
    return [
      Section(
        "On SQLite, beside SQLite by hand", table,
        note: """
          \(staff.words(rounds: count)). The last two columns: SQLite by hand on a file as the
          engine's format wants it, with an entity and a version in each row, a version that each change compares and
          raises, and pages that can be given back; and the engine's time over that.
          """)
    ] + growth(rounds)
  }

  /// What the workloads that fill memory take with pages of two megabytes.
  static func hugePages(_ rounds: DiskRounds) -> Section {
    var table = Table([
      "ms", "engine", "raw SQLite", "ratio", "min–max", "in its format", "ratio",
    ])
    for workload in DiskWorkload.fillingMemory {
      guard let times = rounds.times[workload] else { continue }
      table.add([workload.rawValue] + besidePlain(times) + besideOther(times))
    }
    return Section(
      "With huge pages", table,
      note: """
        The same under `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`, on all sides. Objects that stay take memory from the
        system, which clears it page by page when it is first touched; SQLite by hand keeps none.
        """)
  }

  /// What reading takes where the system maps the file, as a setting of a store lets it.
  static func mapped(_ rounds: DiskRounds) -> Section {
    var table = Table([
      "ms", "engine", "raw SQLite", "ratio", "min–max", "mapped too", "ratio",
    ])
    for workload in DiskWorkload.readingPages {
      guard let times = rounds.times[workload] else { continue }
      table.add([workload.rawValue] + besidePlain(times) + besideOther(times))
    }
    return Section(
      "With mapped files", table,
      note: """
        The engine with the store's setting `mmap_size`, beside SQLite by hand without it, and in the last two columns
        with it. W3 reads 10,000 rows in no order: each is a page that SQLite otherwise copies from the system. Its aim
        of 0.7 was set for a mapped file.
        """)
  }

  /// The engine's time, the plain floor's, and their ratio with its spread.
  private static func besidePlain(_ times: DiskRounds.Times) -> [String] {
    let ratio = Spread(times.ratios)
    return [
      Figure.text(Spread(times.engine).median, 1), Figure.text(Spread(times.floor).median, 1),
      Figure.text(ratio.median, 2),
      "\(Figure.text(ratio.least, 2))–\(Figure.text(ratio.greatest, 2))",
    ]
  }

  /// The time of the other floor, and the ratio to it.
  private static func besideOther(_ times: DiskRounds.Times) -> [String] {
    [
      Figure.text(Spread(times.other).median, 1),
      Figure.text(Spread(times.ratiosToOther).median, 2),
    ]
  }

  /// Whether a batch costs the same however much is stored already.
  private static func growth(_ rounds: DiskRounds) -> [Section] {
    guard let growth = rounds.times[.batches]?.growth else { return [] }
    let engine = Spread(growth.map(\.engine))
    let floor = Spread(growth.map(\.floor))
    var table = Table(["last quarter of the batches beside the first", "median", "min–max"])
    for (side, spread) in [("engine", engine), ("raw SQLite", floor)] {
      table.add([
        side, Figure.text(spread.median, 2),
        "\(Figure.text(spread.least, 2))–\(Figure.text(spread.greatest, 2))",
      ])
    }
    return [Section("W1b, however much is stored", table)]
  }
}

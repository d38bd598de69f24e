// Every work on every number of threads once a round, engine and floor in turn, each on fresh copies of a file.

import Foundation

/// Throughputs of all rounds, point by point.
struct ThreadedRounds {
  /// A work on so many threads.
  struct Point: Hashable {
    let work: ThreadedWork
    let threads: Int
  }

  /// Objects a second, one entry a round.
  struct Rates {
    var engine: [Double] = []
    var floor: [Double] = []

    var ratios: [Double] { zip(engine, floor).map { $1 / $0 } }
  }

  private(set) var rates: [Point: Rates] = [:]
  let rounds: Int

  init(_ staff: Staff, _ rounds: Int) throws {
    self.rounds = rounds
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-threads-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bases: [DiskSideKind: URL] = [
      .engine: folder.appendingPathComponent("engine.sqlite"),
      .floor: folder.appendingPathComponent("floor.sqlite"),
    ]
    for (kind, url) in bases { _ = try kind.run(.insert, staff, at: url) }
    let points = ThreadedWork.allCases.flatMap { work in
      ThreadedWork.threads.map { Point(work: work, threads: $0) }
    }
    // The first round warms the machine up and is not counted.
    for round in 0...rounds {
      for point in points {
        let (engine, floor) = (
          try Self.once(point, .engine, staff, bases), try Self.once(point, .floor, staff, bases)
        )
        guard engine.sum == floor.sum else {
          throw ChecksumMismatch(
            workload: point.work.rawValue, engine: engine.sum, plain: floor.sum)
        }
        guard round > 0 else { continue }
        let objects = Double(point.work.objects(staff, threads: point.threads))
        rates[point, default: Rates()].engine.append(objects / engine.nanoseconds * 1e9)
        rates[point, default: Rates()].floor.append(objects / floor.nanoseconds * 1e9)
      }
    }
  }

  private static func once(
    _ point: Point, _ kind: DiskSideKind, _ staff: Staff, _ bases: [DiskSideKind: URL]
  ) throws -> ThreadedTrial {
    guard let base = bases[kind] else { return ThreadedTrial(nanoseconds: 0, sum: 0) }
    let files = (0..<point.work.files(threads: point.threads)).map {
      base.deletingLastPathComponent().appendingPathComponent("work\($0).sqlite")
    }
    for file in files {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
      try FileManager.default.copyItem(at: base, to: file)
    }
    let words = try ChildTrial.run(
      [
        "--threaded", point.work.short, kind.rawValue, "\(point.threads)",
        base.deletingLastPathComponent().path,
      ],
      staff)
    guard let trial = ThreadedTrial(words) else {
      throw FloorError(description: "\(point.work.rawValue) on the \(kind.rawValue)'s side failed.")
    }
    return trial
  }

  /// The files of a trial in its folder, as its process finds them.
  static func files(_ work: ThreadedWork, threads: Int, in folder: String) -> [URL] {
    (0..<work.files(threads: threads)).map {
      URL(fileURLWithPath: folder).appendingPathComponent("work\($0).sqlite")
    }
  }

  /// A curve for each work: objects a second, and how many times as many as on one thread.
  var sections: [Section] {
    ThreadedWork.allCases.map { work in
      var table = Table([
        "threads", "engine, objects/s", "of one", "raw SQLite", "of one", "ratio", "min–max",
      ])
      for threads in ThreadedWork.threads {
        guard let rates = rates[Point(work: work, threads: threads)],
          let one = self.rates[Point(work: work, threads: 1)]
        else { continue }
        let (engine, floor, ratio) = (
          Spread(rates.engine), Spread(rates.floor), Spread(rates.ratios)
        )
        table.add([
          "\(threads)", Figure.grouped(engine.median),
          Figure.text(engine.median / Spread(one.engine).median, 2), Figure.grouped(floor.median),
          Figure.text(floor.median / Spread(one.floor).median, 2), Figure.text(ratio.median, 2),
          "\(Figure.text(ratio.least, 2))–\(Figure.text(ratio.greatest, 2))",
        ])
      }
      return Section("Threads: \(work.rawValue)", table)
    }
  }
}

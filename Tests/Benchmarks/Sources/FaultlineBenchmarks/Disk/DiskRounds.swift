// Every workload once a round, engine and floors in turn, each on a file that is as the workload finds it.

import Foundation

/// The times of all rounds on files.
struct DiskRounds {
  private(set) var times: [DiskWorkload: Times] = [:]

  /// Milliseconds, one entry a round.
  struct Times {
    var engine: [Double] = []
    var floor: [Double] = []
    /// The other floor's.
    var other: [Double] = []
    /// How much longer the last batches took than the first, on either side.
    var growth: [(engine: Double, floor: Double)] = []

    var ratios: [Double] { zip(engine, floor).map { $0 / $1 } }
    var ratiosToOther: [Double] { zip(engine, other).map { $0 / $1 } }
  }

  /// Measures workloads; with huge pages every side takes its memory from the system in pieces of two megabytes.
  init(
    _ staff: Staff, _ rounds: Int, _ workloads: [DiskWorkload], _ sides: DiskSides = .usual,
    hugePages: Bool = false
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-benchmarks-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func base(_ kind: DiskSideKind) throws -> URL {
      let url = folder.appendingPathComponent("\(kind.rawValue).sqlite")
      _ = try kind.run(.insert, staff, at: url)
      return url
    }
    let bases = (
      engine: try base(sides.engine), floor: try base(sides.floor), other: try base(sides.other)
    )
    // The first round warms the machine up and is not counted.
    for round in 0...rounds {
      for workload in workloads {
        func once(_ kind: DiskSideKind, _ base: URL) throws -> DiskTrial {
          try Self.once(kind, staff, workload, base, hugePages: hugePages)
        }
        let engine = try once(sides.engine, bases.engine)
        let floor = try once(sides.floor, bases.floor)
        let other = try once(sides.other, bases.other)
        for byHand in [floor, other] where engine.sum != byHand.sum {
          throw ChecksumMismatch(
            workload: workload.rawValue, engine: engine.sum, plain: byHand.sum)
        }
        guard round > 0 else { continue }
        times[workload, default: Times()].engine.append(engine.time / 1e6)
        times[workload, default: Times()].floor.append(floor.time / 1e6)
        times[workload, default: Times()].other.append(other.time / 1e6)
        times[workload, default: Times()].growth.append((engine.growth, floor.growth))
      }
    }
  }

  /// One workload on a fresh copy of the file, in a process of its own.
  private static func once(
    _ kind: DiskSideKind, _ staff: Staff, _ workload: DiskWorkload, _ base: URL, hugePages: Bool
  ) throws -> DiskTrial {
    let url = base.deletingLastPathComponent().appendingPathComponent("work.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    if !workload.isFirst { try FileManager.default.copyItem(at: base, to: url) }
    let words = try ChildTrial.run(
      ["--trial", workload.short, kind.rawValue, url.path], staff, hugePages: hugePages)
    guard let trial = DiskTrial(words) else {
      throw FloorError(description: "\(workload.rawValue) on the \(kind.rawValue)'s side failed.")
    }
    return trial
  }
}

// Every workload once a round, engine and floor in turn, each on a file that is as the workload finds it.

import Foundation

/// The times of all rounds on files.
struct DiskRounds {
  private(set) var times: [DiskWorkload: Times] = [:]

  /// Milliseconds, one entry a round.
  struct Times {
    var engine: [Double] = []
    var floor: [Double] = []
    /// How much longer the last batches took than the first, on either side.
    var growth: [(engine: Double, floor: Double)] = []

    var ratios: [Double] { zip(engine, floor).map { $0 / $1 } }
  }

  init(_ staff: Staff, _ rounds: Int, _ workloads: [DiskWorkload]) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("faultline-benchmarks-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let engineBase = folder.appendingPathComponent("engine.sqlite")
    let floorBase = folder.appendingPathComponent("floor.sqlite")
    _ = try DiskEngineSide(staff, at: engineBase).insertAll()
    _ = try FloorSide(staff, at: floorBase).insertAll()
    // The first round warms the machine up and is not counted.
    for round in 0...rounds {
      for workload in workloads {
        let engine = try Self.once(.engine, staff, workload, engineBase)
        let floor = try Self.once(.floor, staff, workload, floorBase)
        guard engine.sum == floor.sum else {
          throw ChecksumMismatch(
            workload: workload.rawValue, engine: engine.sum, plain: floor.sum)
        }
        guard round > 0 else { continue }
        times[workload, default: Times()].engine.append(engine.time / 1e6)
        times[workload, default: Times()].floor.append(floor.time / 1e6)
        times[workload, default: Times()].growth.append((engine.growth, floor.growth))
      }
    }
  }

  /// One workload on a fresh copy of the file, in a process of its own.
  private static func once(
    _ kind: DiskSideKind, _ staff: Staff, _ workload: DiskWorkload, _ base: URL
  ) throws -> DiskTrial {
    let url = base.deletingLastPathComponent().appendingPathComponent("work.sqlite")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    if !workload.isFirst { try FileManager.default.copyItem(at: base, to: url) }
    let words = try ChildTrial.run(["--trial", workload.short, kind.rawValue, url.path], staff)
    guard let trial = DiskTrial(words) else {
      throw FloorError(description: "\(workload.rawValue) on the \(kind.rawValue)'s side failed.")
    }
    return trial
  }
}

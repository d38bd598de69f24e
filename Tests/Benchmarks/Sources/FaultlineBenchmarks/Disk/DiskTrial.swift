// One workload by one side, as a process of its own does it.

import Foundation

/// The sides.
enum DiskSideKind: String {
  case engine, floor
  /// SQLite by hand, on a file as the engine's format wants it.
  case format
  /// The engine and SQLite by hand, where the system maps the file.
  case mappedEngine, mappedFloor

  /// Runs a workload on a file; opening, closing and letting go are not timed.
  func run(_ workload: DiskWorkload, _ staff: Staff, at url: URL) throws -> DiskTrial {
    switch self {
    case .engine: try Self.run(DiskEngineSide(staff, at: url), workload)
    case .floor: try Self.run(FloorSide(staff, at: url, .plain), workload)
    case .format: try Self.run(FloorSide(staff, at: url, .store), workload)
    case .mappedEngine: try Self.run(DiskEngineSide(staff, at: url, mapsFile: true), workload)
    case .mappedFloor: try Self.run(FloorSide(staff, at: url, .mapped), workload)
    }
  }

  private static func run(_ side: some DiskSide, _ workload: DiskWorkload) throws -> DiskTrial {
    try workload.prepare(side)
    var sum = 0.0
    let time = try Clock.time { sum = try CountedWork.play { try workload.run(side) } }
    side.letGo()
    return DiskTrial(time: time, sum: sum, growth: Self.growth(side.batches))
  }
}

extension DiskSideKind {
  /// What a batch of the last quarter took, beside one of the first: 1 where it does not matter how much is stored.
  fileprivate static func growth(_ batches: [Double]) -> Double {
    let quarter = batches.count / 4
    guard quarter > 0 else { return 1 }
    return Spread(Array(batches.suffix(quarter))).median
      / Spread(Array(batches.prefix(quarter))).median
  }
}

/// The sides of a table: the engine, SQLite by hand, and SQLite by hand in some other way.
struct DiskSides {
  let engine: DiskSideKind
  let floor: DiskSideKind
  let other: DiskSideKind

  /// The other floor has a file as the engine's format wants it.
  static let usual = DiskSides(engine: .engine, floor: .floor, other: .format)
  /// Engine and other floor read where the system maps the file.
  static let mapped = DiskSides(engine: .mappedEngine, floor: .floor, other: .mappedFloor)
}

/// What came of it: a time in nanoseconds, and the sum that shows that the work was done.
struct DiskTrial {
  let time: Double
  let sum: Double
  /// How much longer the last batches took than the first.
  let growth: Double

  init(time: Double, sum: Double, growth: Double) {
    self.time = time
    self.sum = sum
    self.growth = growth
  }

  /// Reads what a trial's process has printed.
  init?(_ words: String) {
    let numbers = words.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    (time, sum, growth) = (numbers[0], numbers[1], numbers[2])
  }

  /// What a trial's process prints.
  var words: String { "\(time) \(sum) \(growth)" }
}

// Every workload once a round, the two sides in turn, so that a slow moment of the machine hits both.

/// The sums of the two sides differ: then they did not do the same work, and their times mean nothing.
struct ChecksumMismatch: Error, CustomStringConvertible {
  let workload: String
  let engine: Double
  let plain: Double

  var description: String {
    "\(workload): the engine's sum is \(engine), plain Swift's is \(plain)."
  }
}

/// The times of all rounds.
struct Rounds {
  /// Nanoseconds per object, one entry a round.
  struct Times {
    var engine: [Double] = []
    var plain: [Double] = []

    var ratios: [Double] { zip(engine, plain).map { $0 / $1 } }
  }

  private(set) var times: [Workload: Times] = [:]

  init(_ staff: Staff, _ rounds: Int) throws {
    // The first round pays for the heap's growth and is not counted.
    for round in 0...rounds {
      let engine = try EngineSide(staff)
      let plain = PlainSide(staff)
      for workload in Workload.allCases {
        if workload == .fetch {
          engine.letGo()
          plain.letGo()
        }
        var sums = (engine: 0.0, plain: 0.0)
        let engineTime = try Clock.time { sums.engine = try workload.run(engine) }
        let plainTime = try Clock.time { sums.plain = try workload.run(plain) }
        guard sums.engine == sums.plain else {
          throw ChecksumMismatch(
            workload: workload.rawValue, engine: sums.engine, plain: sums.plain)
        }
        guard round > 0 else { continue }
        times[workload, default: Times()].engine.append(engineTime / Double(staff.count))
        times[workload, default: Times()].plain.append(plainTime / Double(staff.count))
      }
    }
  }
}

/// The clock of all timings.
enum Clock {
  /// Nanoseconds that a body takes.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return Double(duration.components.seconds) * 1e9
      + Double(duration.components.attoseconds) / 1e9
  }
}

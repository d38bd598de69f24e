// Where in a pass the peak falls: between which two moments at which everything can be looked at.

import FaultlineMeasures
import FaultlineProfiler

/// The last moment before the peak at which nothing is half done, and how high the peak is.
struct PeakPoint: Equatable {
  /// The number of the moment: 0 is the beginning of the pass.
  var number = 0
  /// What workload and stores held at the peak.
  var bytes = 0
}

/// Counts the moments of a pass at which everything can be looked at, and finds the one before the peak.
///
/// A step begins or has ended, or its turn is about to end. Each costs a look at a number that is followed anyway, and
/// allocates nothing.
struct PeakFinder {
  private(set) var point = PeakPoint()
  /// Which moments are worth a look along the run.
  private(set) var stretches = MomentStretches()
  private var passed = 0

  /// Such a moment has come.
  mutating func pass(_ gauge: PeakGauge) {
    let bytes = gauge.peak.bytes
    if bytes > point.bytes { point = PeakPoint(number: passed - 1, bytes: bytes) }
    stretches.pass(gauge.now.bytes)
    passed += 1
  }
}

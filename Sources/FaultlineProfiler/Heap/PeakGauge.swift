// The highest that a thread's memory stood, looked at after each operation of the engine.

internal import CFaultline

/// Watches the peak of what this thread holds: bytes allocated minus bytes freed, above the start.
///
/// It is exact at the grain of `sample()`, which reads two counters and allocates nothing, so that
/// it can follow every operation. Blocks from before the start may be freed meanwhile: they lower
/// the level, and the peak stays right. What happens in `Heap.outside` is left out.
public enum PeakGauge {
  /// Begins to watch this thread, with its level of now as zero.
  ///
  /// - Throws: A `HeapError` when jemalloc does not count this thread.
  public static func start() throws(HeapError) {
    let allocated: UnsafePointer<UInt64>? = try Control.ask("thread.allocatedp", nil)
    let deallocated: UnsafePointer<UInt64>? = try Control.ask("thread.deallocatedp", nil)
    guard let allocated, let deallocated else { throw .noStatistics }
    faultline_peak_start(allocated, deallocated)
  }

  /// Looks once; free of effect on a thread that is not watched, so it can be any hook.
  public static func sample() { faultline_peak_sample() }

  /// The highest level seen so far, in bytes, never below zero.
  public static var peak: Int { Int(faultline_peak_read()) }

  /// Looks a last time, stops watching and returns the peak.
  @discardableResult
  public static func stop() -> Int {
    faultline_peak_sample()
    faultline_peak_stop()
    return peak
  }

  /// Leaves out what happens until the matching `resume()`.
  public static func pause() { faultline_peak_pause() }

  /// Ends the pause that `pause()` began.
  public static func resume() { faultline_peak_resume() }
}

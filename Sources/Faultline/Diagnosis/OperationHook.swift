// The one place where somebody may look over the engine's shoulder.

/// A function called after each engine operation that may have allocated; nil by default.
///
/// A profiler reads the allocator's thread counters here, which gives an exact peak at the grain of
/// an operation. The engine knows neither the profiler nor the allocator.
package enum OperationHook {
  // Set before the first context is made and read on the contexts' threads: a plain load on the hot path.
  nonisolated(unsafe) private static var function: (@convention(c) () -> Void)?

  /// Sets or removes the function.
  package static func install(_ function: (@convention(c) () -> Void)?) {
    self.function = function
  }

  @inline(__always) static func fire() {
    if let function { function() }
  }
}

// A context without the row cache, for comparison: what others have read is of no use to it.

extension ManagedObjectContext {
  /// Whether faults look for their rows in the row cache before they ask the store (F3); true by default.
  ///
  /// Turned off, every fault that fires asks the store, also when its row came with the fetch that made it, when an
  /// object of another context has the row (R6), and after a refresh. A fault that a fetch returns, or that a
  /// refresh makes, keeps no row, so that the memory of the values goes at once. What is realized from many rows at
  /// a time, by a fetch of realized objects or a batch that is filled, takes them as they come from the store; what
  /// was prefetched for a fault is read and dropped.
  ///
  /// Other contexts may use the cache all the same: this one's realized objects keep their rows in it.
  public var usesRowCache: Bool {
    get { settings.usesRowCache }
    set { fromAnywhere { settings.usesRowCache = newValue } }
  }

  /// How many seconds old a row of the cache may be that this context takes; without the cache, none is young enough.
  var trustedAge: Double { settings.usesRowCache ? settings.stalenessInterval : 0 }
}

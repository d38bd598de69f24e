// Rules of a context that can be switched off, to see what they are good for.

extension ManagedObjectContext {
  /// Whether a record has one object here, whichever way leads to it (Q1); true by default.
  ///
  /// Turned off, every fetch, every relationship that is loaded and every lookup of an ID makes objects of its own,
  /// which may contradict each other. What follows from that:
  ///
  /// - A fetch answers with what the store has, and with objects that are new here: of unsaved changes it cannot know
  ///   which to believe.
  /// - The ends of a relationship that are loaded from both sides are different objects, and do not update each
  ///   other.
  /// - A save writes a record once if all its changed objects agree, value by value, and lets all of them live on what
  ///   was written. If they do not, it is refused with an error that names the record and the values.
  /// - Objects that were not changed stay as they are, and meet a conflict when they are changed and saved later.
  ///
  /// It can be changed while the context knows no objects. A context without uniquing cannot be a parent.
  public var uniquesObjects: Bool {
    get { settings.uniquesObjects }
    set {
      do throws(GraphError) { try setUniquesObjects(newValue) } catch { misuse(error) }
    }
  }

  /// Uniques objects or does not, or says why that cannot be changed.
  package func setUniquesObjects(_ uniques: Bool) throws(GraphError) {
    try settling { () throws(GraphError) in
      guard uniques != settings.uniquesObjects else { return }
      guard registry.isEmpty else {
        throw GraphError(
          .coreData,
          "Context \(queue.title) knows objects already; set uniquesObjects before its first use or after a reset."
        )
      }
      try settings.setUniquesObjects(uniques, queue.title)
    }
  }

  /// Whether objects may be faults, so that what they lead to need not be in memory; true by default.
  ///
  /// Turned off, a fetch returns realized objects and loads every object that relationships lead to from them, and
  /// every object that those lead to: one employee pulls the whole company into memory (F8). An ID alone still
  /// gives a fault, and an object that was refreshed is one: when it fires, it loads what is missing as well.
  ///
  /// Without uniquing the way there and back would lead to another object each time and never end: a context goes
  /// without one of the two, and stops with a sentence where it is to go without both.
  public var usesFaults: Bool {
    get { settings.usesFaults }
    set {
      do throws(GraphError) { try setUsesFaults(newValue) } catch { misuse(error) }
    }
  }

  /// Goes with or without faults, or says why that cannot be.
  package func setUsesFaults(_ uses: Bool) throws(GraphError) {
    try settling { () throws(GraphError) in try settings.setUsesFaults(uses) }
  }

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

  /// Whether retain cycles that cannot be reached from outside go at the end of each turn, as with a garbage
  /// collector.
  ///
  /// Off by default: reference counting frees no retain cycle, so a refresh has to break it (C1, C2). Turned on,
  /// each turn costs a look at every registered object. An object counts as reached if it has a reference that is
  /// not a relationship's: a variable, the pool, a container, the undo manager, the context for unsaved changes.
  public var collectsCycles: Bool {
    get { settings.collectsCycles }
    set { fromAnywhere { settings.collectsCycles = newValue } }
  }
}

// A context without uniquing, for comparison: every way to a record makes an object of its own (Q1, Q2).

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
      if !uniques, isParent { throw ambiguousParent() }
      if !uniques, !settings.usesFaults { throw endlessReach() }
      settings.uniquesObjects = uniques
    }
  }

  /// Why a context without uniquing has no children.
  func ambiguousParent() -> GraphError {
    GraphError(
      .coreData,
      "Context \(queue.title) does not unique its objects and cannot be a parent: a child could not know "
        + "which of a record's objects it edits. Turn uniquesObjects on.")
  }

  /// Every registered object of some records, also faults, in the order of registration.
  func everyObject(of ids: [ManagedObjectID]) -> [ManagedObject] {
    let wanted = Set(ids)
    return registry.objects().filter { wanted.contains($0.objectID) }
  }

  /// Gives fetched rows to all faults that wait for them, where a record may have several.
  func attachToAll(_ rows: FetchedRows) -> Int {
    var count = 0
    rows.forEachRun { run, places in
      let waiting = RecordObjects(
        identityTable(of: run.entity, in: run.space).everyObject.filter { $0.isFault })
      for place in places {
        let faults = waiting[rows.key(at: place)]
        guard let first = faults.first,
          let row = rows.takeRow(at: place, of: run) ?? lostRow(of: first, rows)
        else { continue }
        for fault in faults { fault.body = row }
        count += faults.count
      }
    }
    return count
  }
}

extension IdentityTable {
  /// The object of a record's key or, where it may have several, the one registered first.
  func anyObject(of key: Int64) -> ManagedObject? {
    uniquesObjects ? object(key) : everyObject.first { $0.key == key }
  }

  /// Every registered object that is alive, in the order of registration.
  var everyObject: ContiguousArray<ManagedObject> {
    var alive = AliveObjects()
    alive.append(self)
    return alive.handOver()
  }
}

/// Objects of one identity table by the keys of their records.
struct RecordObjects {
  private let objects: [Int64: [ManagedObject]]

  init(_ objects: some Sequence<ManagedObject>) {
    self.objects = Dictionary(grouping: objects) { $0.key }
  }

  subscript(key: Int64) -> [ManagedObject] { objects[key] ?? [] }
}

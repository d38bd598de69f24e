// A context without uniquing, for comparison: every way to a record makes an object of its own (Q1, Q2).

extension ManagedObjectContext {
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

// Objects of which a record may have several, in a context without uniquing (Q1, Q2).

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

// The observers of objects: kept here, since few objects are observed and each would pay for a field.

/// The observers of a context's objects, by serial; the serial is never given again.
struct Observers {
  struct Entry {
    var number = 0
    let key: String
    let handler: (ManagedObject, ValueChange) -> Void

    init(key: String, handler: @escaping (ManagedObject, ValueChange) -> Void) {
      self.key = key
      self.handler = handler
    }
  }

  private var all: [UInt32: [Entry]] = [:]
  private var lastNumber = 0

  /// Shows the lists; what a handler holds is its maker's.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: all, .registry)
    for entries in all.values { visitor.show(elementsOf: entries, .registry) }
  }

  func entries(of serial: UInt32) -> [Entry] { all[serial] ?? [] }

  mutating func add(_ entry: Entry, for serial: UInt32) -> Int {
    lastNumber += 1
    var entry = entry
    entry.number = lastNumber
    all[serial, default: []].append(entry)
    return lastNumber
  }

  mutating func remove(_ number: Int, of serial: UInt32) {
    all[serial]?.removeAll { $0.number == number }
    if all[serial]?.isEmpty == true { all[serial] = nil }
  }
}

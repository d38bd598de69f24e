// Bytes per object: what the system's allocator holds after, less what it held before.

import Faultline

/// The bytes that one object of each kind takes, everything included that exists because of it.
struct Footprint {
  let realized: Double
  let fault: Double
  let changed: Double
  let plain: Double

  init(_ staff: Staff) throws {
    func each(_ body: () throws -> Void) rethrows -> Double {
      let before = SystemHeap.bytesInUse
      try body()
      return Double(SystemHeap.bytesInUse - before) / Double(staff.count)
    }

    let engine = try EngineSide(staff)
    _ = try engine.insertAndSave()
    engine.letGo()
    fault = try each { try engine.fetch(withValues: false) }
    engine.letGo()
    realized = try each { _ = try engine.fetchAndRead() }
    changed = each { _ = engine.change() }

    let byHand = PlainSide(staff)
    _ = byHand.insertAndSave()
    byHand.letGo()
    plain = each { _ = byHand.fetchAndRead() }
    withExtendedLifetime((engine, byHand)) {}
  }
}

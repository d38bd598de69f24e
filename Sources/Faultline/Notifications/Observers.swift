// The observers of objects: kept here, since few objects are observed and each would pay for a field.

import Synchronization

/// The observers of a context's objects, by serial; the serial is never given again.
///
/// An object may be released on any thread, and its observations with it, also when the context has gone: so they
/// come here and not to the context, and what changes is guarded by the lock.
final class Observers: Sendable {
  /// One observer.
  ///
  /// Unchecked: its handler is called on the context's thread alone, and released wherever the observation ends.
  struct Entry: @unchecked Sendable {
    var number = 0
    let key: String
    let handler: (ManagedObject, ValueChange) -> Void

    init(key: String, handler: @escaping (ManagedObject, ValueChange) -> Void) {
      self.key = key
      self.handler = handler
    }
  }

  private struct State: Sendable {
    var all: [UInt32: [Entry]] = [:]
    var lastNumber = 0

    /// Takes one entry out, for the caller to release: a handler's end may be the end of other observations.
    mutating func take(_ number: Int, of serial: UInt32) -> Entry? {
      guard let place = all[serial]?.firstIndex(where: { $0.number == number }) else { return nil }
      let former = all[serial]?.remove(at: place)
      if all[serial]?.isEmpty == true { all[serial] = nil }
      return former
    }
  }

  private let state = Mutex(State())

  /// Shows the lists; what a handler holds is its maker's.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    let all = state.withLock { $0.all }
    visitor.show(elementsOf: all, .registry)
    for entries in all.values { visitor.show(elementsOf: entries, .registry) }
  }

  func entries(of serial: UInt32) -> [Entry] { state.withLock { $0.all[serial] ?? [] } }

  func add(_ entry: Entry, for serial: UInt32) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      var entry = entry
      entry.number = state.lastNumber
      state.all[serial, default: []].append(entry)
      return state.lastNumber
    }
  }

  func remove(_ number: Int, of serial: UInt32) {
    let former = state.withLock { $0.take(number, of: serial) }
    withExtendedLifetime(former) {}
  }

  /// Ends all observations, since the context goes: a handler may hold objects, and with them its own observation.
  func removeAll() {
    let former = state.withLock { state in
      let former = state.all
      state.all = [:]
      return former
    }
    withExtendedLifetime(former) {}
  }
}

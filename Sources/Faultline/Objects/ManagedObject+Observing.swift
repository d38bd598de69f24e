// Key-value observing: handlers are called on change, on turning into a fault, and on firing (F7).

import Synchronization

/// What an observer of a property receives.
public struct ValueChange {
  /// What happened to the value.
  public enum Cause: Sendable {
    /// It was set, or brought up to date.
    case changed
    /// Its object became a fault; the value is gone from memory, and may come back the same.
    case turnedIntoFault
    /// Its object was a fault and has its values again, be they the same as before or not.
    case fired
  }

  /// The name of the property.
  public let key: String
  /// What happened.
  public let cause: Cause
  /// The value before; nil for none, and for a collection, which has its changes in `inserted` and
  /// `removed`.
  public let old: Any?
  /// The objects that were added to a to-many relationship.
  public let inserted: [ManagedObject]
  /// The objects that were removed from a to-many relationship.
  public let removed: [ManagedObject]
  private let object: ManagedObject

  init(
    _ object: ManagedObject, _ key: String, _ cause: Cause, old: Any?,
    inserted: [ManagedObject] = [], removed: [ManagedObject] = []
  ) {
    self.object = object
    self.key = key
    self.cause = cause
    self.old = old
    self.inserted = inserted
    self.removed = removed
  }

  /// The value now, read when it is asked for; nil while the object is a fault.
  public var new: Any? { object.isFault ? nil : object.value(forKey: key) }
}

/// The observation of a property, which lasts until it is released, on whichever thread that is.
///
/// Its handler is called on the context's thread alone; it goes, with all that it holds, where the observation ends.
public final class ObjectObservation {
  private let observers: Observers
  private let serial: UInt32
  private let number: Int

  init(_ observers: Observers, serial: UInt32, number: Int) {
    self.observers = observers
    self.serial = serial
    self.number = number
  }

  /// Ends the observation before its time.
  public func cancel() { observers.remove(number, of: serial) }

  deinit { cancel() }
}

extension ManagedObject {
  /// Calls a handler at every change of a property, and whenever its object turns into a fault or fires.
  ///
  /// The observation ends when it is released; it does not keep the object.
  public final func observe(
    _ key: String, _ handler: @escaping (ManagedObject, ValueChange) -> Void
  ) -> ObjectObservation {
    do throws(GraphError) { return try observing(key, handler) } catch { misuse(error) }
  }

  /// Adds a handler, or throws an error that says why there is nothing to observe.
  package final func observing(
    _ key: String, _ handler: @escaping (ManagedObject, ValueChange) -> Void
  ) throws(GraphError) -> ObjectObservation {
    _ = try property(key)
    guard let context = managedObjectContext else { throw noContext() }
    flags.insert(.observed)
    let observers = context.notifier.makeObservers()
    let number = observers.add(Observers.Entry(key: key, handler: handler), for: serial)
    return ObjectObservation(observers, serial: serial, number: number)
  }

  /// Whether it is between fault and object: 0 at rest, 1 on the way up, 2 on the way down (semantics 48).
  public final var faultingState: Int {
    flags.contains(.firing) ? 1 : flags.contains(.faulting) ? 2 : 0
  }

  // MARK: - Notifying observers

  /// Notifies the observers of one property.
  final func notify(
    _ key: String, _ cause: ValueChange.Cause, old: Any? = nil, inserted: [ManagedObject] = [],
    removed: [ManagedObject] = []
  ) {
    guard let context = managedObjectContext else { return }
    // A list of its own: a handler may begin and end observations.
    let entries = context.notifier.observers(of: self)
    if entries.isEmpty { flags.remove(.observed) }
    for entry in entries where entry.key == key {
      let change = ValueChange(self, key, cause, old: old, inserted: inserted, removed: removed)
      entry.handler(self, change)
    }
  }

  /// Notifies the observers of a relationship.
  @inline(__always) final func notify(
    _ tie: Int, old: ManagedObject? = nil, inserted: @autoclosure () -> [ManagedObject] = [],
    removed: @autoclosure () -> [ManagedObject] = []
  ) {
    guard flags.contains(.observed) else { return }
    let name = identityTable.layout.ties[tie].relationship.name
    notify(name, .changed, old: old, inserted: inserted(), removed: removed())
  }

  /// Notifies the observers of all properties, each once; nearly every object has none.
  @inline(__always) final func notifyAll(_ cause: ValueChange.Cause, old: [String: Any?]? = nil) {
    if flags.contains(.observed) { notifyEach(cause, old: old ?? [:]) }
  }

  private final func notifyEach(_ cause: ValueChange.Cause, old: [String: Any?]) {
    var notified: Set<String> = []
    for entry in managedObjectContext?.notifier.observers(of: self) ?? [] {
      guard notified.insert(entry.key).inserted else { continue }
      notify(entry.key, cause, old: old[entry.key] ?? nil)
    }
  }

  /// The values that observers may ask for after they have changed or gone; nil where nothing is observed.
  @inline(__always) final func observedValues() -> [String: Any?]? {
    flags.contains(.observed) ? valuesForObservers() : nil
  }

  private final func valuesForObservers() -> [String: Any?] {
    guard !isFault, let context = managedObjectContext else { return [:] }
    var values: [String: Any?] = [:]
    for entry in context.notifier.observers(of: self) {
      switch identityTable.layout.property(named: entry.key) {
      case .attribute(let slot):
        values.updateValue((try? bareValue(at: slot)) ?? nil, forKey: entry.key)
      case .relationship(let tie) where !identityTable.layout.ties[tie].isToMany:
        values.updateValue(ties?.destination(tie), forKey: entry.key)
      default: break
      }
    }
    return values
  }
}

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

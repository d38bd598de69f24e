// Properties whose values are what a fetch finds: asked once, and kept until their object is a fault again.

import Foundation

/// What fetched properties have found, in all contexts: so few objects ask that none has room of its own for it.
///
/// Unchecked: an object may be released on any thread, so every read and every change holds the lock.
final class FetchedValues: @unchecked Sendable {
  static let shared = FetchedValues()

  private let lock = NSLock()
  /// By the owner's context and serial, then by key.
  private var known: [UInt64: [String: [ManagedObject]]] = [:]

  subscript(owner: UInt64, key: String) -> [ManagedObject]? { lock.withLock { known[owner]?[key] } }

  /// Keeps what an object has found, in place of what it found before.
  func keep(_ found: [ManagedObject], of owner: UInt64, _ key: String) {
    // Released after the lock, as below.
    let former = lock.withLock { known[owner, default: [:]].updateValue(found, forKey: key) }
    withExtendedLifetime(former) {}
  }

  /// What an object has found, by key.
  func all(of owner: UInt64) -> [(key: String, objects: [ManagedObject])] {
    let found = lock.withLock { known[owner] } ?? [:]
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Lets go of what an object has found.
  func forget(_ owner: UInt64) {
    // Released after the lock: the last reference to an object may be among these.
    let former = lock.withLock { known.removeValue(forKey: owner) }
    withExtendedLifetime(former) {}
  }
}

extension ManagedObject {
  /// The value of a fetched property: an ordered list, fetched when it is first asked for (semantics 124).
  ///
  /// It does not follow later changes; a refresh lets it be fetched again.
  package final func fetchedValue(_ property: FetchedPropertyDescription) throws(GraphError)
    -> [ManagedObject]
  {
    let values = FetchedValues.shared
    if let known = values[numberInProcess, property.name] { return known }
    guard let context = managedObjectContext else { throw noContext() }
    guard let template = property.fetchRequest else {
      throw GraphError(
        .unsupportedRequest,
        "'\(entity.name).\(property.name)' has no request; the model has lost it.",
        objectID: objectID, key: property.name)
    }
    var request = try FetchRequest(template)
    request.predicate = try request.predicate.map { predicate throws(GraphError) in
      try predicate.substituting(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property.name])
    }
    let found = try context.fetch(request)
    try realize()
    values.keep(found, of: numberInProcess, property.name)
    flags.insert(.fetched)
    return found
  }

  /// What its fetched properties have found, by key.
  final var fetchedValues: [(key: String, objects: [ManagedObject])] {
    flags.contains(.fetched) ? FetchedValues.shared.all(of: numberInProcess) : []
  }

  final var numberInProcess: UInt64 {
    UInt64(identityTable.link.number) << 32 | UInt64(serial)
  }

  /// Lets go of what its fetched properties have found, of what it has read from files, and of what the app has attached.
  final func forgetWhatLiesBeside() {
    guard !flags.isDisjoint(with: .besideItsValues) else { return }
    if flags.contains(.fetched) { FetchedValues.shared.forget(numberInProcess) }
    if flags.contains(.hasReadFiles) { FileValues.shared.forget(numberInProcess) }
    if flags.contains(.hasAttachedBytes) { AttachedBytes.shared.forget(numberInProcess) }
    flags.subtract(.besideItsValues)
  }

  /// Lets go of the same as the object turns into a fault; data from files stay where its context says so.
  final func forgetWhatLiesBesideAFault() {
    guard !flags.isDisjoint(with: .besideItsValues) else { return }
    let keepsFiles =
      flags.contains(.hasReadFiles) && managedObjectContext?.faultsKeepDataFromFiles == true
    if keepsFiles { flags.remove(.hasReadFiles) }
    forgetWhatLiesBeside()
    if keepsFiles { flags.insert(.hasReadFiles) }
  }
}

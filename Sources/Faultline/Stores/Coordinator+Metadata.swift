// What stores say about themselves, and what programs add to it.

import Foundation
import Synchronization

extension PersistentStoreCoordinator {
  /// What a store says about itself: its identifier and type, and what was added with `setMetadata`.
  public func metadata(for store: any PersistentStore) -> [String: Any] {
    var values: [String: Any] = [
      "NSStoreUUID": store.identifier.uuidString, "NSStoreType": store.type,
    ]
    // A store that cannot be read now reports that at a fetch; its name is known all the same.
    if let known = try? engine(store)?.metadata() { values.merge(known) { _, new in new } }
    for (key, value) in PropertyLists.values(unwrittenMetadata(of: store)) { values[key] = value }
    return values
  }

  /// Adds keys to what a store says about itself, or replaces them; the next save writes them.
  ///
  /// The values are those that a property list can hold.
  public func setMetadata(_ values: [String: Any], for store: any PersistentStore) {
    do throws(GraphError) { try settingMetadata(values, for: store) } catch { misuse(error) }
  }

  /// Sets metadata, or says why it cannot be set.
  package func settingMetadata(
    _ values: [String: Any], for store: any PersistentStore
  ) throws(GraphError) {
    guard engine(store) != nil else {
      throw GraphError(.coreData, "The coordinator does not have that store; add it first.")
    }
    let known = PropertyLists.values(unwrittenMetadata(of: store))
    let list = try PropertyLists.data(known.merging(values) { _, new in new })
    keepMetadata(list, of: store)
  }

  /// The store as the coordinator works with it; nil if it is not this coordinator's.
  private func engine(_ store: any PersistentStore) -> (any StoreEngine)? {
    state.withLock { state in state.seats.first { $0.store === store }?.store }
  }

  /// What waits for a save to be written.
  private func unwrittenMetadata(of store: any PersistentStore) -> Data? {
    state.withLock { $0.metadata[store.identifier] }
  }

  private func keepMetadata(_ list: Data?, of store: any PersistentStore) {
    state.withLock { $0.metadata[store.identifier] = list }
  }

  /// Writes metadata that waits for a save, of every store.
  func writeMetadata() throws(GraphError) {
    for store in persistentStores { try engine(store).map(writeMetadata) }
  }

  /// Writes metadata that waits for a save.
  func writeMetadata(_ store: any StoreEngine) throws(GraphError) {
    guard let list = unwrittenMetadata(of: store) else { return }
    try store.setMetadata(PropertyLists.values(list))
    keepMetadata(nil, of: store)
  }
}

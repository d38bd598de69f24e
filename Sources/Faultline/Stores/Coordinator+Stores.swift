// Opening stores and taking them out, and which of them takes what.

public import Foundation
import Synchronization

extension PersistentStoreCoordinator {
  /// Opens a store and adds it; with a configuration it keeps the entities of that alone.
  @discardableResult public func addPersistentStore(
    type: StoreType, configuration: String? = nil, at url: URL? = nil,
    options: StoreOptions = StoreOptions()
  ) throws(GraphError) -> any PersistentStore {
    let holds = try entitiesHeld(by: configuration)
    var options = options
    options.configuration = configuration
    if !options.isReadOnly { try refuseUnknownDerivations(holds) }
    let store = try type.open(managedObjectModel, url, options)
    try state.withLock { state throws(GraphError) in
      guard !state.seats.contains(where: { $0.store.identifier == store.identifier }) else {
        throw GraphError(
          .open,
          "A store with the identifier \(store.identifier.uuidString) is open here already; "
            + "a copy of its file needs a coordinator of its own.")
      }
      state.seats.append(state.seat(for: store, holding: holds, options))
    }
    if options.postsRemoteChanges { postsRemoteChanges.store(true, ordering: .relaxed) }
    lookForTornSaves()
    notify(added: [store])
    return store
  }

  /// Takes a store out: what its objects have not loaded cannot be had until it is added again.
  public func remove(_ store: any PersistentStore) throws(GraphError) {
    let removed = state.withLock { state -> StoreSeat? in
      guard let place = state.seats.firstIndex(where: { $0.store === store }) else { return nil }
      let seat = state.seats.remove(at: place)
      seat.space.close()
      state.leftSeats.append((seat.space, seat.rows, seat.watch))
      return seat
    }
    guard let removed else {
      throw GraphError(.coreData, "The coordinator does not have that store; nothing was removed.")
    }
    departures.add(1, ordering: .releasing)
    removed.store.endReading()
    removed.letGoOfRows()
    state.withLock { state in
      state.tornSaves.removeAll { [$0.keeper, $0.lacker].contains(store.identifier) }
    }
    notify(removed: [store])
  }

  /// How often a store was taken out.
  var departureCount: Int { departures.load(ordering: .acquiring) }

  /// A store whose derived attributes cannot be computed would be wrong from the first save on; until then they
  /// are what was saved.
  private func refuseUnknownDerivations(_ holds: [Bool]) throws(GraphError) {
    let faults = zip(managedObjectModel.derivations.faults, holds).flatMap { $1 ? $0 : [] }
    guard !faults.isEmpty else { return }
    throw GraphError(
      .unsupportedRequest,
      "The store cannot be added: it would have to derive what cannot be computed here.",
      detailed: faults.map { GraphError(.unsupportedRequest, $0 + ".") })
  }

  private func entitiesHeld(by configuration: String?) throws(GraphError) -> [Bool] {
    guard let configuration else { return managedObjectModel.entities.map { _ in true } }
    guard let members = managedObjectModel.entities(forConfigurationName: configuration) else {
      let known = managedObjectModel.configurations.joined(separator: ", ")
      throw GraphError(
        .coreData,
        "The model has no configuration '\(configuration)'; it has \(known.isEmpty ? "none" : known)."
      )
    }
    return managedObjectModel.entities.map { entity in members.contains { $0 === entity } }
  }

  /// The store that takes new objects of an entity: the first that keeps such and may be written.
  func spaceForNewObjects(of entity: EntityDescription) throws(GraphError) -> KeySpace {
    let seats = state.withLock { $0.seats }
    let fitting = seats.filter { $0.holds[entity.index] }
    if let seat = fitting.first(where: { !$0.store.isReadOnly }) { return seat.space }
    throw GraphError(
      .save,
      seats.isEmpty
        ? "The coordinator has no store; call addPersistentStore first."
        : fitting.isEmpty
          ? "No store of the coordinator keeps '\(entity.name)' objects; add one whose configuration does."
          : "Every store of the coordinator is read-only; add one that can be written.")
  }

  /// Whether a store keeps objects of an entity.
  func holds(_ entity: EntityDescription, in space: KeySpace) -> Bool {
    seat(of: space)?.holds[entity.index] == true
  }
}

// What stores say about themselves, and what programs add to it.
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

// IDs from their URIs.
extension PersistentStoreCoordinator {
  /// The ID that a URI stands for, if its store is one of the coordinator's (semantics 26).
  public func managedObjectID(forURIRepresentation url: URL) -> ManagedObjectID? {
    guard let id = objectID(url.absoluteString), !id.isTemporaryID else { return nil }
    return id
  }

  /// The ID of a record by its key in the store that takes new objects.
  package func objectID(_ entity: EntityDescription, _ key: Int64) throws(GraphError)
    -> ManagedObjectID
  {
    ManagedObjectID(entity: entity, key: key, space: try spaceForNewObjects(of: entity))
  }

  /// The ID that a text stands for, temporary ones of this coordinator included.
  func objectID(_ text: String) -> ManagedObjectID? {
    let scheme = "x-coredata://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let parts = text.dropFirst(scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let name = String(parts[1]).removingPercentEncoding,
      let entity = managedObjectModel.entitiesByName[name]
    else { return nil }
    let mark = parts[2]
    if mark.first == "p", let store = UUID(uuidString: String(parts[0])),
      let space = space(ofStore: store), let key = Int64(mark.dropFirst()), key > 0
    {
      return ManagedObjectID(entity: entity, key: key, space: space)
    }
    guard mark.first == "t", parts[0].isEmpty, let digits = mark.split(separator: "-").last,
      let number = Int64(digits, radix: 16), number > 0
    else { return nil }
    return ManagedObjectID(entity: entity, key: -number, space: temporaryKeys)
  }
}

// The notifications that a coordinator posts.
extension PersistentStoreCoordinator {
  /// Posted when stores were added or removed (semantics 193); the user info lists them under `addedStoresKey` and
  /// `removedStoresKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "PersistentStoreCoordinatorStoresDidChange")
  /// Posted after each save to a store that was opened with `postsRemoteChanges`, by whichever context of this
  /// coordinator, and when it is noticed that another process or another coordinator has written to its file
  /// (semantics 192); the user info has the store's identifier and its file.
  ///
  /// What others have written is looked for before each turn, fetch and save, by a counter that SQLite keeps, and by
  /// ``noticeRemoteChanges()``. Several writes of others since the last look are one notification. It is posted on the
  /// thread that has looked, or saved, when nothing there is half done.
  public static let remoteChangeNotification = Notification.Name(
    "PersistentStoreRemoteChange")

  /// The key to the list of stores that were added.
  public static let addedStoresKey = "added"
  /// The key to the list of stores that were removed.
  public static let removedStoresKey = "removed"
  /// The key to what ``tornSaves`` lists, if a store was added and there are any.
  public static let tornSavesKey = "tornSaves"
  /// The key to the identifier of the store that was written to, as text.
  public static let storeUUIDKey = "storeUUID"
  /// The key to the file of the store that was written to.
  public static let storeURLKey = "storeURL"

  /// Checks whether others have written to stores that were opened with `postsRemoteChanges`, and posts a
  /// notification of it.
  ///
  /// Turns, fetches and saves check by themselves. A program that does none of these for a while, and wants to know
  /// all the same, calls this now and then.
  public func noticeRemoteChanges() {
    guard postsRemoteChanges.load(ordering: .relaxed) else { return }
    for seat in state.withLock({ $0.seats })
    where seat.postsRemoteChanges && seat.store.noticeForeignWrites() {
      announceWrite(to: seat)
    }
  }

  /// Posts a notification for each store that has a part of a save.
  func announceWrites(to spaces: [KeySpace]) {
    guard postsRemoteChanges.load(ordering: .relaxed) else { return }
    for space in spaces { seat(of: space).map(announceWrite) }
  }

  func notify(added: [any PersistentStore] = [], removed: [any PersistentStore] = []) {
    var info: [String: Any] = [:]
    let tornSaves = tornSaves
    if !added.isEmpty, !tornSaves.isEmpty { info[Self.tornSavesKey] = tornSaves }
    if !added.isEmpty { info[Self.addedStoresKey] = added }
    if !removed.isEmpty { info[Self.removedStoresKey] = removed }
    NotificationCenter.default.post(
      name: Self.storesDidChangeNotification, object: self, userInfo: info)
  }

  /// Posts a notification of a write to a store whose options ask for it.
  private func announceWrite(to seat: StoreSeat) {
    guard seat.postsRemoteChanges else { return }
    var info: [String: Any] = [Self.storeUUIDKey: seat.store.identifier.uuidString]
    if let url = seat.store.url { info[Self.storeURLKey] = url }
    NotificationCenter.default.post(
      name: Self.remoteChangeNotification, object: self, userInfo: info)
  }
}

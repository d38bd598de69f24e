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

// The stores of one coordinator: mostly one, and sometimes several (P8).

import Faultline
import FaultlineMeasures

/// What a cell runs on.
package struct StoreSet: Sendable {
  /// The word that names it: the kind of its one store, or the names of its stores.
  package let name: String
  private let stores: [(name: String, kind: StoreKind)]

  /// A single store.
  init(_ kind: StoreKind) {
    name = kind.name
    stores = [("store", kind)]
  }

  /// Several stores on one coordinator, each under a name of its own.
  init(_ stores: [(name: String, kind: StoreKind)], called name: String?) {
    self.name = name ?? stores.map(\.name).joined(separator: "+")
    self.stores = stores
  }

  /// The names by which steps distinguish several stores; none where there is one.
  var names: [String] { stores.count == 1 ? [] : stores.map(\.name) }

  /// Whether some store needs a folder.
  package var isOnDisk: Bool { stores.contains { $0.kind.isOnDisk } }

  /// The user's own file of which a copy is opened.
  var source: String? { stores[0].kind.source }

  /// The path of that file as the scenario has it.
  var sourceAsWritten: String? { stores[0].kind.sourceAsWritten }

  /// Whether the store that data is loaded into lies on the disk.
  var loadsOnDisk: Bool { stores[0].kind.isOnDisk }

  /// Adds the stores to a coordinator, in their order.
  func open(
    _ coordinator: PersistentStoreCoordinator, _ folder: String, _ contents: StoreContents,
    _ pragmas: [Setting], _ behaviours: BehaviorSettings
  ) throws(GraphError) {
    for place in stores.indices {
      try open(place, coordinator, folder, contents, pragmas, behaviours)
    }
  }

  /// Adds the store that data is loaded into.
  func openFirst(_ coordinator: PersistentStoreCoordinator, _ folder: String) throws(GraphError) {
    try open(0, coordinator, folder, StoreContents(), [], BehaviorSettings())
  }

  private func open(
    _ place: Int, _ coordinator: PersistentStoreCoordinator, _ folder: String,
    _ contents: StoreContents, _ pragmas: [Setting], _ behaviours: BehaviorSettings
  ) throws(GraphError) {
    let location = StoreLocation(
      folder: folder, name: stores[place].name, number: place + 1, contents: contents,
      pragmas: pragmas, behaviours: behaviours)
    try stores[place].kind.open(coordinator, location)
  }
}

/// The stores that a step names.
struct StoreNames: Sendable {
  /// Their places among the stores of the coordinator; nil where none is named.
  private let places: [Int]?

  /// Reads one name or several of a set of stores.
  init(_ node: Node?, in stores: StoreSet) throws(Diagnostic) {
    guard let node else {
      places = nil
      return
    }
    var places: [Int] = []
    for node in node.items {
      guard !stores.names.isEmpty else {
        throw node.diagnostic(
          "there is one store, which needs no name",
          notes: [
            "'stores: [{together: {orders: sqlite, archive: sqlite}}]' in the scenario names two"
          ])
      }
      let name = try node.identifier()
      guard let place = stores.names.firstIndex(of: name) else {
        throw .unknown("store", name, at: node.range, known: stores.names)
      }
      places.append(place)
    }
    self.places = places.isEmpty ? nil : places
  }

  /// The stores; nil where none is named.
  func stores(in session: Session) -> [any PersistentStore]? {
    guard let places else { return nil }
    return session.coordinator.persistentStores.enumerated()
      .compactMap { places.contains($0) ? $1 : nil }
  }
}

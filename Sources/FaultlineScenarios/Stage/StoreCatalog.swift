// The door for stores: those that a scenario may name.

import Faultline
import FaultlineSQLite
import Foundation

/// A kind of store that a scenario can run on.
package struct StoreKind: Sendable {
  /// The word that names it.
  package let name: String
  /// Whether it needs a folder of its own.
  let isOnDisk: Bool
  /// Adds a new store of the kind to a coordinator; the folder is empty.
  let open:
    @Sendable (PersistentStoreCoordinator, _ folder: String, StoreOptions) throws(GraphError) ->
      Void
}

/// All kinds of stores: a new one is an entry here.
package enum StoreCatalog {
  package static let all = [
    StoreKind(name: "memory", isOnDisk: false) { coordinator, _, options throws(GraphError) in
      try coordinator.addPersistentStore(type: .inMemory, options: options)
    },
    StoreKind(name: "sqlite", isOnDisk: true) { coordinator, folder, options throws(GraphError) in
      try coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "\(folder)/store.sqlite"), options: options)
    },
  ]

  /// Options that give every run's store the same identifier, so that object IDs do not differ.
  static var fixedIdentity: StoreOptions {
    var options = StoreOptions()
    options.identifier = UUID(uuidString: "FA017111-0000-4000-8000-000000000001")
    return options
  }
}

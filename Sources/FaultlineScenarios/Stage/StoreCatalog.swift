// The door for stores: those that a scenario may name.

import Faultline
import Foundation

/// A kind of store that a scenario can run on.
package struct StoreKind: Sendable {
  /// The word that names it.
  package let name: String
  /// Adds a new store of the kind to a coordinator.
  let open: @Sendable (PersistentStoreCoordinator) throws(GraphError) -> Void
}

/// All kinds of stores: a new one is a line here.
package enum StoreCatalog {
  package static let all = [
    StoreKind(name: "memory") { coordinator throws(GraphError) in
      try coordinator.addPersistentStore(type: .inMemory, options: fixedIdentity)
    }
  ]

  /// Options that give every run's store the same identifier, so that object IDs do not differ.
  private static var fixedIdentity: StoreOptions {
    var options = StoreOptions()
    options.identifier = UUID(uuidString: "FA017111-0000-4000-8000-000000000001")
    return options
  }
}

// The door for stores: those that a scenario may name.

import Faultline
import FaultlineMeasures
import FaultlineSQLite
import Foundation

/// A kind of store that a scenario can run on.
package struct StoreKind: Sendable {
  /// The word that names it.
  package let name: String
  /// Whether it needs a folder of its own.
  let isOnDisk: Bool
  /// The user's own file of which it opens a copy.
  var source: String?
  /// Adds a store of the kind to a coordinator; the folder has what the contents have laid there.
  let open:
    @Sendable (
      PersistentStoreCoordinator, _ folder: String, StoreContents, _ pragmas: [Setting]
    ) throws(GraphError) -> Void
}

/// All kinds of stores: a new one is an entry here.
package enum StoreCatalog {
  package static let all = [
    StoreKind(name: "memory", isOnDisk: false) { coordinator, _, contents, _ throws(GraphError) in
      var type = StoreType.inMemory
      if case .rows(let store) = contents { type = .inMemory(copying: store) }
      try coordinator.addPersistentStore(type: type, options: options(isNew: true))
    },
    StoreKind(name: "sqlite", isOnDisk: true) {
      coordinator, folder, _, pragmas throws(GraphError) in
      try coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "\(folder)/store.sqlite"),
        options: options(isNew: true, pragmas))
    },
  ]

  /// The keys of a store that is not made anew.
  static let keys = [
    Key(
      "open", .text, required: true,
      "The user's own SQLite store, relative to the scenario; every pass gets a copy of it.")
  ]

  /// What can stand in the list of stores.
  static let listing = Kind.list(.either([.choice(all.map(\.name)), .table(keys)]))

  /// A store that the user has, of which every pass gets a copy.
  static func copy(of file: String) -> StoreKind {
    let name = (file as NSString).lastPathComponent
    return StoreKind(name: name, isOnDisk: true, source: file) {
      coordinator, folder, _, pragmas throws(GraphError) in
      try coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "\(folder)/\(name)"),
        options: options(isNew: false, pragmas))
    }
  }

  /// A new store has the same identifier in every run, so that object IDs do not differ.
  ///
  /// A store that only its own program can write to can still be played on by steps that read.
  private static func options(isNew: Bool, _ pragmas: [Setting] = []) -> StoreOptions {
    var options = StoreOptions()
    options.readsWhatCannotBeWritten = !isNew
    if isNew { options.identifier = UUID(uuidString: "FA017111-0000-4000-8000-000000000001") }
    for pragma in pragmas { options.pragmas[pragma.name] = pragma.value }
    return options
  }
}

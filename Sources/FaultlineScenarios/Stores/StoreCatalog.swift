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
  package let isOnDisk: Bool
  /// The user's own file of which it opens a copy.
  var source: String?
  /// The path of that file as the scenario has it.
  var sourceAsWritten: String?
  /// Adds a store of the kind to a coordinator.
  let open: @Sendable (PersistentStoreCoordinator, StoreLocation) throws(GraphError) -> Void
}

/// Where one store of a pass lies, and how it begins.
struct StoreLocation {
  /// The folder in which the contents have laid what there is.
  let folder: String
  /// The store's name among those of the coordinator.
  let name: String
  /// The store's number among them, from 1 on.
  let number: Int
  let contents: StoreContents
  let pragmas: [Setting]
  /// How long the log beside it may be, and whether it keeps a history.
  let behaviours: BehaviorSettings

  /// What transactions of a history say in every run: a second each, and later than any that an app has left.
  private static let origin = HistoryOrigin(
    bundleID: "org.faultline.trial", processID: "faultline",
    first: Date(timeIntervalSinceReferenceDate: 2_000_000_000.5))

  /// A new store has the same identifier in every run, so that object IDs do not differ.
  ///
  /// A store that only its own program can write to can still be played on by steps that read.
  fileprivate func options(isNew: Bool) -> StoreOptions {
    var options = StoreOptions()
    options.readsWhatCannotBeWritten = !isNew
    let last = String(1_000_000_000_000 + number).dropFirst()
    if isNew { options.identifier = UUID(uuidString: "FA017111-0000-4000-8000-\(last)") }
    options.longestLog = behaviours.longestLog
    options.scattersNewRows = behaviours.scattersNewRows
    options.tracksHistory = behaviours.hasHistory
    options.historyOrigin = Self.origin
    for pragma in pragmas { options.pragmas[pragma.name] = pragma.value.plain }
    return options
  }
}

/// All kinds of stores: a new one is an entry here.
package enum StoreCatalog {
  package static let all = [
    StoreKind(name: "memory", isOnDisk: false) { coordinator, location throws(GraphError) in
      var type = StoreType.inMemory
      if let rows = location.contents.rows, location.number == 1 { type = .inMemory(copying: rows) }
      var options = location.options(isNew: true)
      options.pragmas = [:]
      try coordinator.addPersistentStore(type: type, options: options)
    },
    StoreKind(name: "sqlite", isOnDisk: true) { coordinator, location throws(GraphError) in
      try coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "\(location.folder)/\(location.name).sqlite"),
        options: location.options(isNew: true))
    },
  ]

  /// The keys of a store that is not made anew.
  static let keys = [
    Key(
      "open", .text, required: true,
      "The user's own SQLite store, relative to the scenario; every pass gets a copy of it.")
  ]

  /// The keys of several stores on one coordinator.
  static let togetherKeys = [
    Key(
      "together", .names(.choice(all.map(\.name))), required: true,
      "Several stores on one coordinator, each with its name and kind. Data is loaded into the first, and new "
        + "objects go there unless a step says otherwise."),
    Key(
      "name", .name,
      "What they are called together; their names with a '+' between if it is left out."),
  ]

  /// What can stand in the list of stores.
  static let listing = Kind.list(
    .either([.choice(all.map(\.name)), .table(keys), .table(togetherKeys)]))

  /// A store that the user has, of which every pass gets a copy.
  static func copy(of file: String, writtenAs written: String) -> StoreKind {
    let name = FilePath.name(of: file)
    return StoreKind(name: name, isOnDisk: true, source: file, sourceAsWritten: written) {
      coordinator, location throws(GraphError) in
      try coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "\(location.folder)/\(name)"),
        options: location.options(isNew: false))
    }
  }
}

// What a trial's stores begin with: nothing, loaded rows, or a copy of a file of the user's.

import Faultline
import FaultlineMeasures
import Foundation

/// Prepared once a trial and given to every pass.
package struct StoreContents {
  /// A store in memory whose rows the first store of each pass begins with.
  private(set) var rows: (any PersistentStore)?
  /// A database and all that belongs to it; each pass gets copies.
  private var files: [String] = []

  /// Nothing: stores begin empty.
  package init() {}

  /// Makes ready what a trial begins with; the cache is asked for what was made before.
  init(_ trial: Trial, cache: InitialDataCache) throws(StepFailure) {
    if let file = trial.store.source {
      files = Self.belongings(of: file)
    } else if trial.pass.data.isEmpty {
      return
    } else if trial.store.loadsOnDisk {
      let folder = try cache.folder(trial.dataFingerprint) { folder throws(StepFailure) in
        _ = try Self.filledStore(trial, in: folder)
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      files = names.sorted().map { "\(folder)/\($0)" }
    } else {
      rows = try Self.filledStore(trial, in: "")
    }
  }

  /// The first store of a trial with its initial data in it.
  private static func filledStore(
    _ trial: Trial, in folder: String
  ) throws(StepFailure) -> any PersistentStore {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    do {
      try trial.store.openFirst(coordinator, folder)
      try trial.loader.fill(coordinator)
    } catch {
      throw StepFailure(error)
    }
    return coordinator.persistentStores[0]
  }

  /// The files of a store: the database, what was written to it last, and data kept outside of it.
  ///
  /// The index of the log is left: SQLite makes it anew.
  package static func belongings(of file: String) -> [String] {
    let name = FilePath.name(of: file)
    let ending = FilePath.ending(of: file)
    let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    let support = FilePath.joined(FilePath.folder(of: file), ".\(stem)_SUPPORT")
    return [file, file + "-wal", support].filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Lays copies into a folder; the originals are only read.
  func lay(in folder: String) throws(StepFailure) {
    for path in files {
      let name = FilePath.name(of: path)
      do {
        try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(name)")
      } catch {
        throw StepFailure("'\(path)' cannot be copied: \(WholeFile.reason(for: error))")
      }
      // A store that may not be written is copied so that its copy may.
      chmod("\(folder)/\(name)", name.hasSuffix("_SUPPORT") ? 0o700 : 0o600)
    }
  }
}

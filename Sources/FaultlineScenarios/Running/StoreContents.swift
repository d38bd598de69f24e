// What a trial's stores begin with: nothing, loaded rows, or a copy of a file of the user's.

package import Faultline
import Foundation

/// Prepared once a trial and given to every pass.
package enum StoreContents {
  case nothing
  /// A store in memory whose rows each pass begins with.
  case rows(any PersistentStore)
  /// A database and all that belongs to it; each pass gets copies.
  case files([String])

  /// Makes ready what a trial begins with; the cache is asked for what was made before.
  init(_ trial: Trial, cache: StockCache) throws(StepFailure) {
    if let file = trial.store.source {
      self = .files(Self.belongings(of: file))
    } else if trial.stock.isEmpty {
      self = .nothing
    } else if trial.store.isOnDisk {
      let folder = try cache.folder(trial.stockFingerprint) { folder throws(StepFailure) in
        let coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
        try engine { () throws(GraphError) in
          try trial.store.open(coordinator, folder, .nothing, [])
        }
        try trial.loader.fill(coordinator)
      }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      self = .files(names.sorted().map { "\(folder)/\($0)" })
    } else {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
      _ = try engine { () throws(GraphError) in
        try coordinator.addPersistentStore(type: .inMemory)
      }
      try trial.loader.fill(coordinator)
      self = .rows(coordinator.persistentStores[0])
    }
  }

  /// The files of a store: the database, what was written to it last, and data kept outside of it.
  ///
  /// The index of the log is left: SQLite makes it anew.
  private static func belongings(of file: String) -> [String] {
    let url = URL(fileURLWithPath: file)
    let support = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.deletingPathExtension().lastPathComponent)_SUPPORT").path
    return [file, file + "-wal", support].filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Lays copies into a folder; the originals are only read.
  func lay(in folder: String) throws(StepFailure) {
    guard case .files(let paths) = self else { return }
    for path in paths {
      let name = (path as NSString).lastPathComponent
      do {
        try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(name)")
      } catch {
        throw StepFailure("'\(path)' cannot be copied: \(error.localizedDescription)")
      }
      // A store that may not be written is copied so that its copy may.
      chmod("\(folder)/\(name)", name.hasSuffix("_SUPPORT") ? 0o700 : 0o600)
    }
  }
}

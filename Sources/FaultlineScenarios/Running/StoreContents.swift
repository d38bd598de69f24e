// What a trial's stores begin with: nothing, loaded rows, or a copy of a file of the user's.

import Faultline
import FaultlineMeasures
import FaultlineSystem
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

/// An empty folder under a path of fixed length: what is measured must not depend on where it lies.
package final class StoreFolder {
  package let path: String
  /// The folder around it, where it is ours to remove.
  private let around: TemporaryFolder?

  /// How long the path is, in bytes, wherever temporary folders lie.
  package static let length = 128
  /// What fills it up to that.
  private static let filling: Character = "_"

  /// Makes a folder, or says why there can be none.
  package init() throws(StepFailure) {
    let place = TemporaryFolder.place
    // A URL writes other characters in three, and would be longer for them.
    guard place.utf8.allSatisfy(Self.isPlain) else {
      throw StepFailure(
        "the folder \(place) has characters in its path that would cost memory of their own, and be measured; set "
          + "TMPDIR to one of letters, digits and '-._~+'.")
    }
    let folder = try TemporaryFolder()
    let rest = Self.length - folder.path.utf8.count - 1
    guard rest > 0 else {
      throw StepFailure(
        "the folder \(place) has too long a path for the files of stores; set TMPDIR to one of at "
          + "most \(Self.length - 19) bytes.")
    }
    path = "\(folder.path)/" + String(repeating: Self.filling, count: rest)
    guard mkdir(path, 0o700) == 0 else {
      throw StepFailure(
        "no folder for the files of stores can be made in \(folder.path): "
          + "\(String(cString: strerror(errno))).")
    }
    around = folder
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    let character = Character(UnicodeScalar(byte))
    return character.isASCII
      && (character.isLetter || character.isNumber || "/-._~+".contains(character))
  }

  /// Uses a folder that its maker will remove.
  package init(at path: String) {
    self.path = path
    around = nil
  }

  /// Removes everything in the folder.
  package func empty() { TemporaryFolder.removeAll(in: path) }
}

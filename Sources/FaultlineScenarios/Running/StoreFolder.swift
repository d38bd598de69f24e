// A folder for the files of a trial's stores, gone when the trial is.

import FaultlineSystem

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

// What can be wrong with a history, in a sentence with a remedy.

/// A history that cannot be read or written.
public struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path.
  public var file: String
  /// What is wrong, and what to do.
  public var reason: String
  /// A Boolean value that indicates whether the disk has no room for it, or is failing.
  public var isLackOfRoom = false

  /// Nothing was ever recorded in a file.
  static func nothingYet(_ file: String) -> HistoryError {
    HistoryError(
      file: file, reason: "there is no history yet; 'faultline history add RESULT' begins one")
  }

  /// The path and what is wrong there.
  public var description: String { "\(file): \(reason)" }
}

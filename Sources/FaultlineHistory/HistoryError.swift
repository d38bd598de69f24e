// What can be wrong with a history, in a sentence with a remedy.

/// A history that cannot be read or written.
package struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file's path.
  package var file: String
  /// What is wrong, and what to do.
  package var reason: String
  /// A Boolean value that indicates whether the disk has no room for it, or is failing.
  package var isLackOfRoom = false

  /// Nothing was ever recorded in a file.
  static func nothingYet(_ file: String) -> HistoryError {
    HistoryError(
      file: file, reason: "there is no history yet; 'faultline history add RESULT' begins one")
  }

  /// The path and what is wrong there.
  package var description: String { "\(file): \(reason)" }
}

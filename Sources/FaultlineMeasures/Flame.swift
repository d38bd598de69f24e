// What allocates: the calls of a trial as a tree, each with the bytes that it and all beneath it took.

package import Foundation

/// What held the bytes of a trial where they were the most, and what took them in all.
package struct Flame: Sendable, Hashable, Codable {
  /// The version of the document's shape.
  package var schemaVersion = Self.currentSchemaVersion
  /// The trial's id, as in its result.
  package var trial: String
  /// The checkpoint at which the most was held.
  package var checkpoint: String
  /// What was held there.
  package var held: Call
  /// What was taken from the first step to the end, given back or not.
  package var taken: Call

  /// A function, called from the one above it.
  package struct Call: Sendable, Hashable, Codable {
    /// The function's name; the tree's root has none.
    package var name: String
    /// What this call and those beneath it took.
    package var bytes: Int
    /// In how many blocks.
    package var blocks: Int
    /// The calls beneath it, those with the most bytes first.
    package var calls: [Call]

    /// Gathers what a call has come to.
    package init(name: String, bytes: Int, blocks: Int, calls: [Call] = []) {
      self.name = name
      self.bytes = bytes
      self.blocks = blocks
      self.calls = calls
    }
  }

  /// The version that this code writes.
  package static let currentSchemaVersion = 1

  /// Gathers what was found out about a trial.
  package init(trial: String, checkpoint: String, held: Call, taken: Call) {
    self.trial = trial
    self.checkpoint = checkpoint
    self.held = held
    self.taken = taken
  }

  /// Reads a document, or throws a `ResultFileError`.
  package static func read(from file: URL) throws -> Flame {
    try StableJSON.read(Flame.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all, in one line: indented, most of it would be spaces.
  package func write(to file: URL) throws {
    try StableJSON.write(StableJSON.line(of: self), to: file)
  }
}

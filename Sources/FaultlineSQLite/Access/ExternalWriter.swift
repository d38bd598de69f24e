// Connections to a store's file beside the engine's: a writer, as another program is, and a reader of one state.

package import Faultline
import Foundation

/// Writes to the file of a store through a connection of its own.
package enum ExternalWriter {
  /// The most steps of SQLite's virtual machine: some seconds of work, and millions of rows.
  package static let mostSteps = 100_000_000

  /// Runs statements on a store's file; no other file can be reached from there, and their work is bounded.
  package static func run(_ sql: String, on store: any PersistentStore) throws(GraphError) {
    guard let path = store.url?.path else {
      throw GraphError(.unsupportedRequest, "A store in memory has no file to write to.")
    }
    let connection = try Connection(path, .reading)
    try connection.distrust()
    try connection.confineToFile()
    connection.limitWork(to: mostSteps)
    do throws(GraphError) {
      try connection.run(sql)
    } catch {
      guard connection.isOutOfWork else { throw error }
      throw GraphError(
        .unsupportedRequest,
        "The statements were stopped after \(mostSteps / 1_000_000) million steps of SQLite; divide their work: \(sql)"
      )
    }
    guard connection.isInTransaction else { return }
    throw GraphError(
      .unsupportedRequest, "The statements begin a transaction and do not end it: \(sql)")
  }
}

/// A read transaction that is open for as long as this lives.
///
/// SQLite keeps what the reader may still ask for: pages that were written since stay in the log, which is neither
/// copied back nor begun anew past the reader's place.
package final class PinnedReader {
  private let connection: Connection

  /// Pins the state in which the store's file is now.
  package init(_ store: any PersistentStore) throws(GraphError) {
    guard let path = store.url?.path else {
      throw GraphError(.unsupportedRequest, "A store in memory has no log that a reader can keep.")
    }
    connection = try Connection(path, .reading)
    try connection.distrust()
    // BEGIN alone takes no lock; the first read does.
    try connection.run("BEGIN; SELECT COUNT(*) FROM sqlite_master;")
  }

  deinit { try? connection.run("ROLLBACK") }
}

// A writer that changes a store's file without the engine's knowledge, as another program would.

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

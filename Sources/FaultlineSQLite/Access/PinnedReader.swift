// A reader that stays at one state of a store's file, as a context pinned to a query generation does.

package import Faultline
import Foundation

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

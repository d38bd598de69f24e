// What a store says about itself while no coordinator has it open.

package import Faultline
package import Foundation

/// A SQLite store that is read without being opened as one.
package enum ClosedStore {
  /// Returns what the store at a URL says about itself; its file is not touched.
  package static func metadata(at url: URL) throws(GraphError) -> [String: Any] {
    let file = try UntouchedFile(url)
    // A journal is looked for when something is read, and by then it must still be there.
    defer { withExtendedLifetime(file) {} }
    let metadata = try Metadata.read(try file.connection())
    return metadata.values.merging([
      "NSStoreUUID": metadata.identifier.uuidString, "NSStoreType": StoreType.sqlite.name,
    ]) { _, known in known }
  }
}

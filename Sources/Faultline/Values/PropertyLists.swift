// Property lists as data, which may cross threads.

package import Foundation

/// The one way to property lists, for metadata and for values of transformable attributes.
package enum PropertyLists {
  /// The data of what a store says of itself.
  package static func data(
    _ metadata: [String: Any], _ code: GraphError.Code = .coreData
  ) throws(GraphError) -> Data {
    do {
      return try data(of: metadata)
    } catch {
      throw GraphError(
        code, "A store's metadata holds what a property list can hold.", underlying: error)
    }
  }

  /// The data of any list.
  ///
  /// Foundation looks up how an array becomes an object while the program runs. Where it is linked into the
  /// program, only what something names is there to be found: without these casts each list with an array in it,
  /// at any depth, is refused.
  package static func data(of list: Any) throws -> Data {
    var list = list
    if let array = list as? [Any] { list = array as NSArray }
    if let set = list as? Set<AnyHashable> { list = set as NSSet }
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  package static func values(_ data: Data?) -> [String: Any] {
    let list = try? data.map { try PropertyListSerialization.propertyList(from: $0, format: nil) }
    return list as? [String: Any] ?? [:]
  }
}

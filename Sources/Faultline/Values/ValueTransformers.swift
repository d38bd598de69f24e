// How values of transformable attributes become data, and values again.

public import Foundation
import Synchronization

/// A way from values of some kind to data, and back.
public protocol DataTransformer: Sendable {
  /// The data of a value; an error says that the value is of no kind that can be transformed.
  func data(from value: Any) throws -> Data
  /// The value of data that the transformer has made.
  func value(from data: Data) throws -> Any
}

/// The transformers that models name; Foundation has no registry of them on every platform.
///
/// ```swift
/// ValueTransformers.register(ColorTransformer(), forName: "ColorTransformer")
/// ```
public enum ValueTransformers {
  private static let registered = Mutex<[String: any DataTransformer]>([:])
  /// What Xcode's format calls the transformer for whatever an archive can hold.
  private static let defaultNames: Set<String> = [
    "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSKeyedUnarchiveFromData", "NSUnarchiveFromData",
  ]

  /// Registers a transformer under the name by which models know it, in place of any other.
  public static func register(_ transformer: any DataTransformer, forName name: String) {
    // Released without the lock: its end is the program's code.
    let former = registered.withLock { $0.updateValue(transformer, forKey: name) }
    withExtendedLifetime(former) {}
  }

  /// The transformer of that name, if one is registered.
  public static func transformer(forName name: String) -> (any DataTransformer)? {
    registered.withLock { $0[name] }
  }

  static func transformer(
    for attribute: AttributeDescription
  ) throws(GraphError) -> any DataTransformer {
    let name = attribute.valueTransformerName ?? ""
    if let transformer = transformer(forName: name) { return transformer }
    guard defaultNames.contains(name) else {
      throw GraphError(
        .coreData,
        "no transformer is called '\(name)'; call ValueTransformers.register(_:forName:) first.",
        key: attribute.name)
    }
    return PropertyListTransformer()
  }
}

/// The transformer of attributes that name none: text, numbers, dates, data, arrays and dictionaries of them.
struct PropertyListTransformer: DataTransformer {
  func data(from value: Any) throws -> Data {
    guard PropertyListSerialization.propertyList(value, isValidFor: .binary) else {
      throw GraphError(
        .coreData,
        "a \(type(of: value)) is no text, number, date, data, array or dictionary; "
          + "name a transformer in the model.")
    }
    return try PropertyLists.data(of: value)
  }

  /// Data that is no property list was written by another program, and is handed out as it is.
  func value(from data: Data) -> Any {
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let archive = list as? [String: Any], archive["$archiver"] != nil else {
      return list ?? data
    }
    return unarchived(data) ?? data
  }

  /// What an app of Apple's platforms has archived, as far as it is made of property lists.
  private func unarchived(_ data: Data) -> Any? {
    try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [
        NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
      ], from: data)
  }
}

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

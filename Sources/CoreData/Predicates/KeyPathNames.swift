// The names of properties that key paths lead to.

import Foundation

/// Finds the names for key paths, by the tables that classes have.
enum KeyPathNames {
  /// The name, or a stop with a sentence where no table has the key path.
  static func requiredName(of path: AnyKeyPath) -> String {
    guard let name = name(of: path) else {
      misuse("\(path) leads to no property that the class lists in '_keyPaths'.")
    }
    return name
  }

  /// The names along a key path, with dots between them.
  static func name(of path: AnyKeyPath) -> String? {
    guard let root = type(of: path).rootType as? NSManagedObject.Type else { return nil }
    if let name = root._keyPaths[path] { return name }
    // A path through relationships is one of the class's own with a shorter one behind it.
    return search(path, from: root, prefix: nil, names: [], depth: 0)
  }

  private static let deepest = 4

  private static func search(
    _ wanted: AnyKeyPath, from type: NSManagedObject.Type, prefix: AnyKeyPath?, names: [String],
    depth: Int
  ) -> String? {
    guard depth < deepest else { return nil }
    var ahead: [(AnyKeyPath, [String], NSManagedObject.Type)] = []
    for (step, name) in type._keyPaths.sorted(by: { $0.value < $1.value }) {
      guard let whole = prefix.map({ $0.appending(path: step) }) ?? step else { continue }
      if whole == wanted { return (names + [name]).joined(separator: ".") }
      let value = Swift.type(of: step).valueType
      if let next = value as? NSManagedObject.Type {
        ahead.append((whole, names + [name], next))
      } else if let optional = value as? any OptionalObject.Type, let next = optional.objectType {
        for unwrapped in optional.unwrapping(whole) { ahead.append((unwrapped, names + [name], next)) }
      }
    }
    for (path, names, next) in ahead {
      if let found = search(wanted, from: next, prefix: path, names: names, depth: depth + 1) {
        return found
      }
    }
    return nil
  }
}

/// An optional managed object.
private protocol OptionalObject {
  static var objectType: NSManagedObject.Type? { get }
  /// The path continued to the object: `?` and `!` both lead there.
  static func unwrapping(_ path: AnyKeyPath) -> [AnyKeyPath]
}

extension Optional: OptionalObject {
  fileprivate static var objectType: NSManagedObject.Type? { Wrapped.self as? NSManagedObject.Type }

  fileprivate static func unwrapping(_ path: AnyKeyPath) -> [AnyKeyPath] {
    [path.appending(path: \Wrapped?.!)].compactMap { $0 }
  }
}

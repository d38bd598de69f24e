// The names of properties that key paths lead to.

import Foundation

/// Finds the names for key paths, by the tables that classes have.
///
/// A path of one step is in its class's table. One that leads through relationships cannot be composed of those steps,
/// since `?` leaves a trace at its end; but the text of a path is that of its steps, one after the other.
enum KeyPathNames {
  /// Returns the name, or stops with a sentence where no table has the key path.
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
    var names: [String] = []
    var rest = steps(of: path)[...]
    var next: NSManagedObject.Type? = root
    while !rest.isEmpty {
      guard let type = next, let step = longestStep(rest, of: type) else { return nil }
      names.append(step.name)
      rest = rest.dropFirst(step.text.count).drop { $0 == "?" || $0 == "!" }
      if rest.first == "." { rest = rest.dropFirst() }
      next = step.destination
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  private typealias Step = (text: String, name: String, destination: NSManagedObject.Type?)

  private static func longestStep(_ text: Substring, of type: NSManagedObject.Type) -> Step? {
    var longest: Step?
    for (path, name) in type._keyPaths {
      let step = steps(of: path)
      guard text.hasPrefix(step), step.count > longest?.text.count ?? 0 else { continue }
      let value = Swift.type(of: path).valueType
      let destination =
        value as? NSManagedObject.Type ?? (value as? any Wrapper.Type)?.wrappedObject
      longest = (step, name, destination)
    }
    return longest
  }

  /// The text of a path behind its root, such as `<computed 0x… (Int32)>`.
  private static func steps(of path: AnyKeyPath) -> String {
    let text = "\(path)"
    let root = "\\\(type(of: path).rootType)."
    return text.hasPrefix(root) ? String(text.dropFirst(root.count)) : text
  }
}

/// An optional of any type.
private protocol Wrapper {
  static var wrappedObject: NSManagedObject.Type? { get }
}

extension Optional: Wrapper {
  fileprivate static var wrappedObject: NSManagedObject.Type? {
    Wrapped.self as? NSManagedObject.Type
  }
}

// Values by name: primitives, key paths, what was changed, collections that are live.

import Faultline
public import Foundation

extension NSManagedObject {
  // MARK: - Beneath the accessors

  /// Returns the value beneath the accessors, without firing the object.
  public func primitiveValue(forKey key: String) -> Any? { Boxing.boxed(storedValue(forKey: key)) }

  /// Sets the value beneath the accessors, without the context's knowledge.
  public func setPrimitiveValue(_ value: Any?, forKey key: String) {
    setStoredValue(Boxing.bare(value), forKey: key)
  }

  // MARK: - What was changed

  /// Returns the persistent properties that differ from the last fetch or save, with their new values.
  public func changedValues() -> [String: Any] { Boxing.boxed(valuesChanged()) }

  /// Returns the properties that were changed since observers were last notified, with their former values.
  public func changedValuesForCurrentEvent() -> [String: Any] {
    Boxing.boxed(valuesChangedForCurrentEvent())
  }

  /// Returns the values as they were last fetched or saved; nil asks for all persistent properties.
  public func committedValues(forKeys keys: [String]?) -> [String: Any] {
    Boxing.boxed(valuesCommitted(forKeys: keys))
  }

  // MARK: - Several keys

  /// Returns the value at the end of a path of keys; a path through a collection leads to all of its members.
  public func value(forKeyPath path: String) -> Any? {
    KeyPathWalk.value(of: self, path.split(separator: ".").map(String.init)[...])
  }

  /// Sets the property at the end of a path of keys.
  public func setValue(_ value: Any?, forKeyPath path: String) {
    var keys = path.split(separator: ".").map(String.init)
    guard let last = keys.popLast() else { return }
    let owner = keys.isEmpty ? self : self.value(forKeyPath: keys.joined(separator: "."))
    (owner as? NSManagedObject)?.setValue(value, forKey: last)
  }

  /// Returns the values of several keys, `NSNull` for none.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
  }

  /// Sets several keys.
  public func setValuesForKeys(_ values: [String: Any]) {
    for (key, value) in values { setValue(value, forKey: key) }
  }

  // MARK: - Collections

  /// Returns a to-many relationship as a set that can be changed: what is done to it is done to the relationship.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    RelationshipSet(self, key)
  }

  /// Returns an ordered relationship as a set that can be changed.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet(self, key)
  }
}

/// Follows paths of keys through objects and collections.
enum KeyPathWalk {
  static func value(of object: Any?, _ keys: ArraySlice<String>) -> Any? {
    guard let key = keys.first else { return object }
    let rest = keys.dropFirst()
    if key.hasPrefix("@") { return aggregate(key, of: object, rest) }
    switch object {
    case let object as NSManagedObject: return value(of: object.value(forKey: key), rest)
    case let set as NSSet: return NSSet(array: set.allObjects.compactMap { value(of: $0, keys) })
    case let set as NSOrderedSet:
      return NSOrderedSet(array: set.array.compactMap { value(of: $0, keys) })
    case let list as NSArray:
      return NSArray(array: list.map { value(of: $0, keys) ?? NSNull() })
    case let values as [String: Any]: return value(of: values[key], rest)
    case let values as NSDictionary: return value(of: values.object(forKey: key), rest)
    default: return nil
    }
  }

  private static func aggregate(_ name: String, of object: Any?, _ keys: ArraySlice<String>) -> Any?
  {
    let members: [Any]
    switch object {
    case let set as NSSet: members = set.allObjects
    case let set as NSOrderedSet: members = set.array
    case let list as NSArray: members = list.map { $0 }
    default: return nil
    }
    if name == "@count" { return NSNumber(value: members.count) }
    let numbers = members.compactMap { value(of: $0, keys) as? NSNumber }.map(\.doubleValue)
    switch name {
    case "@sum": return NSNumber(value: numbers.reduce(0, +))
    case "@avg":
      return NSNumber(value: numbers.isEmpty ? 0 : numbers.reduce(0, +) / Double(numbers.count))
    case "@min": return numbers.min().map { NSNumber(value: $0) }
    case "@max": return numbers.max().map { NSNumber(value: $0) }
    default: return nil
    }
  }
}

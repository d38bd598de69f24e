// Subclasses with properties of their own: one line a property.

/// A class of objects whose properties are read and written by the names of its typed keys.
///
/// ```swift
/// final class Employee: ManagedObject, KeyedObject {
///   struct Keys {
///     let name = PropertyKey<String>("name")
///     let salary = PropertyKey<Double>("salary")
///     let manager = PropertyKey<Employee?>("manager")
///     let reports = PropertyKey<Set<Employee>>("reports")
///   }
///   static let keys = Keys()
/// }
///
/// ada.salary += 100
/// ada.manager?.name
/// ```
@dynamicMemberLookup public protocol KeyedObject: ManagedObject {
  /// The keys, each under the name by which the property is to be known.
  associatedtype Keys: Sendable
  /// The keys, made once.
  static var keys: Keys { get }
}

extension KeyedObject {
  /// The value of the property that one of the keys names.
  @inlinable public subscript<T>(dynamicMember key: KeyPath<Keys, PropertyKey<T>>) -> T {
    get { self[Self.keys[keyPath: key]] }
    set { self[Self.keys[keyPath: key]] = newValue }
  }
}

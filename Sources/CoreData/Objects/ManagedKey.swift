// The accessors of ported properties: as short as a name, as fast as the engine's typed keys.

public import Faultline
public import Foundation

/// The name of a property, which remembers where the property lies; make it once and keep it.
///
/// A value of one word, so that an accessor takes no step more than the engine's typed keys.
public struct ManagedKey: ExpressibleByStringLiteral, Sendable {
  /// Where the property was found last.
  public let place: KeyPlace

  /// The name of the property.
  public var name: String { place.name }

  /// Makes a key of a name.
  public init(_ name: String) { place = KeyPlace(name) }

  /// Makes a key of a name.
  public init(stringLiteral name: String) { self.init(name) }
}

/// A type that a ported property can have and that the engine reads without a box.
public protocol ManagedValue {
  /// Returns the value of a property.
  static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> Self
  /// Sets a property.
  static func setManagedValue(_ value: Self, at place: KeyPlace, of object: NSManagedObject)
}

/// A type whose absence a ported property can express.
public protocol OptionalManagedValue: ManagedValue {
  /// Returns the value of a property, if there is one.
  static func managedValueIfAny(at place: KeyPlace, of object: NSManagedObject) -> Self?
  /// Takes the value of a property away.
  static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject)
}

extension NSManagedObject {
  /// Returns the value of a property of a type that the engine reads without a box.
  @inlinable public final func _get<T: ManagedValue>(_ key: ManagedKey) -> T {
    T.managedValue(at: key.place, of: self)
  }

  /// Sets a property of a type that the engine writes without a box.
  @inlinable public final func _set<T: ManagedValue>(_ key: ManagedKey, _ value: T) {
    T.setManagedValue(value, at: key.place, of: self)
  }

  /// Returns the value of a property that stands for a raw value.
  public final func _get<T: RawRepresentable>(_ key: ManagedKey) -> T
  where T.RawValue: ManagedValue {
    let raw = T.RawValue.managedValue(at: key.place, of: self)
    guard let value = T(rawValue: raw) else {
      misuse("'\(entity.name ?? "").\(key.name)' is \(raw), which is no \(T.self).")
    }
    return value
  }

  /// Sets a property to what stands for a raw value.
  public final func _set<T: RawRepresentable>(_ key: ManagedKey, _ value: T)
  where T.RawValue: ManagedValue {
    T.RawValue.setManagedValue(value.rawValue, at: key.place, of: self)
  }

  /// Returns the value of a property of any other type, by its name.
  @_disfavoredOverload public final func _get<T>(_ key: ManagedKey) -> T {
    cast(modeled(key.name), key)
  }

  /// Sets a property of any other type, by its name.
  @_disfavoredOverload public final func _set<T>(_ key: ManagedKey, _ value: T) {
    setModeled(value, key.name)
  }

  /// Returns the value beneath the accessors.
  public final func _getPrimitive<T>(_ key: ManagedKey) -> T {
    cast(primitiveValue(forKey: key.name), key)
  }

  /// Sets the value beneath the accessors.
  public final func _setPrimitive<T>(_ key: ManagedKey, _ value: T) {
    setPrimitiveValue(value, forKey: key.name)
  }

  private func cast<T>(_ value: Any?, _ key: ManagedKey) -> T {
    if let value, let typed = value as? T { return typed }
    if value == nil,
      let none = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
        as? T
    {
      return none
    }
    if let raw = (T.self as? any Representing.Type)?.represented(by: value) as? T { return raw }
    if value == nil, let empty = (T.self as? any Emptiable.Type)?.init() as? T { return empty }
    misuse(
      "'\(entity.name ?? "").\(key.name)' is \(value.map { "a \(type(of: $0))" } ?? "empty"), and the class has it as a \(T.self)."
    )
  }
}

/// A type with a value that stands for none.
private protocol Emptiable { init() }

extension String: Emptiable {}
extension Data: Emptiable {}
extension Bool: Emptiable {}
extension Int: Emptiable {}
extension Int16: Emptiable {}
extension Int32: Emptiable {}
extension Int64: Emptiable {}
extension Double: Emptiable {}
extension Float: Emptiable {}

/// An optional of a type that stands for a raw value.
private protocol Representing {
  static func represented(by value: Any?) -> Any?
}

extension Optional: Representing where Wrapped: RawRepresentable {
  static func represented(by value: Any?) -> Any? {
    (value as? Wrapped.RawValue).flatMap { Wrapped(rawValue: $0) }
  }
}

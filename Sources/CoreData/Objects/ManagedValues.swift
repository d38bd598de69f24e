// The types of ported properties that need no box.

public import Faultline
public import Foundation

extension Optional: ManagedValue where Wrapped: OptionalManagedValue {
  /// Returns the value of a property.
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Wrapped? { Wrapped.managedValueIfAny(at: place, of: object) }

  /// Sets a property.
  @inlinable public static func setManagedValue(
    _ value: Wrapped?, at place: KeyPlace, of object: NSManagedObject
  ) {
    if let value {
      Wrapped.setManagedValue(value, at: place, of: object)
    } else {
      Wrapped.removeManagedValue(at: place, of: object)
    }
  }
}

/// A type that the engine has typed keys for.
public protocol EngineValue: OptionalManagedValue, AbsentableValue {
  /// The value that stands for none.
  static var managedDefault: Self { get }
}

extension EngineValue {
  /// Returns the value of a property.
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self { value(at: place, of: object) ?? managedDefault }

  /// Sets a property.
  @inlinable public static func setManagedValue(
    _ value: Self, at place: KeyPlace, of object: NSManagedObject
  ) { setValue(value, at: place, of: object) }

  /// Returns the value of a property, if there is one.
  @inlinable public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { value(at: place, of: object) }

  /// Takes the value of a property away.
  @inlinable public static func removeManagedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) { removeValue(at: place, of: object) }
}

extension String: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: String { "" }
}

extension Int: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Int { 0 }
}

extension Bool: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Bool { false }
}

extension Decimal: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Decimal { 0 }
}

extension Data: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Data { Data() }
}

extension UUID: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}

extension Date: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Double: EngineValue {
  /// The value that stands for none.
  @inlinable public static var managedDefault: Double { 0 }
}

/// A number that the engine reads as another one.
public protocol NarrowValue: OptionalManagedValue {
  /// The number that the engine has.
  associatedtype Wide: EngineValue
  /// Makes the number of the engine's.
  init(wide: Wide)
  /// The number as the engine has it.
  var wide: Wide { get }
}

extension NarrowValue {
  /// Returns the value of a property.
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self { Self(wide: Wide.managedValue(at: place, of: object)) }

  /// Sets a property.
  @inlinable public static func setManagedValue(
    _ value: Self, at place: KeyPlace, of object: NSManagedObject
  ) { Wide.setManagedValue(value.wide, at: place, of: object) }

  /// Returns the value of a property, if there is one.
  @inlinable public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { Wide.managedValueIfAny(at: place, of: object).map { Self(wide: $0) } }

  /// Takes the value of a property away.
  @inlinable public static func removeManagedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) { Wide.removeManagedValue(at: place, of: object) }
}

extension Int16: NarrowValue {
  /// Makes the number of the engine's.
  @inlinable public init(wide: Int) { self.init(truncatingIfNeeded: wide) }
  /// The number as the engine has it.
  @inlinable public var wide: Int { Int(self) }
}

extension Int32: NarrowValue {
  /// Makes the number of the engine's.
  @inlinable public init(wide: Int) { self.init(truncatingIfNeeded: wide) }
  /// The number as the engine has it.
  @inlinable public var wide: Int { Int(self) }
}

extension Int64: NarrowValue {
  /// Makes the number of the engine's.
  @inlinable public init(wide: Int) { self.init(wide) }
  /// The number as the engine has it.
  @inlinable public var wide: Int { Int(self) }
}

extension Float: NarrowValue {
  /// Makes the number of the engine's.
  @inlinable public init(wide: Double) { self.init(wide) }
  /// The number as the engine has it.
  @inlinable public var wide: Double { Double(self) }
}

extension URL: OptionalManagedValue {
  /// Returns the value of a property.
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> URL {
    guard let url = value(at: place, of: object) else {
      misuse("'\(object.entity.name ?? "").\(place.name)' is empty, and the class has it as a URL.")
    }
    return url
  }

  /// Sets a property.
  public static func setManagedValue(_ value: URL, at place: KeyPlace, of object: NSManagedObject) {
    setValue(value, at: place, of: object)
  }

  /// Returns the value of a property, if there is one.
  public static func managedValueIfAny(at place: KeyPlace, of object: NSManagedObject) -> URL? {
    value(at: place, of: object)
  }

  /// Takes the value of a property away.
  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    removeValue(at: place, of: object)
  }
}

// MARK: - Relationships

extension NSManagedObject: OptionalManagedValue {
  /// Returns the value of a property.
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> Self {
    guard let destination = managedValueIfAny(at: place, of: object) else {
      misuse(
        "'\(object.entity.name ?? "").\(place.name)' leads nowhere, and the class has it as a \(self)."
      )
    }
    return destination
  }

  /// Sets a property.
  public static func setManagedValue(
    _ value: NSManagedObject, at place: KeyPlace, of object: NSManagedObject
  ) { setValue(value, at: place, of: object) }

  /// Returns the value of a property, if there is one.
  public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { value(at: place, of: object) }

  /// Takes the value of a property away.
  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    removeValue(at: place, of: object)
  }
}

extension Set: ManagedValue where Element: NSManagedObject {
  /// Returns the value of a property.
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> Set {
    read(PropertyKey<Set>(place), of: object)
  }

  /// Sets a property.
  public static func setManagedValue(_ value: Set, at place: KeyPlace, of object: NSManagedObject) {
    write(value, PropertyKey<Set>(place), of: object)
  }
}

extension Set: OptionalManagedValue where Element: NSManagedObject {
  /// Returns the value of a property, if there is one.
  public static func managedValueIfAny(at place: KeyPlace, of object: NSManagedObject) -> Set? {
    managedValue(at: place, of: object)
  }

  /// Takes the value of a property away.
  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    setManagedValue([], at: place, of: object)
  }
}

// The types of ported properties that need no box.

public import Faultline
public import Foundation

extension Optional: ManagedValue where Wrapped: OptionalManagedValue {
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Wrapped? { Wrapped.managedValueIfAny(at: place, of: object) }

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
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self { value(at: place, of: object) ?? managedDefault }

  @inlinable public static func setManagedValue(
    _ value: Self, at place: KeyPlace, of object: NSManagedObject
  ) { setValue(value, at: place, of: object) }

  @inlinable public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { value(at: place, of: object) }

  @inlinable public static func removeManagedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) { removeValue(at: place, of: object) }
}

extension String: EngineValue {
  @inlinable public static var managedDefault: String { "" }
}

extension Int: EngineValue {
  @inlinable public static var managedDefault: Int { 0 }
}

extension Bool: EngineValue {
  @inlinable public static var managedDefault: Bool { false }
}

extension Decimal: EngineValue {
  @inlinable public static var managedDefault: Decimal { 0 }
}

extension Data: EngineValue {
  @inlinable public static var managedDefault: Data { Data() }
}

extension UUID: EngineValue {
  @inlinable public static var managedDefault: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}

extension Date: EngineValue {
  @inlinable public static var managedDefault: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Double: EngineValue {
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
  @inlinable public static func managedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self { Self(wide: Wide.managedValue(at: place, of: object)) }

  @inlinable public static func setManagedValue(
    _ value: Self, at place: KeyPlace, of object: NSManagedObject
  ) { Wide.setManagedValue(value.wide, at: place, of: object) }

  @inlinable public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { Wide.managedValueIfAny(at: place, of: object).map { Self(wide: $0) } }

  @inlinable public static func removeManagedValue(
    at place: KeyPlace, of object: NSManagedObject
  ) { Wide.removeManagedValue(at: place, of: object) }
}

extension Int16: NarrowValue {
  @inlinable public init(wide: Int) { self.init(truncatingIfNeeded: wide) }
  @inlinable public var wide: Int { Int(self) }
}

extension Int32: NarrowValue {
  @inlinable public init(wide: Int) { self.init(truncatingIfNeeded: wide) }
  @inlinable public var wide: Int { Int(self) }
}

extension Int64: NarrowValue {
  @inlinable public init(wide: Int) { self.init(wide) }
  @inlinable public var wide: Int { Int(self) }
}

extension Float: NarrowValue {
  @inlinable public init(wide: Double) { self.init(wide) }
  @inlinable public var wide: Double { Double(self) }
}

extension URL: OptionalManagedValue {
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> URL {
    guard let url = value(at: place, of: object) else {
      misuse("'\(object.entity.name ?? "").\(place.name)' is empty, and the class has it as a URL.")
    }
    return url
  }

  public static func setManagedValue(_ value: URL, at place: KeyPlace, of object: NSManagedObject) {
    setValue(value, at: place, of: object)
  }

  public static func managedValueIfAny(at place: KeyPlace, of object: NSManagedObject) -> URL? {
    value(at: place, of: object)
  }

  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    removeValue(at: place, of: object)
  }
}

// MARK: - Relationships

extension NSManagedObject: OptionalManagedValue {
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> Self {
    guard let destination = managedValueIfAny(at: place, of: object) else {
      misuse("'\(object.entity.name ?? "").\(place.name)' leads nowhere, and the class has it as a \(self).")
    }
    return destination
  }

  public static func setManagedValue(
    _ value: NSManagedObject, at place: KeyPlace, of object: NSManagedObject
  ) { setValue(value, at: place, of: object) }

  public static func managedValueIfAny(
    at place: KeyPlace, of object: NSManagedObject
  ) -> Self? { value(at: place, of: object) }

  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    removeValue(at: place, of: object)
  }
}

extension Set: ManagedValue where Element: NSManagedObject {
  public static func managedValue(at place: KeyPlace, of object: NSManagedObject) -> Set {
    read(PropertyKey<Set>(place), of: object)
  }

  public static func setManagedValue(_ value: Set, at place: KeyPlace, of object: NSManagedObject) {
    write(value, PropertyKey<Set>(place), of: object)
  }
}

extension Set: OptionalManagedValue where Element: NSManagedObject {
  public static func managedValueIfAny(at place: KeyPlace, of object: NSManagedObject) -> Set? {
    managedValue(at: place, of: object)
  }

  public static func removeManagedValue(at place: KeyPlace, of object: NSManagedObject) {
    setManagedValue([], at: place, of: object)
  }
}

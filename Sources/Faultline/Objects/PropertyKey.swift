// Typed names for properties: as short to write as a name, as fast to read as a field.

public import Foundation
public import Synchronization

/// A property's name together with the type of its values.
///
/// ```swift
/// extension PropertyKey where T == Double { static var salary: Self { Self("salary") } }
/// ```
/// Make a key once and keep it: it remembers where the property lies.
public struct PropertyKey<T: PropertyValue>: Sendable {
  /// The name of the property.
  public let name: String
  @usableFromInline let place = KeyPlace()

  /// Makes a key for a property of that name.
  public init(_ name: String) { self.name = name }
}

/// Where a key found its property last: one word, so that threads may share the key.
@usableFromInline final class KeyPlace: Sendable {
  @usableFromInline let word = Atomic<UInt64>(0)

  @usableFromInline init() {}
}

/// A type that a property can have.
public protocol PropertyValue {
  /// The types of attributes that hold such values.
  static var attributeTypes: [AttributeType] { get }
  /// Reads the property that a key names.
  static func read(_ key: PropertyKey<Self>, of object: ManagedObject) -> Self
  /// Writes the property that a key names.
  static func write(_ value: Self, _ key: PropertyKey<Self>, of object: ManagedObject)
}

extension ManagedObject {
  /// The value of a property by its typed key.
  @inlinable public final subscript<T>(key: PropertyKey<T>) -> T {
    get { T.read(key, of: self) }
    set { T.write(newValue, key, of: self) }
  }

  /// The slot of a key in this object's entity.
  @inlinable final func slot<T>(of key: PropertyKey<T>) -> Int {
    let word = key.place.word.load(ordering: .relaxed)
    return word >> 32 == UInt64(home.token) ? Int(word & 0xFFFF_FFFF) : findSlot(of: key)
  }

  /// Looks a key up, and lets it remember what was found.
  @usableFromInline final func findSlot<T>(of key: PropertyKey<T>) -> Int {
    do throws(GraphError) {
      guard case .attribute(let slot) = try property(key.name),
        let type = home.layout.types[slot], T.attributeTypes.contains(type)
      else {
        throw GraphError(
          .coreData,
          "'\(entity.name).\(key.name)' holds \(try words(key.name)), "
            + "and its typed key says \(T.self).",
          objectID: objectID, key: key.name)
      }
      key.place.word.store(UInt64(home.token) << 32 | UInt64(slot), ordering: .relaxed)
      return slot
    } catch {
      misuse(error)
    }
  }

  private final func words(_ key: String) throws(GraphError) -> String {
    switch try property(key) {
    case .attribute(let slot): home.layout.types[slot]?.words ?? ""
    case .relationship(let tie): home.layout.ties[tie].isToMany ? "objects" : "an object"
    }
  }

  /// The bits of a slot of eight bytes, or nil where it is empty.
  @inlinable final func word(at slot: Int) -> UInt64? {
    if slots == nil { fire() }
    guard let slots else { return nil }
    return slots[-1 - slot >> 6] & (1 << UInt64(slot & 63)) == 0 ? slots[slot] : nil
  }

  @usableFromInline final func fire() {
    do throws(GraphError) { try realize() } catch { misuse(error) }
  }

  /// Writes eight bytes into a slot of exactly that type, or what a slot of another type makes of a value.
  final func write(
    _ word: UInt64, of type: AttributeType, or value: @autoclosure () -> Value, at slot: Int
  ) {
    guard home.layout.types[slot] == type else { return write(value(), at: slot) }
    do throws(GraphError) {
      try beginChange()
      write(word, to: slot)
      OperationHook.fire()
    } catch {
      misuse(error)
    }
  }

  final func write(_ value: Value, at slot: Int) {
    do throws(GraphError) { try set(value, at: slot) } catch { misuse(error) }
  }
}

extension Double: PropertyValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.double, .float] }

  /// The number; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Double>, of object: ManagedObject) -> Double
  {
    object.word(at: object.slot(of: key)).map(Double.init(bitPattern:)) ?? 0
  }

  /// Sets the number.
  public static func write(_ value: Double, _ key: PropertyKey<Double>, of object: ManagedObject) {
    object.write(value.bitPattern, of: .double, or: .double(value), at: object.slot(of: key))
  }
}

extension Int: PropertyValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.integer16, .integer32, .integer64] }

  /// The integer; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Int>, of object: ManagedObject) -> Int {
    object.word(at: object.slot(of: key)).map { Int(truncatingIfNeeded: $0) } ?? 0
  }

  /// Sets the integer.
  public static func write(_ value: Int, _ key: PropertyKey<Int>, of object: ManagedObject) {
    object.write(
      UInt64(bitPattern: Int64(value)), of: .integer64, or: .integer(value),
      at: object.slot(of: key))
  }
}

extension Bool: PropertyValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.boolean] }

  /// The truth; false where there is no value.
  @inlinable public static func read(_ key: PropertyKey<Bool>, of object: ManagedObject) -> Bool {
    object.word(at: object.slot(of: key)).map { $0 != 0 } ?? false
  }

  /// Sets the truth.
  public static func write(_ value: Bool, _ key: PropertyKey<Bool>, of object: ManagedObject) {
    object.write(value ? 1 : 0, of: .boolean, or: .truth(value), at: object.slot(of: key))
  }
}

extension String: PropertyValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.string] }

  /// The text; empty where there is none.
  public static func read(_ key: PropertyKey<String>, of object: ManagedObject) -> String {
    let slot = object.slot(of: key)
    return object.word(at: slot) == nil ? "" : object.text(at: slot)
  }

  /// Sets the text.
  public static func write(_ value: String, _ key: PropertyKey<String>, of object: ManagedObject) {
    object.write(.text(value), at: object.slot(of: key))
  }
}

extension Date: PropertyValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.date] }

  /// The date; the reference date where there is none.
  @inlinable public static func read(_ key: PropertyKey<Date>, of object: ManagedObject) -> Date {
    let word = object.word(at: object.slot(of: key))
    return Date(timeIntervalSinceReferenceDate: word.map(Double.init(bitPattern:)) ?? 0)
  }

  /// Sets the date.
  public static func write(_ value: Date, _ key: PropertyKey<Date>, of object: ManagedObject) {
    object.write(
      value.timeIntervalSinceReferenceDate.bitPattern, of: .date, or: .date(value),
      at: object.slot(of: key))
  }
}

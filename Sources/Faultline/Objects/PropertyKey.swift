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

  /// The slot or tie of a key in this object's entity.
  @inlinable final func place<T>(of key: PropertyKey<T>) -> Int {
    let word = key.place.word.load(ordering: .relaxed)
    let token = UInt64(home.layout.token)
    return word >> 32 == token ? Int(word & 0xFFFF_FFFF) : findPlace(of: key)
  }

  @usableFromInline final func findPlace<T>(of key: PropertyKey<T>) -> Int {
    do throws(GraphError) {
      let place: Int
      switch try property(key.name) {
      case .attribute(let slot): place = slot
      case .relationship(let tie): place = tie
      }
      key.place.word.store(UInt64(home.layout.token) << 32 | UInt64(place), ordering: .relaxed)
      return place
    } catch {
      misuse(error)
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

  final func write(_ value: Value, at slot: Int) {
    do throws(GraphError) { try set(value, at: slot) } catch { misuse(error) }
  }

  final func read(at slot: Int) -> Value {
    do throws(GraphError) { return try value(at: slot) } catch { misuse(error) }
  }
}

extension Double: PropertyValue {
  /// The number; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Double>, of object: ManagedObject) -> Double
  {
    object.word(at: object.place(of: key)).map(Double.init(bitPattern:)) ?? 0
  }

  /// Sets the number.
  public static func write(_ value: Double, _ key: PropertyKey<Double>, of object: ManagedObject) {
    object.write(.double(value), at: object.place(of: key))
  }
}

extension Int: PropertyValue {
  /// The integer; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Int>, of object: ManagedObject) -> Int {
    object.word(at: object.place(of: key)).map { Int(truncatingIfNeeded: $0) } ?? 0
  }

  /// Sets the integer.
  public static func write(_ value: Int, _ key: PropertyKey<Int>, of object: ManagedObject) {
    object.write(.integer(value), at: object.place(of: key))
  }
}

extension Bool: PropertyValue {
  /// The truth; false where there is no value.
  @inlinable public static func read(_ key: PropertyKey<Bool>, of object: ManagedObject) -> Bool {
    object.word(at: object.place(of: key)).map { $0 != 0 } ?? false
  }

  /// Sets the truth.
  public static func write(_ value: Bool, _ key: PropertyKey<Bool>, of object: ManagedObject) {
    object.write(.truth(value), at: object.place(of: key))
  }
}

extension String: PropertyValue {
  /// The text; empty where there is none.
  public static func read(_ key: PropertyKey<String>, of object: ManagedObject) -> String {
    if case .text(let text) = object.read(at: object.place(of: key)) { return text }
    return ""
  }

  /// Sets the text.
  public static func write(_ value: String, _ key: PropertyKey<String>, of object: ManagedObject) {
    object.write(.text(value), at: object.place(of: key))
  }
}

extension Date: PropertyValue {
  /// The date; the reference date where there is none.
  public static func read(_ key: PropertyKey<Date>, of object: ManagedObject) -> Date {
    if case .date(let date) = object.read(at: object.place(of: key)) { return date }
    return Date(timeIntervalSinceReferenceDate: 0)
  }

  /// Sets the date.
  public static func write(_ value: Date, _ key: PropertyKey<Date>, of object: ManagedObject) {
    object.write(.date(value), at: object.place(of: key))
  }
}

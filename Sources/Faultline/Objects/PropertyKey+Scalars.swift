// The types of attributes that lie in the eight bytes of a slot, read without a detour.

public import Foundation

extension Double: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.double, .float] }

  /// The number; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Double>, of object: ManagedObject) -> Double
  {
    value(at: key.place, of: object) ?? 0
  }

  /// The number, if there is one.
  @inlinable public static func value(at place: KeyPlace, of object: ManagedObject) -> Double? {
    object.word(at: object.slot(at: place, for: Double.self)).map(Double.init(bitPattern:))
  }

  /// Sets the number; what is not a number is no value.
  public static func setValue(_ value: Double, at place: KeyPlace, of object: ManagedObject) {
    guard !value.isNaN else { return removeValue(at: place, of: object) }
    object.write(
      value.unsignedZero.bitPattern, of: .double, or: .double(value),
      at: object.slot(at: place, for: Double.self))
  }
}

extension Int: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.integer16, .integer32, .integer64] }

  /// The integer; 0 where there is none.
  @inlinable public static func read(_ key: PropertyKey<Int>, of object: ManagedObject) -> Int {
    value(at: key.place, of: object) ?? 0
  }

  /// The integer, if there is one.
  @inlinable public static func value(at place: KeyPlace, of object: ManagedObject) -> Int? {
    object.word(at: object.slot(at: place, for: Int.self)).map { Int(truncatingIfNeeded: $0) }
  }

  /// Sets the integer.
  public static func setValue(_ value: Int, at place: KeyPlace, of object: ManagedObject) {
    object.write(
      UInt64(bitPattern: Int64(value)), of: .integer64, or: .integer(value),
      at: object.slot(at: place, for: Int.self))
  }
}

extension Bool: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.boolean] }

  /// The truth; false where there is no value.
  @inlinable public static func read(_ key: PropertyKey<Bool>, of object: ManagedObject) -> Bool {
    value(at: key.place, of: object) ?? false
  }

  /// The truth, if there is a value.
  @inlinable public static func value(at place: KeyPlace, of object: ManagedObject) -> Bool? {
    object.word(at: object.slot(at: place, for: Bool.self)).map { $0 != 0 }
  }

  /// Sets the truth.
  public static func setValue(_ value: Bool, at place: KeyPlace, of object: ManagedObject) {
    object.write(
      value ? 1 : 0, of: .boolean, or: .truth(value), at: object.slot(at: place, for: Bool.self))
  }
}

extension Date: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.date] }

  /// The date; the reference date where there is none.
  @inlinable public static func read(_ key: PropertyKey<Date>, of object: ManagedObject) -> Date {
    value(at: key.place, of: object) ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  /// The date, if there is one.
  @inlinable public static func value(at place: KeyPlace, of object: ManagedObject) -> Date? {
    object.word(at: object.slot(at: place, for: Date.self)).map {
      Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))
    }
  }

  /// Sets the date; one that is not a number of seconds is no value.
  public static func setValue(_ value: Date, at place: KeyPlace, of object: ManagedObject) {
    let seconds = value.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { return removeValue(at: place, of: object) }
    object.write(
      seconds.unsignedZero.bitPattern, of: .date, or: .date(value),
      at: object.slot(at: place, for: Date.self))
  }
}

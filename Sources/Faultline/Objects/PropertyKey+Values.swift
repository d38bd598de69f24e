// The types that a property's values may have: numbers, dates and truth values, and what lies outside of a slot.

public import Foundation

// The types of attributes that lie in the eight bytes of a slot, read without a detour.
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

// The types of attributes whose bytes lie after the slots: made anew at each reading.
extension String: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.string] }

  /// The text; empty where there is none.
  public static func read(_ key: PropertyKey<String>, of object: ManagedObject) -> String {
    value(at: key.place, of: object) ?? ""
  }

  /// The text, if there is one.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> String? {
    let slot = object.slot(at: place, for: String.self)
    return object.word(at: slot) == nil ? nil : object.text(at: slot)
  }

  /// Sets the text.
  public static func setValue(_ value: String, at place: KeyPlace, of object: ManagedObject) {
    object.write(value, at: object.slot(at: place, for: String.self))
  }
}

extension Decimal: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.decimal] }

  /// The number; 0 where there is none.
  public static func read(_ key: PropertyKey<Decimal>, of object: ManagedObject) -> Decimal {
    value(at: key.place, of: object) ?? 0
  }

  /// The number, if there is one.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> Decimal? {
    object.bareValue(at: place, for: Decimal.self)
  }

  /// Sets the number.
  public static func setValue(_ value: Decimal, at place: KeyPlace, of object: ManagedObject) {
    object.write(.decimal(value), at: object.slot(at: place, for: Decimal.self))
  }
}

extension Data: StorableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.binary] }

  /// The bytes; none where there is no value.
  public static func read(_ key: PropertyKey<Data>, of object: ManagedObject) -> Data {
    value(at: key.place, of: object) ?? Data()
  }

  /// The bytes, if there is a value.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> Data? {
    object.bareValue(at: place, for: Data.self)
  }

  /// Sets the bytes.
  public static func setValue(_ value: Data, at place: KeyPlace, of object: ManagedObject) {
    object.write(.data(value), at: object.slot(at: place, for: Data.self))
  }
}

extension UUID: AbsentableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.uuid] }

  /// The UUID, if there is one.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> UUID? {
    object.bareValue(at: place, for: UUID?.self)
  }

  /// Sets the UUID.
  public static func setValue(_ value: UUID, at place: KeyPlace, of object: ManagedObject) {
    object.write(.uuid(value), at: object.slot(at: place, for: UUID?.self))
  }
}

extension URL: AbsentableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { [.uri] }

  /// The URL, if there is one.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> URL? {
    object.bareValue(at: place, for: URL?.self)
  }

  /// Sets the URL.
  public static func setValue(_ value: URL, at place: KeyPlace, of object: ManagedObject) {
    object.write(.url(value), at: object.slot(at: place, for: URL?.self))
  }
}

extension ManagedObject {
  /// Writes text into a slot for it, which takes any; where it is observed, the long way.
  fileprivate final func write(_ text: String, at slot: Int) {
    do throws(GraphError) {
      let marks = flags.intersection([.changed, .touched, .observed, .recorded])
      if marks != [.changed, .touched] {
        guard !flags.contains(.observed) else { return write(.text(text), at: slot) }
        try beginChange()
        if flags.contains(.recorded) { note(slot: slot) }
      }
      withOverlay { overlay in
        var text = text
        text.withUTF8 { overlay.write(UnsafeRawBufferPointer($0), toOutline: slot) }
      }
    } catch {
      misuse(error)
    }
  }

  /// A value by way of its name's kind; nil for none.
  fileprivate final func bareValue<Kind: PropertyValue, Value>(
    at place: KeyPlace, for kind: Kind.Type
  ) -> Value? {
    do throws(GraphError) {
      return try bareValue(at: slot(at: place, for: kind)) as? Value
    } catch {
      misuse(error)
    }
  }
}

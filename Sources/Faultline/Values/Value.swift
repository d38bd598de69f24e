// One value of a property at the edge of the engine; inside, values live in slots of eight bytes.

package import Foundation

/// A value on its way into or out of an object.
package enum Value: Sendable, Hashable {
  case none
  case integer(Int)
  case double(Double)
  case decimal(Decimal)
  case text(String)
  case truth(Bool)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)

  /// The value as the public face hands it out: nil for no value.
  package var bare: Any? {
    switch self {
    case .none: nil
    case .integer(let number): number
    case .double(let number): number
    case .decimal(let number): number
    case .text(let text): text
    case .truth(let flag): flag
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let url): url
    }
  }

  /// Takes in what a caller handed over; nil if it is of no kind that a property can hold.
  package init?(bare: Any?) {
    if let number = bare.flatMap(Self.boxedNumber) {
      self.init(number)
      return
    }
    switch bare {
    case nil: self = .none
    case let flag as Bool: self = .truth(flag)
    case let number as Int: self = .integer(number)
    case let number as any BinaryInteger:
      guard let exact = Int(exactly: number) else { return nil }
      self = .integer(exact)
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    case let number as Decimal: self = .decimal(number)
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let uuid as UUID: self = .uuid(uuid)
    case let url as URL: self = .url(url)
    default: return nil
    }
  }

  /// A number in one of Foundation's objects, as `JSONSerialization` hands it out.
  ///
  /// Such an object answers to every type that can hold its number: 1 passes for `true` as well. So it is
  /// looked for by its own type, before any other.
  static func boxedNumber(_ bare: Any) -> NSNumber? {
    type(of: bare) is NSNumber.Type ? bare as? NSNumber : nil
  }

  /// The value that the object was made of, as far as it still knows: a whole number is an integer.
  private init(_ number: NSNumber) {
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .truth(number.boolValue)
    } else if let number = number as? NSDecimalNumber {
      self = .decimal(number.decimalValue)
    } else if let whole = Int(exactly: number) {
      self = .integer(whole)
    } else {
      self = .double(number.doubleValue)
    }
  }

  /// Whether it is what mathematics does not define, which no attribute holds and no file keeps.
  var isUndefined: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }

  /// The kind of value in words, for messages.
  package var kind: String {
    switch self {
    case .none: "no value"
    case .integer: "an integer"
    case .double: "a number with a fraction"
    case .decimal: "a decimal number"
    case .text: "text"
    case .truth: "true or false"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    }
  }
}

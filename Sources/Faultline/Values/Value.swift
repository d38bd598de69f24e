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
    switch bare {
    case nil: self = .none
    case let flag as Bool: self = .truth(flag)
    case let number as Int: self = .integer(number)
    case let number as any BinaryInteger:
      guard let exact = Int(exactly: number) else { return nil }
      self = .integer(exact)
    case let number as Double: self = .double(number)
    case let number as Float: self = .double(Double(number))
    case let number as Decimal: self = .decimal(number)
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let uuid as UUID: self = .uuid(uuid)
    case let url as URL: self = .url(url)
    default: return nil
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

// The values of attributes in a keyed archive, as Foundation's classes have written them.

internal import Faultline
import Foundation

extension ArchiveReader.Element {
  /// A text, also one that is an object of its own.
  func text() throws(GraphError) -> String? {
    switch self {
    case .text(let text): text
    case .object(let object) where object.className.hasSuffix("String"):
      if case .text(let text) = try object["NS.string"] { text } else { nil }
    default: nil
    }
  }

  /// A value that an attribute can hold; nil for any other.
  func value() throws(GraphError) -> Any? {
    switch self {
    case .nothing: return nil
    case .flag(let flag): return flag
    case .integer(let number): return number
    case .real(let number): return number
    case .data(let data): return Data(data)
    case .text(let text): return text
    case .object(let object): return try object.value()
    }
  }
}

extension ArchivedObject {
  /// The value that an object of one of Foundation's classes stands for.
  fileprivate func value() throws(GraphError) -> Any? {
    switch className {
    case "NSDate":
      if case .real(let seconds) = try self["NS.time"] {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
    case "NSUUID":
      if case .data(let bytes) = try self["NS.uuidbytes"], bytes.count == 16 {
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      }
    case "NSURL": return try text("NS.relative").flatMap { URL(string: $0) }
    case "NSData", "NSMutableData":
      if case .data(let bytes) = try self["NS.data"] { return Data(bytes) }
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return try decimal()
    case "NSString", "NSMutableString": return try ArchiveReader.Element.object(self).text()
    default: break
    }
    return nil
  }

  /// Up to eight digits of sixteen bits, the least significant first.
  private func decimal() throws(GraphError) -> Decimal? {
    guard case .data(let mantissa) = try self["NS.mantissa"], mantissa.count == 16 else {
      return nil
    }
    let isBigEndian = try integer("NS.mantissa.bo") == 2
    let length = min(8, max(0, try integer("NS.length") ?? 0))
    var value = Decimal(0)
    for digit in stride(from: length - 1, through: 0, by: -1) {
      let (one, two) = (Int(mantissa[digit * 2]), Int(mantissa[digit * 2 + 1]))
      value = value * 65_536 + Decimal(isBigEndian ? one << 8 | two : two << 8 | one)
    }
    let exponent = min(127, max(-128, try integer("NS.exponent") ?? 0))
    let sign: FloatingPointSign = try flag("NS.negative") ? .minus : .plus
    return Decimal(sign: sign, exponent: exponent, significand: value)
  }
}

// Reads a keyed archive without any of the classes that made it.

internal import Faultline
import Foundation

/// An archive that is being read: one list of objects that refer to each other by position.
///
/// Nothing is made of an object until it is asked for, and every question costs a little of a budget: an
/// archive whose objects contain themselves, or each other a million times, ends with an error.
final class ArchiveReader {
  /// What stands at a position.
  enum Element {
    case nothing
    case flag(Bool)
    case integer(Int)
    case real(Double)
    case data([UInt8])
    case text(String)
    case object(ArchivedObject)
  }

  private let list: PropertyListReader
  /// The numbers of the objects in the list, by their positions in the archive.
  private let positions: [Int]
  private var classNames: [Int: String] = [:]
  private var budget: Int
  /// The object that was archived.
  private let rootPosition: Int

  init(_ bytes: [UInt8]) throws(GraphError) {
    guard let list = PropertyListReader(bytes), case .dictionary(let parts)? = list[list.root],
      let top = Self.member("$top", of: parts, list), case .dictionary(let names)? = list[top],
      let root = Self.member("root", of: names, list), case .reference(let position)? = list[root],
      let objects = Self.member("$objects", of: parts, list),
      case .array(let positions)? = list[objects]
    else { throw Self.damaged("it is no keyed archive") }
    self.list = list
    self.positions = positions
    rootPosition = position
    // A reader comes to most objects a few times, once for each reference to them.
    budget = 300_000 + 30 * positions.count
  }

  /// The object that was archived.
  func root() throws(GraphError) -> ArchivedObject {
    guard case .object(let object) = try element(at: rootPosition) else {
      throw Self.damaged("its root is no object")
    }
    return object
  }

  static func damaged(_ reason: String) -> GraphError {
    GraphError(
      .invalidModel, "The archived model cannot be read: \(reason). Give a model file instead.")
  }

  private static func member(
    _ name: String, of pairs: [(key: Int, value: Int)], _ list: PropertyListReader
  ) -> Int? {
    pairs.prefix(16).first { if case .text(name)? = list[$0.key] { true } else { false } }?.value
  }

  // MARK: - Elements

  /// What stands at a position of the archive.
  func element(at position: Int) throws(GraphError) -> Element {
    guard positions.indices.contains(position) else {
      throw Self.damaged("an object refers to \(position), where nothing is")
    }
    return try element(positions[position], at: position)
  }

  /// What a number of the list stands for: a value, or a reference to another position.
  func element(_ number: Int, at position: Int? = nil) throws(GraphError) -> Element {
    switch try part(number) {
    case .none: return .nothing
    case .flag(let flag): return .flag(flag)
    case .integer(let number): return .integer(number)
    case .real(let number), .date(let number): return .real(number)
    case .data(let data): return .data(Array(data))
    case .text("$null") where position == 0: return .nothing
    case .text(let text): return .text(text)
    case .reference(let next):
      // A reference leads to an object, and never to another reference.
      guard position == nil else { throw Self.damaged("a reference leads to a reference") }
      return next == 0 ? .nothing : try element(at: next)
    case .array: throw Self.damaged("a list stands where an object is expected")
    case .dictionary(let pairs): return .object(try object(pairs, at: position))
    }
  }

  private func object(
    _ pairs: [(key: Int, value: Int)], at position: Int?
  ) throws(GraphError) -> ArchivedObject {
    var members: [String: Int] = [:]
    for pair in pairs {
      if case .text(let key) = try part(pair.key) { members[key] = pair.value }
    }
    var className = ""
    if let place = members["$class"], case .reference(let position) = try part(place) {
      className = try name(ofClassAt: position)
    }
    return ArchivedObject(
      archive: self, position: position ?? -1, className: className, members: members)
  }

  private func name(ofClassAt position: Int) throws(GraphError) -> String {
    if let known = classNames[position] { return known }
    var name = ""
    if positions.indices.contains(position),
      case .dictionary(let pairs) = try part(positions[position]),
      let place = Self.member("$classname", of: pairs, list), case .text(let text) = try part(place)
    {
      name = text
    }
    classNames[position] = name
    return name
  }

  /// A part of the list, for its price.
  func part(_ number: Int) throws(GraphError) -> PropertyListReader.Part {
    guard let part = list[number] else {
      throw Self.damaged("its object \(number) is damaged")
    }
    switch part {
    case .text(let text): budget -= text.utf8.count / 32
    case .data(let data): budget -= data.count / 32
    case .array(let members): budget -= members.count
    case .dictionary(let pairs): budget -= pairs.count
    default: break
    }
    budget -= 1
    guard budget > 0 else { throw Self.damaged("it has more in it than any model") }
    return part
  }

  func positions(_ number: Int) throws(GraphError) -> [Int] {
    guard case .array(let members) = try part(number) else {
      throw Self.damaged("a list of objects is none")
    }
    return members
  }
}

// The values of attributes in a keyed archive, as Foundation's classes have written them.
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

// Reads the format `bplist00`, with the one kind of value that Foundation keeps to itself: archive references.

import Foundation

/// A binary property list that is read where it lies.
///
/// Its objects are known by number and looked at one at a time, so that objects which contain themselves, or
/// each other a million times, cost nothing until they are followed; the caller that follows them keeps count.
struct PropertyListReader {
  /// What an object is; members are numbers of objects.
  enum Part {
    case none
    case flag(Bool)
    case integer(Int)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(ArraySlice<UInt8>)
    case text(String)
    /// A reference to an object of a keyed archive, by its position.
    case reference(Int)
    case array([Int])
    case dictionary([(key: Int, value: Int)])
  }

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let table: Int
  /// How many objects there are.
  let count: Int
  /// The number of the outermost object.
  let root: Int

  /// Reads the end of the bytes, which says where everything lies; nil if they are no such list.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { return nil }
    let end = bytes.count - 32
    offsetSize = Int(bytes[end + 6])
    referenceSize = Int(bytes[end + 7])
    func number(_ place: Int) -> Int? { Self.number(bytes, end + place, 8) }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(8), let root = number(16), let table = number(24),
      count > 0, root < count, table >= 8, table <= end, count <= (end - table) / offsetSize
    else { return nil }
    self.count = count
    self.root = root
    self.table = table
  }

  /// An object by its number; nil if it lies nowhere or is of no known kind.
  subscript(number: Int) -> Part? {
    guard (0..<count).contains(number),
      let start = Self.number(bytes, table + number * offsetSize, offsetSize), start < table
    else { return nil }
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 15))
    switch kind {
    case 0: return low == 8 ? .flag(false) : low == 9 ? .flag(true) : low == 0 ? Part.none : nil
    case 1 where low <= 4: return integer(start + 1, 1 << low)
    case 2 where low == 2 || low == 3: return real(start + 1, 1 << low).map { .real($0) }
    case 3 where low == 3: return real(start + 1, 8).map { .date($0) }
    case 8 where low < 8: return Self.number(bytes, start + 1, low + 1).map { .reference($0) }
    default: break
    }
    guard let (length, place) = length(start, low) else { return nil }
    switch kind {
    case 4: return slice(place, length, 1).map { .data($0) }
    case 5, 7: return slice(place, length, 1).map { .text(String(decoding: $0, as: UTF8.self)) }
    case 6: return slice(place, length, 2).map { .text(Self.wideText($0)) }
    case 10, 11, 12: return members(place, length).map { .array($0) }
    case 13:
      guard let keys = members(place, length),
        let values = members(place + length * referenceSize, length)
      else { return nil }
      return .dictionary(zip(keys, values).map { (key: $0, value: $1) })
    default: return nil
    }
  }

  // MARK: - What an object is made of

  /// The length of what follows, which is in a number of its own if it is large, and where it begins.
  private func length(_ start: Int, _ low: Int) -> (length: Int, place: Int)? {
    guard low == 15 else { return (low, start + 1) }
    guard start + 1 < table, bytes[start + 1] >> 4 == 1 else { return nil }
    let size = 1 << Int(bytes[start + 1] & 15)
    guard size <= 8, let length = Self.number(bytes, start + 2, size) else { return nil }
    return (length, start + 2 + size)
  }

  private func slice(_ place: Int, _ length: Int, _ size: Int) -> ArraySlice<UInt8>? {
    guard place <= table, length <= (table - place) / size else { return nil }
    return bytes[place..<place + length * size]
  }

  private func members(_ place: Int, _ length: Int) -> [Int]? {
    guard slice(place, length, referenceSize) != nil else { return nil }
    var members: [Int] = []
    members.reserveCapacity(length)
    for index in 0..<length {
      guard let member = Self.number(bytes, place + index * referenceSize, referenceSize) else {
        return nil
      }
      members.append(member)
    }
    return members
  }

  /// Whole numbers of eight bytes have a sign, shorter ones have none; of longer ones the end counts.
  private func integer(_ place: Int, _ size: Int) -> Part? {
    guard slice(place, size, 1) != nil else { return nil }
    let bits = bytes[(place + max(0, size - 8))..<place + size].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return .integer(Int(bitPattern: UInt(bits)))
  }

  private func real(_ place: Int, _ size: Int) -> Double? {
    guard let slice = slice(place, size, 1) else { return nil }
    let bits = slice.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  private static func wideText(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.startIndex
    let units = stride(from: start, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// A number without a sign; nil if it is larger than any that counts something.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[place..<place + size] { number = number << 8 | UInt64(byte) }
    return number < 1 << 47 ? Int(number) : nil
  }
}

extension PropertyListReader {
  /// The values of a whole list as Foundation's; nil if it is damaged, circular or too large.
  static func values(_ data: Data) -> Any? {
    guard let reader = PropertyListReader(Array(data)) else { return nil }
    // Objects may share their members, so what comes of them is counted, and not what they are.
    var budget = 500_000
    return reader.value(reader.root, depth: 0, &budget)
  }

  private func value(_ number: Int, depth: Int, _ budget: inout Int) -> Any? {
    guard depth < 64, let part = self[number] else { return nil }
    budget -= 1
    switch part {
    case .text(let text): budget -= text.utf8.count / 64
    case .data(let data): budget -= data.count / 64
    default: break
    }
    guard budget > 0 else { return nil }
    switch part {
    case .none: return nil
    case .flag(let flag): return flag
    case .integer(let number): return number
    case .real(let number): return number
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): return Data(data)
    case .text(let text): return text
    case .reference(let number): return ["CF$UID": number]
    case .array(let members):
      var values: [Any] = []
      for member in members {
        guard let value = value(member, depth: depth + 1, &budget) else { return nil }
        values.append(value)
      }
      return values
    case .dictionary(let pairs):
      var values: [String: Any] = [:]
      for pair in pairs {
        guard case .text(let key)? = self[pair.key],
          let value = value(pair.value, depth: depth + 1, &budget)
        else { return nil }
        values[key] = value
      }
      return values
    }
  }
}

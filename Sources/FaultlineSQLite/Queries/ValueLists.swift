// Many constants as one bound value, so that the text of a statement does not depend on how many there are.

internal import Faultline
import Foundation

/// Constants in lists of one kind each, written so that SQLite reads exactly the same values.
struct ValueLists {
  /// One list.
  struct List {
    /// The elements, to be taken apart by `json_each`.
    let json: String
    /// What makes a value of an element again.
    let decoding: String
  }

  private(set) var all: [List] = []

  init(_ values: [Scalar], _ key: (Identity) -> Int64?) {
    var whole: [String] = []
    var bits: [String] = []
    var hex: [String] = []
    for value in values {
      switch value {
      case .none: break
      case .integer(let number): whole.append("\(number)")
      case .object(let identity): if let key = key(identity) { whole.append("\(key)") }
      // Decimal digits may not be read back as the same number, its bits are.
      case .real(let number): bits.append("\(Int64(bitPattern: number.bitPattern))")
      case .text(let text): hex.append("\"\(Self.hex(text.utf8))\"")
      case .bytes(let data): hex.append("\"\(Self.hex(data))\"")
      }
    }
    let isText = values.contains { if case .text = $0 { true } else { false } }
    add(whole, "value")
    add(bits, "\(SQLFunctions.real)(value)")
    add(hex, "\(isText ? SQLFunctions.text : SQLFunctions.bytes)(value)")
  }

  private mutating func add(_ elements: [String], _ decoding: String) {
    guard !elements.isEmpty else { return }
    all.append(List(json: "[\(elements.joined(separator: ","))]", decoding: decoding))
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that hexadecimal digits stand for.
  static func bytes(_ hex: UnsafeRawBufferPointer) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte - 0x30 : byte - 0x37 }
    return stride(from: 0, to: hex.count - hex.count % 2, by: 2).map {
      digit(hex[$0]) << 4 | digit(hex[$0 + 1])
    }
  }
}

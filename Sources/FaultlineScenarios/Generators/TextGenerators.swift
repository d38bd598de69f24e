// Generators of text and bytes.

import Faultline
import FaultlineMeasures
import Foundation

/// Letters without a meaning.
struct TextGenerator: Generator {
  static let name = "text"
  static let usage = "text(letters)"
  static let meaning = "So many small letters."
  static let example = "text(24)"
  static let types: [AttributeType] = [.string]

  private let count: Int
  var mostBytes: Int { count }

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(1...1)
    count = try arguments.count(0)
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    .text(
      String(unsafeUninitializedCapacity: count) { buffer in
        // Eight letters a throw: a million texts wait for nothing else.
        for start in stride(from: 0, to: count, by: 8) {
          let letters = Self.letters(source.dice.next())
          withUnsafeBytes(of: letters.littleEndian) { bytes in
            let room = UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[start...])
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(count - start)))
          }
        }
        return count
      })
  }
}

extension TextGenerator {
  /// Eight small letters for eight random bytes, all at once: a byte times 26 has its letter above its lowest byte.
  private static func letters(_ word: UInt64) -> UInt64 {
    let every: UInt64 = 0x00FF_00FF_00FF_00FF
    let even = ((word & every) &* 26) >> 8 & every
    let odd = ((word >> 8 & every) &* 26) & ~every
    return (even | odd) &+ 0x6161_6161_6161_6161
  }
}

/// Words that a person can read.
struct WordsGenerator: Generator {
  static let name = "words"
  static let usage = "words(count)"
  static let meaning = "So many words of a short vocabulary, with spaces between them."
  static let example = "words(3)"
  static let types: [AttributeType] = [.string]

  private static let vocabulary = [
    "amber", "apple", "arrow", "autumn", "beacon", "birch", "bridge", "bronze", "candle", "canyon",
    "cedar", "cloud", "comet", "copper", "coral", "cotton", "crane", "dawn", "delta", "desert",
    "ember", "falcon", "fern", "field", "flint", "forest", "garden", "glacier", "granite", "harbor",
    "hazel", "heron", "hollow", "island", "ivory", "jasper", "juniper", "lantern", "linen", "maple",
    "marble", "meadow", "mesa", "mirror", "moss", "oak", "ocean", "olive", "orchard", "otter",
    "pebble", "pine", "prairie", "quartz", "raven", "reed", "river", "saddle", "silver", "spruce",
    "summit", "thistle", "valley", "willow",
  ]

  private let count: Int
  /// The longest word has eight letters, and a space follows.
  var mostBytes: Int { 9 * count }

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(1...1)
    count = try arguments.count(0)
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    var text = ""
    for index in 0..<count {
      if index > 0 { text += " " }
      text += Self.vocabulary[Int(source.dice.next() % UInt64(Self.vocabulary.count))]
    }
    return .text(text)
  }
}

/// Bytes without a meaning.
struct BytesGenerator: Generator {
  static let name = "bytes"
  static let usage = "bytes(count)"
  static let meaning = "So many bytes."
  static let example = "bytes(256)"
  static let types: [AttributeType] = [.binary, .transformable]

  private let count: Int
  var mostBytes: Int { count }

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(1...1)
    count = try arguments.count(0)
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    var data = Data(count: count)
    data.withUnsafeMutableBytes { bytes in
      for place in bytes.indices {
        bytes[place] = UInt8(truncatingIfNeeded: source.dice.next())
      }
    }
    return .data(data)
  }
}

/// Universally unique identifiers that are the same in every run.
struct UUIDGenerator: Generator {
  static let name = "uuid"
  static let usage = "uuid()"
  static let meaning = "UUIDs, the same in every run."
  static let example = "uuid()"
  static let types: [AttributeType] = [.uuid, .string]

  init(_ arguments: GeneratorArguments) throws(FormulaError) { try arguments.need(0...0) }

  func value(_ source: inout Source, at position: Int) -> Value {
    var (high, low) = (source.dice.next(), source.dice.next())
    // The bits that say: version 4, made at random.
    high = high & ~0xF000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    func byte(_ word: UInt64, _ place: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * place))
    }
    return .uuid(
      UUID(
        uuid: (
          byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
          byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
          byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        )))
  }
}

// A walk over JSON that makes no values, and the layout of what was written in one line.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineMeasures

struct `A walk over JSON` {
  /// What a walk meets, in one line; or where it finds that the text is no JSON.
  private func walk(_ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      do throws(JSONCursor.Failure) {
        return "\(try met(&cursor)) up to \(cursor.offset)"
      } catch {
        return "fails at \(error.offset)"
      }
    }
  }

  private func met(_ cursor: inout JSONCursor) throws(JSONCursor.Failure) -> String {
    var parts: [String] = []
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      try cursor.object { cursor, key throws(JSONCursor.Failure) in
        let name = key.isWord("a") ? "a" : key.isText("bc") ? "bc" : "other"
        let same = key.hash == JSONCursor.hash(name)
        parts.append("\(name)\(same ? "" : "?") \(try met(&cursor))")
      }
      return "{\(parts.joined(separator: ", "))}"
    case UInt8(ascii: "["):
      try cursor.array { cursor throws(JSONCursor.Failure) in parts.append(try met(&cursor)) }
      return "[\(parts.joined(separator: ", "))]"
    default:
      let range = try cursor.skip()
      return "\(range.lowerBound)..\(range.upperBound)"
    }
  }

  @Test func `passes each value from its first byte to its last`() {
    expectText(
      [
        "1", " \n\r\t1 ", "true,", "\"\"", "\"a\\\"b\" x", "[]", "[ ]", "[1]", "[1,2 , 3]", "{}",
        "{ }",
        "{\"a\":1}", "{\"a\" : [1,{\"bc\":\"\\\\\"}] , \"d\":null}",
        "{\"bc\":{\"a\":{}},\"a\":[[]]}",
        "", " ", "[", "[1", "[1 2]", "[1,", "[,1]", "{", "{1", "{\"a\"", "{\"a\"}", "{\"a\" 1}",
        "{\"a\":}",
        "{\"a\":1", "{\"a\":1 2", "{\"a\":1]", "\"a", "\"a\\", "{\"a", "]", ":",
      ].map { "\($0.debugDescription): \(walk($0))" }.joined(separator: "\n"),
      is: #"""
        "1": 0..1 up to 1
        " \n\r\t1 ": 4..5 up to 5
        "true,": 0..4 up to 4
        "\"\"": 0..2 up to 2
        "\"a\\\"b\" x": 0..6 up to 6
        "[]": [] up to 2
        "[ ]": [] up to 3
        "[1]": [1..2] up to 3
        "[1,2 , 3]": [1..2, 3..4, 7..8] up to 9
        "{}": {} up to 2
        "{ }": {} up to 3
        "{\"a\":1}": {a 5..6} up to 7
        "{\"a\" : [1,{\"bc\":\"\\\\\"}] , \"d\":null}": {a [8..9, {bc 16..20}], other? 29..33} up to 34
        "{\"bc\":{\"a\":{}},\"a\":[[]]}": {bc {a {}}, a [[]]} up to 24
        "": fails at 0
        " ": fails at 1
        "[": fails at 1
        "[1": fails at 2
        "[1 2]": fails at 3
        "[1,": fails at 3
        "[,1]": fails at 1
        "{": fails at 1
        "{1": fails at 1
        "{\"a\"": fails at 4
        "{\"a\"}": fails at 4
        "{\"a\" 1}": fails at 5
        "{\"a\":}": fails at 5
        "{\"a\":1": fails at 6
        "{\"a\":1 2": fails at 7
        "{\"a\":1]": fails at 6
        "\"a": fails at 1
        "\"a\\": fails at 1
        "{\"a": fails at 2
        "]": fails at 0
        ":": 0..1 up to 1
        """#)
  }

  @Test(arguments: [
    ("\"a\"", "a"), ("\"\"", ""), ("\"a\\n\\u00e9\"", "a\né"), (" \"x\" ", "x"), ("7", nil),
    ("\"\\q\"", nil),
  ])
  func `reads texts`(text: String, value: String?) {
    let read = Array(text.utf8).withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      return try? cursor.string()
    }
    #expect(read == value)
  }

  @Test func `reads numbers and truths`() throws {
    try Array("[7, -7, 1.5, 1e3, true, false, 12, 1.5]".utf8).withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes, at: 1)
      var numbers: [Quantity] = []
      for _ in 0..<4 {
        numbers.append(try cursor.quantity())
        #expect(try cursor.peek() == UInt8(ascii: ","))
        cursor = JSONCursor(bytes, at: cursor.offset + 1)
      }
      #expect(numbers == [7, -7, .real(1.5), 1_000])
      #expect(try cursor.truth())
      cursor = JSONCursor(bytes, at: cursor.offset + 1)
      #expect(try !cursor.truth())
      cursor = JSONCursor(bytes, at: cursor.offset + 1)
      #expect(try cursor.whole() == 12)
      cursor = JSONCursor(bytes, at: cursor.offset + 1)
      #expect(throws: JSONCursor.Failure.self) { try cursor.whole() }
    }
  }

  @Test func `is laid out as Foundation lays it out`() throws {
    let text = #"{"a":[1,2,{"b":{}}],"c":[],"d":"x, {[\"]}: \\","e":{"f":[[1],[]],"g":null}}"#
    let whole = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let wanted = try JSONSerialization.data(
      withJSONObject: whole, options: [.prettyPrinted, .sortedKeys])
    var laid: [UInt8] = []
    Array(text.utf8).withUnsafeBytes { PrettyJSON.append($0, to: &laid, within: 0) }
    expectText(String(decoding: laid, as: UTF8.self), is: String(decoding: wanted, as: UTF8.self))
    var inner: [UInt8] = []
    Array(" [ 1 ,\t2 ]\n\"open".utf8).withUnsafeBytes {
      PrettyJSON.append($0, to: &inner, within: 2)
    }
    expectText(String(decoding: inner, as: UTF8.self), is: "[\n      1,\n      2\n    ]\"open")
  }
}

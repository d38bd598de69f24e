// The numbers of a document are checked before anything computes with them.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineMeasures

@Suite struct DocumentNumbersTests {
  private func problem(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { DocumentNumbers.problem(in: UnsafeRawBufferPointer($0)) }
  }

  @Test(arguments: [
    "9007199254740993", "-9007199254740993", "9223372036854775807", "18446744073709551616", "1e300",
    "-1e16", "9.1e15", "1e400", "90071992547409920000",
  ])
  func `a number beyond the range is refused wherever it is`(number: String) {
    for text in [
      number, "[\(number)]", #"{"a":\#(number)}"#, #"{"a":{"b":[1,{"c" : \#(number)}]}}"#,
      #"{"a":"\"}","b":\#(number)}"#, #"{"value":1,"bytes":\#(number)}"#,
      #"{"settings":[{"value":1}],"bytes":\#(number)}"#,
    ] {
      #expect(problem(text) != nil, "\(text)")
    }
  }

  @Test(arguments: ["0", "-1", "9007199254740992", "-9007199254740992", "1.5", "-2.5e-300", "1e15"])
  func `a number of the range is taken`(number: String) {
    #expect(problem(#"{"a":[\#(number)]}"#) == nil)
  }

  @Test func `what a user has chosen may be any number`() {
    for text in [
      #"{"name":"seed","value":9223372036854775807}"#,
      #"{"settings":{"seed":9223372036854775807}}"#,
      #"{"workload":{"seed":-9223372036854775808}}"#, #"{"absolute":1e300,"relative":1e20}"#,
      #"{"range":[-1e300,1e300]}"#,
    ] {
      #expect(problem(text) == nil, "\(text)")
    }
  }

  @Test func `numbers in texts and keys are texts`() {
    #expect(problem(#"{"99999999999999999999":"99999999999999999999","a\"9e999":"9e999"}"#) == nil)
  }

  @Test func `numbers that have no sum are refused together`() {
    let one = "9007199254740992"
    func list(_ count: Int) -> String {
      "[" + Array(repeating: one, count: count).joined(separator: ",") + "]"
    }
    #expect(problem(list(512)) == nil)
    #expect(problem(list(513)) != nil)
  }

  @Test func `a document of too many levels is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(problem(deep) != nil)
    Array(deep.utf8).withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      #expect(throws: JSONCursor.Failure.self) { () throws(JSONCursor.Failure) in
        try cursor.skip()
      }
    }
  }

  @Test func `random texts are walked to their end`() {
    var dice = SplitMix64(seed: 11)
    let parts = [
      "{", "}", "[", "]", ":", ",", "\"", "\\", "1", "-", "e9", ".", " ", "a", "9999999",
    ]
    for _ in 0..<Effort.choose(quick: 2_000, ci: 20_000, full: 200_000) {
      let text = (0..<Int.random(in: 0..<30, using: &dice))
        .map { _ in parts.randomElement(using: &dice) ?? "" }.joined()
      _ = problem(text)
    }
  }

  @Test func `conversions and sums end at the nearest number`() {
    #expect(Int(saturating: .nan) == 0 && Int(saturating: .infinity) == .max)
    #expect(Int(saturating: -1e300) == .min && Int(saturating: 2.9) == 2)
    #expect(Int.max.addingSaturated(1) == .max && Int.min.addingSaturated(-1) == .min)
    #expect(Int.min.subtractingSaturated(1) == .min && Int.max.subtractingSaturated(-1) == .max)
    #expect(1.addingSaturated(2) == 3 && 1.subtractingSaturated(2) == -1)
  }
}

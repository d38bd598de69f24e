// What a text reads as, and what it costs to read a hostile one.

import Testing

@testable import FaultlineScenarios

@Suite struct YAMLReaderTests {
  @Test func `scalars stay text and keep how they were written`() {
    let text = """
      undo: no          # never a flag by its looks
      version: 1.10
      empty:
      quoted: "1e4"
      note: >
        two
        lines
      list: [a, 'b', {c: d}]
      """
    #expect(
      reading(text)
        == "{undo: no, version: 1.10, empty: , quoted: '1e4', note: |two lines\n|, "
        + "list: [a, 'b', {c: d}]}")
  }

  @Test func `JSON reads as well`() {
    #expect(
      reading(#"{"a": [1, true, null], "b": {"c": "\u00e9"}}"#)
        == "{'a': [1, true, null], 'b': {'c': 'é'}}")
  }

  @Test func `an alias repeats the value its anchor names`() {
    #expect(
      reading("a: &x [1, &y {k: v}]\nb: *x\nc: *y\n")
        == "{a: [1, {k: v}], b: [1, {k: v}], c: {k: v}}")
  }

  @Test func `a value behind an anchor has its own place`() throws {
    let root = try YAMLReader.read("a: &name 'é' \nb: &list\n  - 1\n", file: "a.yaml")
    let entries = try root.entries()
    #expect(entries[0].value.range.place == "a.yaml:1:10")
    #expect(entries[1].value.range.place == "a.yaml:2:4")
  }

  @Test func `places count characters whatever the bytes and the line breaks`() throws {
    let text = "\u{FEFF}é: 'ü'\r\nb: |\r\n  日\r\n  本\r\nc: \"😀\r\n  x\"\rd: [😀, here]\r\n"
    let entries = try YAMLReader.read(text, file: "a.yaml").entries()
    #expect(
      entries.map(\.key.range.place)
        == ["a.yaml:1:1", "a.yaml:2:1", "a.yaml:5:1", "a.yaml:7:1"])
    #expect(entries[0].value.range.place == "a.yaml:1:4")
    let items = try entries[3].value.list()
    #expect(items.map(\.range.place) == ["a.yaml:7:5", "a.yaml:7:8"])
    #expect(picture(entries[1].value) == "|日\n本\n|")
  }

  // MARK: - Limits

  @Test func `sixty-four levels are read and one more is not`() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(reading(nested(64)) == nested(64))
    #expect(reading(nested(65)).hasPrefix("a.yaml:1:65: error: nested deeper than 64 levels\n"))
    #expect(
      reading(String(repeating: "[", count: 1_000_000))
        .hasPrefix("a.yaml:1:65: error: nested deeper than 64 levels\n"))
    #expect(
      reading(String(repeating: "- ", count: 10_000) + "x")
        .hasPrefix("a.yaml:1:129: error: nested deeper than 64 levels\n"))
  }

  @Test func `aliases cannot nest deeper than values`() {
    var text = "a0: &a0 [x]\n"
    for level in 1...70 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(
      reading(text) == """
        a.yaml:64:12: error: nested deeper than 64 levels
         64 | a63: &a63 [*a62]
            |            ^~~~
        """)
  }

  @Test func `mappings behind aliases cannot nest deeper either`() {
    var text = "a0: &a0 {k: x}\n"
    for level in 1...70 { text += "a\(level): &a\(level) {k: *a\(level - 1)}\n" }
    #expect(
      reading(text) == """
        a.yaml:64:15: error: nested deeper than 64 levels
         64 | a63: &a63 {k: *a62}
            |               ^~~~
        """)
  }

  @Test func `a bomb of aliases is defused`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(
      reading(text) == """
        a.yaml:4:45: error: aliases add more than 10000 values
         4 | a3: &a3 [*a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2]
           |                                             ^~~
        """)
  }

  @Test func `a file of more than four megabytes is not read`() {
    let text = String(repeating: "#", count: YAMLReader.largest + 1)
    #expect(reading(text) == "a.yaml: error: the file has 4194305 bytes; at most 4194304 are read")
  }

  @Test func `bytes that are no UTF-8 are refused where they stand`() {
    let bytes: [UInt8] = Array("ä: 1\nß: ".utf8) + [0xC3, 0x28] + Array("\n".utf8)
    let text = rejection { () throws(Diagnostic) in
      picture(try YAMLReader.read(bytes: bytes, file: "a.yaml"))
    }
    #expect(
      text == """
        a.yaml:2:4: error: this is not UTF-8
         2 | ß: �(
           |    ^
           = save the file in the encoding UTF-8
        """)
    let good = rejection { () throws(Diagnostic) in
      picture(try YAMLReader.read(bytes: Array("ä: 1".utf8), file: "a.yaml"))
    }
    #expect(good == "{ä: 1}")
  }

  // MARK: - Mutations

  private static let sample = """
    faultline: 1
    name: import-undo   # a comment
    data: {seed: 42, Department: {count: 20}}
    sizes: {rows: [1e3, 1e4]}
    variants:
      default:  &d {}
      'let go': *d
      größe: {undo: "none\\t"}
    steps:
      - repeat: rows / batch
        steps:
          - turn:
              - insert: {entity: Employee, set: {name: 'text(24)'}}
          - note: >
              Two lines
              of text.
    expect:
      - that: peak(bytes.live, 'let go') <= 0.5 * peak(bytes.live, default)
    """

  @Test func `two thousand mutations are read or refused with a place, and never crash`() {
    let letters = Array(
      "{}[]:,'\"#&*!|>%@`-? \t\n\r\\<=~aé😀0\u{0}\u{85}\u{2028}\u{FEFF}".unicodeScalars)
    let sample = Array(Self.sample.unicodeScalars)
    var random = SplitMix64(seed: 2)
    var read = 0
    var refused = 0
    for _ in 0..<2_000 {
      var scalars = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars[place] = letter
        case 1: scalars.insert(letter, at: place)
        case 2: scalars.remove(at: place)
        default:
          let end = min(scalars.count, place + Int.random(in: 1...20, using: &random))
          scalars.insert(contentsOf: scalars[place..<end], at: 0)
        }
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      do throws(Diagnostic) {
        _ = picture(try YAMLReader.read(text, file: "a.yaml"))
        read += 1
      } catch {
        refused += 1
        let lines = text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
        #expect((1...lines).contains(error.line ?? 0), "\(error)")
        #expect((error.column ?? 0) >= 1, "\(error)")
        #expect(
          error.description.hasPrefix("a.yaml:\(error.line ?? 0):\(error.column ?? 0): error: "))
      }
    }
    // Both ways are walked: a sample that is always refused would test little.
    #expect(read + refused == 2_000)
    #expect(read > 200 && refused > 200, "\(read) read, \(refused) refused")
  }
}

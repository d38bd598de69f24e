// The parts of texts that come in pieces: XML, UTF-16, and how a file's kind is known by its beginning.

import FaultlineTestSupport
import Testing

@testable import FaultlineRecordings

struct `XML in pieces` {
  private func scan(_ text: String, piece: Int) -> String {
    var scanner = XMLScanner()
    var parts: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      Array(bytes[start..<min(bytes.count, start + piece)]).withUnsafeBytes { some in
        scanner.take(some) { part in
          switch part {
          case .open(let name, let attributes, let isEmpty):
            let all = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
            parts.append("<\(name)\(all.joined())\(isEmpty ? "/" : "")>")
          case .close(let name): parts.append("</\(name)>")
          case .text(let text): parts.append(text.debugDescription)
          }
        }
      }
    }
    let rest = scanner.hasRest ? " and a rest" : ""
    return parts.joined(separator: " ") + rest
  }

  @Test func `is cut into the same parts whatever its pieces are`() {
    let texts = [
      "<a>x</a>", "<a b='1' c = \"d>e\"/>", "<a\n b=\"&lt;&gt;&amp;&quot;&apos;\"></a >",
      "<?xml v='>'?><a/>",
      "<!-- <b> --><a/>", "<![CDATA[a<b>&amp;]]><a/>", "<!DOCTYPE x><a/>",
      "x<a>&#65;&#x42;&#X43;&no;&#xD800;&", "<a>&;&lt</a>",
      "<a b=c d='1'/>", "<a b='1", "<a b='1' =''/>", "<a>rest", "<a> \n", "<", "<!--", "<a/>>",
      "<a//>", "</>", "< a>",
    ]
    for text in texts { #expect(scan(text, piece: 1) == scan(text, piece: 1_000), "\(text)") }
    expectText(
      texts.map { "\($0.debugDescription): \(scan($0, piece: 3))" }.joined(separator: "\n"),
      is: #"""
        "<a>x</a>": <a> "x" </a>
        "<a b=\'1\' c = \"d>e\"/>": <a b=1 c=d>e/>
        "<a\n b=\"&lt;&gt;&amp;&quot;&apos;\"></a >": <a b=<>&"'> </a>
        "<?xml v=\'>\'?><a/>": <a/>
        "<!-- <b> --><a/>": <a/>
        "<![CDATA[a<b>&amp;]]><a/>": "a<b>&amp;" <a/>
        "<!DOCTYPE x><a/>": <a/>
        "x<a>&#65;&#x42;&#X43;&no;&#xD800;&": "x" <a> and a rest
        "<a>&;&lt</a>": <a> "&;&lt" </a>
        "<a b=c d=\'1\'/>": <a/>
        "<a b=\'1":  and a rest
        "<a b=\'1\' =\'\'/>": <a = b=1/>
        "<a>rest": <a> and a rest
        "<a> \n": <a>
        "<":  and a rest
        "<!--":  and a rest
        "<a/>>": <a/> and a rest
        "<a//>": <a//>
        "</>": </>
        "< a>": <>
        """#)
  }

  @Test func `is given up where a tag does not end`() {
    var scanner = XMLScanner()
    var parts = 0
    for _ in 0..<18 {
      [UInt8](repeating: UInt8(ascii: "<"), count: 1 << 16).withUnsafeBytes { bytes in
        scanner.take(bytes) { _ in parts += 1 }
      }
    }
    #expect(scanner.isBroken && parts == 0)
  }
}

struct `A text in the encoding of another system` {
  private func decode(_ bytes: [UInt8], piece: Int) -> String {
    var decoding = TextDecoding()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      Array(bytes[start..<min(bytes.count, start + piece)]).withUnsafeBytes { some in
        decoding.take(some) { text.append(contentsOf: $0) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: [2, 3, 4, 5, 1_000])
  func `is the same as UTF-8`(piece: Int) {
    let text = "aé€😀\u{D7FF}\u{E000}\u{10FFFF}z"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(decode(little, piece: piece) == text)
    #expect(decode(big, piece: piece) == text)
    #expect(decode([0xFF, 0xFE] + little, piece: piece) == "\u{FEFF}" + text)
    #expect(decode([0xFE, 0xFF] + big, piece: piece) == "\u{FEFF}" + text)
    #expect(decode(Array(text.utf8), piece: piece) == text)
    // Halves of characters stand for themselves, and a byte too many for nothing.
    #expect(
      decode([0x61, 0, 0x00, 0xD8, 0x62, 0, 0x00, 0xDC, 0x63], piece: piece) == "a\u{FFFD}b\u{FFFD}"
    )
    #expect(
      decode([0x61, 0, 0x00, 0xD8, 0x00, 0xD8, 0x00, 0xDC], piece: piece) == "a\u{FFFD}\u{10000}")
  }

  @Test(arguments: [
    ([0x61], "a"), ([0x80, 0], "\u{FFFD}\0"), ([0, 0], "\0\0"), ([0, 0x80], "\0\u{FFFD}"),
  ])
  func `is plain where nothing says otherwise`(bytes: [UInt8], text: String) {
    #expect(decode(bytes, piece: 1_000) == text)
  }
}

struct `The kind of a file` {
  @Test func `is known by how it begins`() {
    let beginnings: [[UInt8]] = [
      Array("SQLite format 3\0x".utf8), [0x1F, 0x8B, 8], Array("bplist00".utf8),
      Array("PK\u{3}\u{4}".utf8),
    ]
    let texts = [
      "<?xml version='1.0'?><trace-query-result>", " \u{FEFF}<trace-query-result>", "<trace-toc>",
      "<?xml?>",
      "<!doctype html>", "<plist>", "<2024> CoreData: sql: x", "{\"metaData\": 1",
      "[{\"timeStampBegin\": 1",
      "{\"a\": 1}", "leaks Report Version: 4.0", "Process 1: 2 nodes malloced for 3 KB",
      "Process 1: 1 leak for 16 total leaked bytes", "  4 << TOTAL >>", "CoreData: sql: x", "",
    ]
    expectText(
      (beginnings + texts.map { Array($0.utf8) }).map { bytes in
        let what =
          switch SourceKind.guess(bytes) {
          case .kind(let kind): kind.title
          case .other(let words): "no kind: \(words.prefix(40))"
          }
        return "\(String(decoding: bytes, as: UTF8.self).debugDescription): \(what)"
      }.joined(separator: "\n"),
      is: #"""
        "SQLite format 3\0x": no kind: a SQLite database; name it with --store,
        "\u{1F}�\u{08}": no kind: a compressed file; unpack it first
        "bplist00": no kind: a binary property list
        "PK\u{03}\u{04}": no kind: a zip archive; unpack it first
        "<?xml version=\'1.0\'?><trace-query-result>": xctrace table
        " ﻿<trace-query-result>": xctrace table
        "<trace-toc>": no kind: the table of contents of a trace; export
        "<?xml?>": no kind: XML without a 'trace-query-result'
        "<!doctype html>": no kind: XML without a 'trace-query-result'
        "<plist>": no kind: XML without a 'trace-query-result'
        "<2024> CoreData: sql: x": SQL log
        "{\"metaData\": 1": MetricKit
        "[{\"timeStampBegin\": 1": MetricKit
        "{\"a\": 1}": SQL log
        "leaks Report Version: 4.0": leaks
        "Process 1: 2 nodes malloced for 3 KB": leaks
        "Process 1: 1 leak for 16 total leaked bytes": leaks
        "  4 << TOTAL >>": leaks
        "CoreData: sql: x": SQL log
        "": SQL log
        """#)
  }
}

struct `What is private in a line` {
  @Test(arguments: [
    ("SELECT 'a''b' FROM \"T\" x", "SELECT '…''…' FROM \"…\" x"),
    ("bind[0] = 5 = 6", "bind[0] = …"),
    ("'open", "'…"), ("at /Users/jane/App.sqlite and /home/joe/x", "at ~/App.sqlite and ~/x"),
    ("/Users/jane", "~/"), ("/Users/jane \"/Users/joe\"", "~/ \"…\""), ("a=b", "a=b"), ("", ""),
  ])
  func `is dropped`(line: String, kept: String) {
    #expect(Privacy.withoutValues(line) == kept)
    #expect(Privacy().line(line) == kept)
    #expect(Privacy(keepsValues: true).line(line) == line)
    #expect(Privacy(coversNames: true).line(line) == nil)
  }

  @Test func `is cut where a line is long`() {
    let long = String(repeating: "a", count: 201)
    #expect(Privacy().line(String(long.dropLast())) == String(long.dropLast()))
    #expect(Privacy().line(long) == String(repeating: "a", count: 199) + "…")
  }

  @Test func `has one name in its place in every run`() {
    let privacy = Privacy(coversNames: true)
    #expect(privacy.name("Pet", .entity) == privacy.name("PET", .entity))
    #expect(privacy.name("Pet", .entity).hasPrefix("Entity-"))
    #expect(privacy.name("Pet", .entity).count == 13)
    #expect(privacy.name("", .entity) == "")
    #expect(Privacy().name("Pet", .entity) == "Pet")
  }
}

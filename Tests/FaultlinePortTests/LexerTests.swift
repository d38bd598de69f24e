// The lexer: where tokens begin and end.

import Testing

@testable import FaultlinePort

@Suite("The lexer of Swift sources")
struct LexerTests {
  /// The texts of all tokens.
  private func texts(_ text: String) -> [String] {
    let source = PortedSource(Array(text.utf8))
    return source.tokens.indices.map(source.text)
  }

  @Test("names, numbers, operators and punctuation are tokens of their own")
  func plainCode() {
    #expect(
      texts("let a: [Int]? = b.c + 1_000.5 ?? $0")
        == ["let", "a", ":", "[", "Int", "]", "?", "=", "b", ".", "c", "+", "1_000.5", "??", "$0"])
  }

  @Test("comments are no tokens, and block comments nest")
  func comments() {
    #expect(texts("a /* b /* c */ d */ e // f\ng") == ["a", "e", "g"])
  }

  @Test("an interpolation has the tokens of its code")
  func interpolation() {
    #expect(
      texts(#""a\(f(#keyPath(A.b)))c""#)
        == ["\"", "a", #"\("#, "f", "(", "#keyPath", "(", "A", ".", "b", ")", ")", ")", "c", "\""])
  }

  @Test("a raw string interpolates only behind its number signs")
  func rawStrings() {
    #expect(texts(##"#"a\(b)\#(c)"#"##) == ["#\"", #"a\(b)"#, "\\#(", "c", ")", "\"#"])
  }

  @Test("a multi-line string ends with three quotes")
  func multilineStrings() {
    #expect(
      texts("\"\"\"\n a \"b\" \\\"\"\" c\n\"\"\" d") == [
        "\"\"\"", "\n a \"b\" \\\"\"\" c\n", "\"\"\"", "d",
      ])
  }

  @Test("an unterminated string ends with its line")
  func unterminatedStrings() {
    #expect(texts("\"a\nb") == ["\"", "a", "", "b"])
  }

  @Test("a regular expression is one token, and a division is none")
  func regularExpressions() {
    #expect(texts("x = /a\"b/") == ["x", "=", "/a\"b/"])
    #expect(texts("x = a / b / c") == ["x", "=", "a", "/", "b", "/", "c"])
    #expect(texts("x = #/a/b/#") == ["x", "=", "#/a/b/#"])
  }

  @Test("keywords between backticks are names")
  func backticks() {
    let source = PortedSource(Array("`class` class".utf8))
    #expect(source.tokens.map(\.kind) == [.quotedIdentifier, .identifier])
    #expect(source.name(0) == "class")
    #expect(!source.isToken(0, "class"))
  }

  @Test("a byte order mark and the line of an interpreter are skipped")
  func preamble() {
    #expect(texts("\u{FEFF}let") == ["let"])
    #expect(texts("#!/usr/bin/swift\nlet") == ["let"])
  }

  @Test("every kind of line end counts once")
  func lineEnds() {
    let source = PortedSource(Array("a\nb\r\nc\rd".utf8))
    #expect(source.tokens.indices.map(source.line(of:)) == [1, 2, 3, 4])
  }

  @Test("brackets of different kinds are no partners")
  func partners() {
    #expect(PortedSource(Array("( [ ) ] { }".utf8)).partners == [-1, 3, -1, 1, 5, 4])
  }
}

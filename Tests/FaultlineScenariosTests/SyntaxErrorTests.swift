// Each kind of broken text with the whole message that answers it.

import Testing

@testable import FaultlineScenarios

@Suite struct SyntaxErrorTests {
  private static let quoting =
    "a value with '{', '[', '@', ': ' or ' #' in it belongs in quotes: 'like this'"
  private static let indenting = "indent with spaces, the same number for each line of a block"

  private static func expect(
    _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = expected.replacing("QUOTING", with: quoting)
      .replacing("INDENTING", with: indenting)
    #expect(reading(text) == expected, sourceLocation: sourceLocation)
  }

  @Test func `a value that needs quotes is reported`() {
    Self.expect(
      "a: b: c\n",
      """
      a.yaml:1:5: error: a second ': ' in one value
       1 | a: b: c
         |     ^
         = QUOTING
         = INDENTING
      """)
    Self.expect(
      "name: x\nthat: @released == 0\n",
      """
      a.yaml:2:7: error: a value cannot start with '@'
       2 | that: @released == 0
         |       ^
         = QUOTING
      """)
    Self.expect(
      "a: [staff[i], x: {y: z: 0}]\n",
      """
      a.yaml:1:10: error: expected ',' or ']' in the list
       1 | a: [staff[i], x: {y: z: 0}]
         |          ^
         = QUOTING
         = it starts at 1:4
      """)
    Self.expect(
      "a: {b: c\nd: 3\n",
      """
      a.yaml:2:2: error: expected ',' or '}' in the mapping
       2 | d: 3
         |  ^
         = QUOTING
         = it starts at 1:4
      """)
  }

  @Test func `an open quote and an unknown escape are shown where they start`() {
    Self.expect(
      "a: 1\nb: 'open\nc: 2\n",
      """
      a.yaml:2:4: error: a quote is opened and never closed
       2 | b: 'open
         |    ^
      """)
    Self.expect(
      #"a: "C:\qux""#,
      #"""
      a.yaml:1:7: error: no such escape in double quotes
       1 | a: "C:\qux"
         |       ^
         = in single quotes a '\' is an ordinary character
      """#)
  }

  @Test func `a line that does not fit its block is refused`() {
    Self.expect(
      "a:\n\tb: 2\n",
      """
      a.yaml:2:1: error: a tab where only spaces may indent
       2 |     b: 2
         | ^~~~
         = INDENTING
      """)
    Self.expect(
      "a:\n  - 1\n - 2\n",
      """
      a.yaml:3:2: error: expected the next key of the mapping
       3 |  - 2
         |  ^
         = INDENTING
         = QUOTING
      """)
    Self.expect(
      "a: 1\nb\nc: 2\n",
      """
      a.yaml:2:1: error: a key without ':' behind it
       2 | b
         | ^
         = QUOTING
         = INDENTING
      """)
    Self.expect(
      "steps: - save\n",
      """
      a.yaml:1:8: error: '- ' cannot start a list here
       1 | steps: - save
         |        ^
         = put the list on lines of its own under the key
         = INDENTING
      """)
  }

  @Test func `a doubled, merged or missing key is refused`() {
    Self.expect(
      "a: 1\nb:\n  'x': 1\n  y: 2\n  x: 3\n",
      """
      a.yaml:5:3: error: the key 'x' stands here a second time
       5 |   x: 3
         |   ^
         = it stands first at 3:3
      """)
    Self.expect(
      "[a, b]: 1\n",
      """
      a.yaml:1:1: error: a key must be text
       1 | [a, b]: 1
         | ^
      """)
    Self.expect(
      "a: &x {b: 1}\nc:\n  <<: *x\n",
      """
      a.yaml:3:3: error: unknown key '<<'
       3 |   <<: *x
         |   ^~
         = merge keys are not part of the format; write the keys out
      """)
    #expect(reading("'<<': 1") == "{'<<': 1}")
    Self.expect(
      "? \n: 1\n",
      """
      a.yaml:1:2: error: expected a key before ':'
       1 | ?
         |  ^
      """)
  }

  @Test func `tags, wrong anchors and second documents are refused`() {
    Self.expect(
      "a: !!int 12\n",
      """
      a.yaml:1:4: error: tags are not part of the format
       1 | a: !!int 12
         |    ^~~~~~~~
         = a value that starts with '!' belongs in quotes
      """)
    Self.expect(
      "a: &size 1\nb: *sise\n",
      """
      a.yaml:2:4: error: no anchor 'sise'. Did you mean 'size'?
       2 | b: *sise
         |    ^~~~~
         = known anchors: size
      """)
    Self.expect(
      "a: &x [*x]\n",
      """
      a.yaml:1:8: error: '*x' stands inside the value it names
       1 | a: &x [*x]
         |        ^~
      """)
    Self.expect(
      "a: &x 1\nb: &x 2\n",
      """
      a.yaml:2:4: error: the anchor '&x' stands here a second time
       2 | b: &x 2
         |    ^~~~
         = it stands first at 1:4
      """)
    Self.expect(
      "a: 1\n---\nb: 2\n",
      """
      a.yaml:2:1: error: a second document starts here; a file holds one
       2 | ---
         | ^~~
      """)
  }

  @Test func `an empty text is refused`() {
    for text in ["", "\n\n", "---\n", "# a comment\n"] {
      #expect(reading(text).hasPrefix("a.yaml:1:1: error: there is nothing in this file\n"))
    }
  }

  @Test func `a character that no text may hold is refused`() {
    Self.expect(
      "é: x\u{0}y\n",
      """
      a.yaml:1:5: error: the character U+0000 cannot stand in a text
       1 | é: x␀y
         |     ^
         = in double quotes it can be written as an escape, such as "\\u0007"
      """)
    Self.expect(
      "a: \"\\0\"\n",
      #"""
      a.yaml:1:4: error: text cannot hold a NUL character
       1 | a: "\0"
         |    ^~~~
      """#)
  }
}

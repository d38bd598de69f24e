// A formula prints itself back as text that means the same.

import Testing

@testable import FaultlineScenarios

@Suite struct FormulaPrintingTests {
  private static let spellings: [(String, String)] = [
    ("(1+2)*3", "(1 + 2) * 3"), ("1+(2*3)", "1 + 2 * 3"), ("a - (b - c)", "a - (b - c)"),
    ("(a - b) - c", "a - b - c"), ("a / (b * c)", "a / (b * c)"), ("-(a + b)", "-(a + b)"),
    ("-a * b", "-a * b"), ("- - 1", "--1"), ("(not a) and b", "not a and b"),
    ("not (a and b)", "not (a and b)"), ("(a == b) == c", "(a == b) == c"),
    ("(not a) == b", "(not a) == b"), ("not not a", "not not a"), ("a or b and c", "a or b and c"),
    ("(a or b) and c", "(a or b) and c"), ("$rows", "rows"), ("'rows'", "rows"),
    ("'let go' == \"it's\"", "'let go' == \"it's\""), ("'and'", "'and'"), ("'5'", "'5'"),
    ("m@'5'", "m@5"), ("m@'a b'", "m@'a b'"), ("'x y'@z", "'x y'@z"),
    ("10_000 + 1e4", "10_000 + 1e4"),
    ("value(m, a)", "m@a"), ("value(m,a,'b c')", "value(m, a, 'b c')"), ("peak( m )", "peak(m)"),
    ("growth(m@end,rows)", "growth(m@end, rows)"), ("ratio(m,a,b)", "ratio(m, a, b)"),
    ("min(1,max(2,3))", "min(1, max(2, 3))"), ("true", "true"),
  ]

  @Test(arguments: spellings)
  func `a formula has one canonical spelling`(_ text: String, _ expected: String) throws {
    let formula = try Formula(text, named: "f")
    #expect(formula.description == expected)
    #expect(try Formula(expected, named: "f").description == expected)
  }

  @Test func `a thousand random formulas keep their value through printing`() throws {
    var random = SplitMix64(seed: 3)
    var valued = 0
    for _ in 0..<1_000 {
      let text = number(depth: 4, &random)
      let formula = try Formula(text, named: "f")
      let again = try Formula(formula.description, named: "f")
      #expect(again.description == formula.description)
      #expect(outcome(again) == outcome(formula), "\(text)")
      #expect(
        again.mentions.map { "\($0.role) \($0.text)" }
          == formula.mentions.map { "\($0.role) \($0.text)" })
      if !outcome(formula).hasPrefix("error") { valued += 1 }
    }
    #expect(valued > 500, "\(valued) have a value")
  }

  @Test func `two thousand mutations are compiled or refused in place, and never crash`() {
    let sample = Array("peak(bytes.live, 'let go') <= 0.5 * (rows - 10_000 % 7) and not m@a-1 == b")
    let letters = Array("()'\"@,.+-*/% <>=!0e9_kané$日")
    var random = SplitMix64(seed: 4)
    var refused = 0
    for _ in 0..<2_000 {
      var text = sample
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] = letter
        case 1: text.insert(letter, at: place)
        default: text.remove(at: place)
        }
      }
      do throws(Diagnostic) {
        let formula = try Formula(String(text), named: "f")
        _ = outcome(formula)
        let again = try Formula(formula.description, named: "f")
        #expect(again.description == formula.description)
      } catch {
        refused += 1
        #expect(error.line == 1)
        #expect((1...text.count + 1).contains(error.column ?? 0), "\(error)")
      }
    }
    #expect((200..<2_000).contains(refused), "\(refused) refused")
  }

  private func outcome(_ formula: Formula) -> String {
    do throws(FormulaError) {
      return try formula.value(in: SampleScope()).description
    } catch {
      return "error: \(error)"
    }
  }

  // MARK: - Random formulas, with more parentheses than they need

  private func number(depth: Int, _ random: inout SplitMix64) -> String {
    let leaves = ["1", "0.5", "10_000", "rows", "half", "'let go'", "peak(m)", "objects.live@x"]
    guard depth > 0 else { return leaves[Int.random(in: 0..<leaves.count, using: &random)] }
    let (a, b) = (number(depth: depth - 1, &random), number(depth: depth - 1, &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return "(\(a)) + (\(b))"
    case 1: return "\(a) - (\(b))"
    case 2: return "(\(a)) * (\(b))"
    case 3: return "(\(a)) / (\(b))"
    case 4: return "-(\(a))"
    case 5: return "min(\(a), \(b))"
    case 6: return "ceil(\(a))"
    case 7: return "\(a) + \(b)"
    default: return leaves[Int.random(in: 0..<leaves.count, using: &random)]
    }
  }
}

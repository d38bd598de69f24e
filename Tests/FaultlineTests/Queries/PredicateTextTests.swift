// The predicate language as text: read, printed, refused.

import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline

@Suite struct PredicateTextTests {
  static let sentences = [
    "name == \"Ada\"", "salary > 10.5", "salary >= 3 AND salary < (-7)", "NOT (name == NIL)",
    "name BEGINSWITH[cd] \"é\"", "ANY reports.salary > 100", "ALL reports.name != \"x\"",
    "NONE reports.manager == SELF", "department.name LIKE \"R*d?\"", "name MATCHES \"[A-Z].*\"",
    "salary BETWEEN {1, 2}", "name IN {\"a\", \"b\"}", "reports.@count > 2",
    "reports.@sum.salary > 10",
    "SUBQUERY(reports, $r, $r.salary > 3 AND $r.name == name).@count > 1",
    "(a == 1 OR b == 2) AND c == 3", "a == 1 OR (b == 2 AND c == 3)", "NOT (a == 1 OR b == 2)",
    "salary < 1.5e+20", "salary > 1e-7", "TRUEPREDICATE", "FALSEPREDICATE", "salary == 1 + (2 * 3)",
    "salary == (1 + 2) * x",
    "name == $NAME", "#any == 3", "x.any == 3", "isOpen == TRUE", "hired < now()",
    "TERNARY(a == 1, 2, 3) == x", "length(name) > 3", "hired > CAST(12.5, \"NSDate\")",
    "price == CAST(\"10.11\", \"NSDecimalNumber\")",
    "code == CAST(\"00000000-0000-0000-0000-000000000001\", \"NSUUID\")",
    "text == \"a\\\"b\\\\c\\nd\"", "x == -(y)", "#any(3) == 3", "x == (-(-3)) ** 2",
    "(flags & 4) == 4", "(a | b) ^ (c & ~d) != 0", "x << 2 >= y >> (-1)", "~(~x) == ~(a.b + 1)",
  ]

  @Test(arguments: sentences)
  func `what is printed reads as the same predicate`(sentence: String) throws {
    let once = try FetchPredicate(format: sentence).description
    #expect(try FetchPredicate(format: once).description == once)
  }

  @Test func `many spellings print in one`() throws {
    func printed(_ text: String, _ arguments: Any?...) throws -> String {
      try FetchPredicate(format: text, argumentArray: arguments).description
    }
    #expect(try printed("a = 1 && !(b <> 2) || c=>3") == "(a == 1 AND NOT (b != 2)) OR c >= 3")
    #expect(try printed("some a.b in {yes, no, nil}") == "ANY a.b IN {TRUE, FALSE, NIL}")
    #expect(try printed("%K == %@ AND %K.x < %d", "p.q", "t", "r", 5) == "p.q == \"t\" AND r.x < 5")
    #expect(
      try printed("a == %f AND b == 0x1F AND c == 1e3 AND d == 25e-1", 2)
        == "a == 2.0 AND b == 31 AND c == 1000.0 AND d == 2.5"
    )
    #expect(try printed("a IN %@", [3, 1, nil]) == "a IN {3, 1, NIL}")
    #expect(try printed("a IN %@", Set(["b", "a"])) == "a IN {\"a\", \"b\"}")
    #expect(try printed("a == '%@'") == "a == \"%@\"")
    #expect(try printed("a.b[size] > 1 AND c[SIZE] == 0") == "a.b.@count > 1 AND c.@count == 0")
    #expect(try printed("FUNCTION(a, 'uppercase:') == 'X'") == "uppercase(a) == \"X\"")
    #expect(try printed("modulus:by:(a, 2) == 1") == "modulus(a, 2) == 1")
    #expect(try printed("a|b^c&d<<1+2 == 0") == "a | b ^ c & d << 1 + 2 == 0")
    #expect(try printed("((a - b) - (c - d)) * -(-(e)) == 0") == "(a - b - (c - d)) * --e == 0")
  }

  @Test func `conditions are put together`() throws {
    let one = try FetchPredicate(format: "a == 1")
    let two = try FetchPredicate(format: "b == 2 OR c == 3")
    #expect(FetchPredicate.and([one, two]).description == "a == 1 AND (b == 2 OR c == 3)")
    #expect(FetchPredicate.or([one]).description == "a == 1")
    #expect(FetchPredicate.not(one).description == "NOT (a == 1)")
    #expect(FetchPredicate.and([]).description == "TRUEPREDICATE")
    #expect(FetchPredicate.or([]).description == "FALSEPREDICATE")
    #expect(FetchPredicate(value: false).description == "FALSEPREDICATE")
  }

  @Test func `a variable is filled in, except where a subquery has one of that name`() throws {
    let predicate = try FetchPredicate(
      format: "name == $n AND SUBQUERY(reports, $n, $n.salary > $least).@count > 0")
    let filled = predicate.withSubstitutionVariables(["n": "Ada", "least": 3])
    #expect(
      filled.description
        == "name == \"Ada\" AND SUBQUERY(reports, $n, $n.salary > 3).@count > 0")
  }

  private func refusal(_ text: String, _ arguments: Any?...) -> String {
    do {
      _ = try FetchPredicate(format: text, argumentArray: arguments)
      return "nothing is wrong"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a refusal shows the place`() {
    expectText(
      refusal("name == \"Ada\" AND salary >"),
      is: """
        the text ends where a value belongs.
          name == "Ada" AND salary >
                                    ^
          line 1, column 27 (134091)
        """)
    expectText(
      refusal("name == 'Ada'\n  AND salary ? 3"),
      is: """
        '?' means nothing here; put text into quotes.
            AND salary ? 3
                       ^
          line 2, column 14 (134091)
        """)
    expectText(
      refusal("isOpen"),
      is: """
        this is a value and no condition; compare it, as in 'isOpen == TRUE'.
          isOpen
          ^~~~~~
          line 1, column 1 (134091)
        """)
    expectText(
      refusal("a == 1 b == 2"),
      is: """
        nothing can follow here; AND or OR may be missing.
          a == 1 b == 2
                 ^
          line 1, column 8 (134091)
        """)
    expectText(
      refusal("name ==[x] 'a'"),
      is: """
        'x' is no option of a comparison; there are c for case and d for diacritics.
          name ==[x] 'a'
                  ^
          line 1, column 9 (134091)
        """)
    expectText(
      refusal("reports[FIRST].name == 'a'"),
      is: """
        only [SIZE] can stand here: no store finds members by their places; fetch them, sorted and limited.
          reports[FIRST].name == 'a'
                  ^~~~~
          line 1, column 9 (134091)
        """)
    expectText(
      refusal("reports[0].name == 'a'"),
      is: """
        only [SIZE] can stand here: no store finds members by their places; fetch them, sorted and limited.
          reports[0].name == 'a'
                  ^
          line 1, column 9 (134091)
        """)
    expectText(
      refusal("FETCH($request, $context, YES) > 3"),
      is: """
        FETCH has no meaning here; fetch first, and give what was found as an argument of IN.
          FETCH($request, $context, YES) > 3
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          line 1, column 1 (134091)
        """)
    expectText(
      refusal("name == 'a"),
      is: """
        the quote is not closed.
          name == 'a
                  ^~
          line 1, column 9 (134091)
        """)
  }

  @Test func `arguments must be there and fit`() {
    #expect(refusal("a == %@").hasPrefix("the format takes 1 argument(s), and 0 are given"))
    #expect(refusal("a == 1", 2).hasPrefix("the format takes 0 argument(s), and 1 are given"))
    #expect(refusal("a == %d", "x").hasPrefix("argument 1 must be an integer, and is a String"))
    #expect(refusal("%K == 1", 3).hasPrefix("argument 1 must be a key or a path of keys"))
    #expect(refusal("%K == 1", "a..b").hasPrefix("argument 1 must be a key or a path of keys"))
    #expect(refusal("a == %@", Double.nan).contains("which no property can hold"))
    #expect(refusal("a == %@", PredicateTextTests.self).contains("which no property can hold"))
  }

  @Test func `what lies too deep is refused, however it got there`() {
    let deep = 5_000
    for text in [
      String(repeating: "(", count: deep) + "a == 1",
      String(repeating: "NOT ", count: deep) + "a == 1",
      "a == " + String(repeating: "-", count: deep) + "1",
      "a == " + String(repeating: "{", count: deep),
      "a == 1" + String(repeating: " + 1", count: deep),
      "a == " + String(repeating: "abs(", count: deep),
    ] {
      #expect(refusal(text).contains("levels deep") || refusal(text).contains("signs"))
    }
  }

  /// Many conditions side by side lie no deeper than one.
  @Test func `a predicate may be as long as it likes`() throws {
    let parts = (0..<5_000).map { "a == \($0)" }
    let text = parts.joined(separator: " OR ")
    #expect(try FetchPredicate(format: text).description == text)
  }

  /// Each key of a path has its own place.
  @Test func `a key to sort by is marked where it is wrong`() throws {
    let employee = try companyModel().entity(named: "Employee")
    func marked(_ keyPath: String) -> String {
      do throws(QueryMistake) {
        try SortKey(keyPath).check(against: employee)
        return "right"
      } catch {
        return error.error.message.split(separator: "\n").dropFirst().joined(separator: "\n")
      }
    }
    #expect(marked("department.name") == "right")
    expectText(
      marked("nme"),
      is: """
          nme
          ^~~
          line 1, column 1
        """)
    expectText(
      marked("department.nme"),
      is: """
          department.nme
                     ^~~
          line 1, column 12
        """)
    expectText(
      marked("manager.department.nme"),
      is: """
          manager.department.nme
                             ^~~
          line 1, column 20
        """)
  }
}

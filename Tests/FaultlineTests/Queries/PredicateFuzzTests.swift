// Predicates that no program would contain: no crash, no hang, and every refusal has a place.

import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct PredicateFuzzTests {
  private static let words = [
    "AND", "OR", "NOT", "ANY", "ALL", "NONE", "IN", "BETWEEN", "LIKE", "MATCHES", "CONTAINS", "(",
    ")", "{", "}", "[cd]", ",", ".", "@count", "@sum", "$x", "%", "%@", "\"", "'", "\\", "#", "==",
    "!=", "<", "**", "-", "+", "&", "|", "^", "<<", ">>", "~", "bitwiseAnd:with:(", "name",
    "salary", "reports", "manager", "SELF", "NIL", "SUBQUERY(",
    "TERNARY(", "CAST(", "FUNCTION(", "0x", "1e9", "999999999999999999999", "é", "\u{0}", "\n",
    "👩‍👩‍👧", "\u{301}",
  ]

  @Test(arguments: ["]x", "a b", "fetch", ":", "é", ""])
  func `a function of any name is printed so that it is read again`(name: String) throws {
    let predicate = try FetchPredicate(checking: "FUNCTION(salary, '\(name)', 2) == 1")
    let printed = predicate.description
    #expect(try FetchPredicate(checking: printed).description == printed)
  }

  @Test func `mutated text is read, or refused with its place`() throws {
    var random = SplitMix64(seed: 4)
    let model = try companyModel()
    let office = try Office()
    let ada = office.hire("Ada", manager: office.hire("Grace"))
    var known = PredicateTextTests.sentences
    known += ["name CONTAINS[c] 'a' AND salary + 3 > 2", "ANY reports.name == 'x'"]
    let employee = try model.entity(named: "Employee")
    var accepted = 0
    for round in 0..<Effort.choose(quick: 4_000, ci: 20_000, full: 100_000) {
      var text = Array(known[Int.random(in: 0..<known.count, using: &random)])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < text.count: text.remove(at: place)
        case 1:
          let other = Array(known[Int.random(in: 0..<known.count, using: &random)])
          let start = Int.random(in: 0..<other.count, using: &random)
          text.insert(contentsOf: other[start...].prefix(8), at: place)
        case 2 where place < text.count: text.swapAt(place, text.count - 1)
        default:
          text.insert(
            contentsOf: Self.words[Int.random(in: 0..<Self.words.count, using: &random)], at: place)
        }
      }
      let source = String(text)
      do throws(QueryMistake) {
        let predicate = try FetchPredicate(checking: source)
        let printed = predicate.description
        #expect(try FetchPredicate(checking: printed).description == printed, "\(round): \(source)")
        accepted += 1
        do throws(QueryMistake) {
          try predicate.check(against: employee)
          _ = try? predicate.evaluating(with: ada)
        } catch {
          #expect(error.position != nil, "\(round): \(source)")
        }
      } catch {
        let isAboutArguments = error.message.contains("argument(s)")
        #expect(error.position != nil || isAboutArguments, "\(round): \(source)")
        #expect(!error.error.description.isEmpty)
      }
    }
    #expect(accepted > 100)
  }
}

// The order in which people sort text: letters, then accents, then case, and numbers by what they are worth.

import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct LocalizedOrderTests {
  @Test func `each text stands behind those before it, and nowhere else`() {
    let sorted = [
      "", " ", "0", "00", "1", "01", "2", "007", "9", "10", "11", "12", "21", "99", "100", "a", "A",
      "á", "a1",
      "a1b", "a1c", "a2", "a02b", "a10", "a10b", "ab", "Ab", "b", "file 9.txt", "file 10.txt", "z",
    ]
    for (place, one) in sorted.enumerated() {
      for (other, two) in sorted.enumerated() {
        let order = TextMatching.localizedOrder(one, two)
        #expect(order == -TextMatching.localizedOrder(two, one), "'\(one)' and '\(two)'")
        if place == other { #expect(order == 0) }
      }
    }
    expectText(
      sorted.reversed().sorted { TextMatching.localizedOrder($0, $1) < 0 }.map { "'\($0)'" }
        .joined(separator: " "),
      is: """
        '' ' ' '0' '00' '01' '1' '2' '007' '9' '10' '11' '12' '21' '99' '100' 'A' 'a' 'á' 'a1' 'a1b' 'a1c' 'a2' 'a02b' 'a10' 'a10b' 'Ab' 'ab' 'b' 'file 9.txt' 'file 10.txt' 'z'
        """)
  }

  @Test(arguments: [
    ("12", "21"), ("12", "13"), ("9", "10"), ("a2", "a10"), ("a", "b"), ("a", "ab"), ("a1", "a1b"),
    ("a", "á"),
  ])
  func `the lesser text stands before`(less: String, more: String) {
    #expect(TextMatching.localizedOrder(less, more) == -1)
    #expect(TextMatching.localizedOrder(more, less) == 1)
  }
}

// The table beneath large sets: what a dictionary says, at a twentieth of the price.

import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct WordTableTests {
  @Test(arguments: TableKeys.allCases)
  func `the table agrees with a dictionary`(keys: TableKeys) {
    var random = SplitMix64(seed: 11)
    var table = WordTable()
    var dictionary: [Int64: UInt] = [:]
    for step in 1...20_000 {
      let key = keys.key(Int.random(in: 1...3_000, using: &random))
      // Grows for a while, then shrinks, and again.
      if Int.random(in: 0..<100, using: &random) < (step / 4_000 % 2 == 0 ? 70 : 30) {
        // Several keys have the same word.
        let word = UInt(step % 50) + 1
        table.insert(word, for: key)
        dictionary[key] = word
      } else if let word = dictionary[key] {
        // A word that is not the key's removes nothing.
        table.remove(word + 1, for: key)
        if step % 3 > 0 {
          table.remove(word, for: key)
          dictionary[key] = nil
        }
      }
      if table[key] != dictionary[key] ?? 0 || table.count != dictionary.count {
        Issue.record("step \(step): \(key) is \(table[key]), \(table.count) keys")
        return
      }
    }
    for index in 1...3_000 { #expect(table[keys.key(index)] == dictionary[keys.key(index)] ?? 0) }
  }

  /// Searches stay short however the keys lie and however full the table is.
  @Test(arguments: TableKeys.ofStores)
  func `no key stands far from where it is looked for`(keys: TableKeys) {
    var table = WordTable()
    var longest = 0
    for index in 1...120_000 {
      table.insert(1, for: keys.key(index))
      if index % 4_000 == 0 { longest = max(longest, table.longestDistance) }
    }
    #expect(longest < 160)
  }

  @Test func `neighbours in a small table all stand where they would like to`() {
    for first: Int64 in [0, 1, -224] {
      var table = WordTable()
      for index: Int64 in 0..<224 {
        table.insert(1, for: first + index)
        #expect(table.longestDistance == 0, "\(table.count) keys from \(first) on")
      }
    }
  }

  @Test func `keys that lie far from each other do not all begin at one place of a small table`() {
    for stride in (4...40).map({ Int64(1) << $0 }) {
      var table = WordTable()
      for index: Int64 in 0..<100 { table.insert(1, for: index * stride) }
      #expect(table.longestDistance < 32, "a hundred keys, each \(stride) behind the one before")
    }
  }

  @Test func `an empty table finds nothing`() {
    var table = WordTable()
    #expect(table[1] == 0)
    table.remove(1, for: 1)
    table.insert(5, for: 1)
    table.remove(5, for: 1)
    #expect(table.count == 0)
    #expect(table[1] == 0)
  }
}

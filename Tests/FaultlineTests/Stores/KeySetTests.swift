// The members of one object in a memory store: a Swift set, but for the block that a single key does not need.

import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct KeySetTests {
  @Test func `a set of keys agrees with a set of Swift's`() {
    var random = SplitMix64(seed: 5)
    var set = KeySet.none
    var swift: Set<ForeignKey> = []
    for step in 1...5_000 {
      let key = Self.key(Int.random(in: 1...4, using: &random))
      if Bool.random(using: &random) {
        set.insert(key)
        swift.insert(key)
      } else {
        set.remove(key)
        swift.remove(key)
      }
      let expected = swift.sorted { $0.bits < $1.bits }
      var visited: Set<ForeignKey> = []
      set.forEach { visited.insert($0) }
      guard set.sorted() == expected, set.contains(key) == swift.contains(key), visited == swift,
        set.count == swift.count,
        set.sorted(without: [key]) == expected.filter({ $0 != key })
      else {
        Issue.record("step \(step): \(set.sorted()) instead of \(expected)")
        return
      }
    }
  }

  /// A copy keeps what it had, and a set that is alone is changed where it lies.
  @Test func `a set of keys is a value`() {
    var set = KeySet.none
    for number in 1...3 { set.insert(Self.key(number)) }
    let copy = set
    set.remove(Self.key(2))
    #expect(copy.sorted() == [1, 2, 3].map(Self.key))
    #expect(set.sorted() == [1, 3].map(Self.key))
    let before = Self.blocks(of: set)
    set.insert(Self.key(2))
    set.remove(Self.key(1))
    #expect(Self.blocks(of: set) == before)
  }

  @Test func `a single key takes no block of memory`() {
    var set = KeySet.none
    #expect(Self.blocks(of: set).isEmpty)
    set.insert(Self.key(1))
    set.insert(Self.key(1))
    #expect(Self.blocks(of: set).isEmpty)
    set.insert(Self.key(2))
    #expect(Self.blocks(of: set).count == 1)
    set.remove(Self.key(2))
    set.remove(Self.key(1))
    #expect(Self.blocks(of: set).isEmpty)
  }

  private static func key(_ number: Int) -> ForeignKey { ForeignKey(entity: 0, key: Int64(number)) }

  /// Where the blocks of a set lie.
  private static func blocks(of set: KeySet) -> [UnsafeRawPointer] {
    var blocks: [UnsafeRawPointer] = []
    set.showBlocks(
      to: BlockVisitor { _, block in
        blocks.append(block)
        return true
      })
    return blocks
  }
}

// The table beneath identity maps and row caches, which reads the keys in what it lists.

import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct KeyTableTests {
  /// It has its key where a row has it.
  private final class Thing {
    let key: Int64

    init(_ key: Int64) { self.key = key }
  }

  @Test(arguments: TableKeys.allCases)
  func `the table agrees with a dictionary`(keys: TableKeys) {
    var random = SplitMix64(seed: 12)
    var table = KeyTable(.row)
    var dictionary: [Int64: Thing] = [:]
    for step in 1...20_000 {
      let key = keys.key(Int.random(in: 1...3_000, using: &random))
      let former = dictionary[key]
      // Grows for a while, then shrinks, and again.
      if Int.random(in: 0..<100, using: &random) < (step / 4_000 % 2 == 0 ? 70 : 30) {
        let thing = Thing(key)
        let replaced = table.insert(Address(of: thing), for: key)
        #expect(replaced == Address(of: former))
        dictionary[key] = thing
      } else if let former {
        // Another of that key removes nothing.
        let other = Thing(key)
        table.remove(Address(of: other), for: key)
        if step % 3 > 0 {
          table.remove(Address(of: former), for: key)
          dictionary[key] = nil
        }
      }
      if table.address(key) != Address(of: dictionary[key]) || table.count != dictionary.count {
        Issue.record("step \(step): \(key) is at \(table.address(key)), \(table.count) keys")
        return
      }
    }
    for index in 1...3_000 {
      let key = keys.key(index)
      let (found, isListed) = (table.retain(key)?.taken(as: Thing.self), table.lists(key))
      #expect(found === dictionary[key])
      #expect(isListed == (dictionary[key] != nil))
    }
    var listed: Set<UInt> = []
    table.forEach { listed.insert($0.bits) }
    #expect(listed == Set(dictionary.values.map { Address(of: $0).bits }))
  }

  /// Searches stay short however the keys of a store lie and however full the table is.
  @Test(arguments: TableKeys.ofStores)
  func `no object stands far from where it is looked for`(keys: TableKeys) {
    let things = (1...60_000).map { Thing(keys.key($0)) }
    var table = KeyTable(.row)
    var longest = 0
    for (index, thing) in things.enumerated() {
      table.insert(Address(of: thing), for: thing.key)
      if index % 4_000 == 0 { longest = max(longest, table.longestDistance) }
    }
    #expect(longest < 160)
  }

  /// An entry has room for a thousand places; beyond, the key itself says how far it stands.
  @Test func `objects of forged keys stand further off than an entry can say`() {
    let things = (1...3_000).map { Thing(TableKeys.forged.key($0)) }
    var table = KeyTable(.row)
    for thing in things { table.insert(Address(of: thing), for: thing.key) }
    #expect(table.longestDistance > 2_000)
    let found = things.map { table.address($0.key) }
    #expect(found == things.map { Address(of: $0) })
    for thing in things.dropLast() { table.remove(Address(of: thing), for: thing.key) }
    #expect(table.count == 1)
    let last = table.address(things[2_999].key)
    #expect(last == Address(of: things[2_999]))
  }

  @Test func `an entry takes eight bytes`() {
    let things = (1...112).map { Thing(Int64($0)) }
    var table = KeyTable(.row)
    table.reserve(things.count)
    #expect(table.byteCount == 128 * 8)
    for thing in things { table.insert(Address(of: thing), for: thing.key) }
    #expect(table.byteCount == 128 * 8)
  }

  @Test func `an empty table finds nothing`() {
    let thing = Thing(1)
    var table = KeyTable(.row)
    let nothing = table.address(1)
    #expect(nothing == Address(bits: 0))
    table.remove(Address(of: thing), for: 1)
    table.insert(Address(of: thing), for: 1)
    table.remove(Address(of: thing), for: 1)
    #expect(table.count == 0)
    let isListed = table.lists(1)
    #expect(!isListed)
    #expect(table.byteCount == 0)
  }

  /// Keys are read in memory: where a field moves, this fails before anything else does.
  @Test func `objects and rows have their keys where tables read them`() throws {
    let office = try Office()
    let ada = office.hire("Ada")
    try office.context.save()
    let row = try #require(ada.row)
    #expect(ListedKey.row.key(at: Address(of: row)) == ada.key)
    #expect(ListedKey.object.key(at: Address(of: ada)) == ada.key)
    #expect(ListedKey.serial.key(at: Address(of: ada)) == ListedKey.place(of: ada.serial))
    #expect(ada.key > 0 && ada.serial > 0)
  }
}

extension Address {
  fileprivate init(of object: (some AnyObject)?) {
    self.init(bits: object.map { Address(of: $0).bits } ?? 0)
  }
}

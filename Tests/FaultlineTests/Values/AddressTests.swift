// What only finds objects must not look as if it held them.

import Testing

@testable import Faultline

@Suite struct AddressTests {
  /// It has its key where a row has it.
  private final class Thing {
    let key: Int64

    init(_ key: Int64 = 0) { self.key = key }
  }

  @Test func `an address comes back from the word that keeps it`() {
    let thing = Thing()
    let address = Address(of: thing)
    #expect(Address(word: address.word) == address)
    #expect(address.bits == UInt(bitPattern: Unmanaged.passUnretained(thing).toOpaque()))
    #expect(address.word != address.bits)
    withExtendedLifetime(thing) {}
  }

  @Test func `no object is the word zero, and the other way round`() {
    #expect(Address(bits: 0).word == 0)
    #expect(Address(word: 0).bits == 0)
    #expect(!Address(word: 0).retainIfAlive())
  }

  /// C1: a leak checker has to see that nothing but the cycle holds its objects.
  @Test func `a table that finds objects has none of their addresses in it`() throws {
    let things = (0..<100).map { Thing($0) }
    var table = KeyTable(.row)
    for thing in things { table.insert(Address(of: thing), for: thing.key) }
    let addresses = Set(things.map { Address(of: $0).bits })
    let memory = try #require(UnsafeRawPointer(bitPattern: table.memory.bits))
    let words = UnsafeBufferPointer(
      start: memory.assumingMemoryBound(to: UInt.self), count: table.byteCount / 8)
    #expect(words.count == 128)
    // Nor is one of them an address of anything else: programs have none with the first bit.
    #expect(words.allSatisfy { !addresses.contains($0) && ($0 == 0 || $0 >> 63 == 1) })
    for thing in things {
      let found = table.retain(thing.key)?.taken(as: Thing.self)
      #expect(found === thing)
    }
  }
}

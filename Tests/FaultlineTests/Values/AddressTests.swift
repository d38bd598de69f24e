// What only finds objects must not look as if it held them.

import Testing

@testable import Faultline

@Suite struct AddressTests {
  private final class Thing {}

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
    let things = (0..<100).map { _ in Thing() }
    var table = KeyTable()
    for (key, thing) in things.enumerated() { table.insert(Address(of: thing), for: Int64(key)) }
    let addresses = Set(things.map { Address(of: $0).bits })
    let memory = try #require(UnsafeRawPointer(bitPattern: table.memory.bits))
    // Two words an entry, in a table that is less than twice as large as it has to be.
    let words = UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt.self), count: 256)
    #expect(words.allSatisfy { !addresses.contains($0) })
    for (key, thing) in things.enumerated() {
      #expect(table.retain(Int64(key))?.taken(as: Thing.self) === thing)
    }
  }
}

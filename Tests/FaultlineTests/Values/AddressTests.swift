// What only finds objects must not look as if it held them.

import FaultlineTestSupport
import Glibc
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
  @Test func `nothing that a context keeps to find objects has their addresses in it`() throws {
    // Not in Glibc's module map.
    let symbol = try #require(dlsym(nil, "malloc_usable_size"))
    let size = unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer) -> Int).self)
    let context = try makeContext(try companyModel())
    var objects: [ManagedObject] = []
    for _ in 0..<200 { objects.append(context.insertNewObject(forEntityName: "Employee")) }
    try context.save()
    let addresses = Set(objects.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) })
    var words = 0
    var found = 0
    context.showBlocks(
      to: BlockVisitor { owner, block in
        guard owner == .registry else { return true }
        let count = size(block) / 8
        let start = block.assumingMemoryBound(to: UInt.self)
        for place in 0..<count where addresses.contains(start[place]) { found += 1 }
        words += count
        return true
      })
    #expect(words > 400)
    #expect(found == 0)
    withExtendedLifetime(objects) {}
  }
}

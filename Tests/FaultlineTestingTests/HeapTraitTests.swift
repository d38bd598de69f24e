// .allocations and .bytes: what the test's own thread takes, to the block and the byte.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import FaultlineTesting
import Foundation
import Testing

@Suite struct `The heap of a test` {
  private static let model = Result { try companyModel() }

  /// Takes so many blocks of a kibibyte one after the other, or all at once.
  private static func take(_ count: Int, atOnce: Bool) {
    var blocks: [UnsafeMutableRawPointer] = []
    blocks.reserveCapacity(count)
    for _ in 0..<count {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 16)
      block.storeBytes(of: 1, as: UInt8.self)
      if atOnce { blocks.append(block) } else { block.deallocate() }
    }
    for block in blocks { block.deallocate() }
  }

  private static func work() throws {
    let context = try FaultlineTestGraph.makeContext(try model.get())
    let department = context.insertNewObject(forEntityName: "Department")
    department.setValue("Sales", forKey: "name")
    try context.save()
  }

  @Test func `is counted exactly, block by block`() async throws {
    func blocks(_ count: Int) async throws -> Int {
      let found = try await issues(of: .allocations(atMost: 0)) { Self.take(count, atOnce: false) }
      let text = try #require(found.first?.text)
      let number = text.firstMatch(of: /took (\d+) blocks/)?.1
      return try #require(number.flatMap { Int($0) })
    }
    let hundred = try await blocks(100)
    #expect(try await blocks(107) == hundred + 7)
    // The list of the blocks, and what it takes the test library to call a body.
    #expect(hundred < 110)
  }

  /// Nothing of the test library is counted.
  @Test(.allocations(atMost: 0), .bytes(atMost: 0)) func `is empty for an empty test`() {}

  @Test func `is counted at its peak, and not in sum`() async throws {
    let one = try await issues(of: .bytes(atMost: 16_000)) { Self.take(100, atOnce: false) }
    #expect(one == [])
    let all = try await issues(of: .bytes(atMost: 16_000)) { Self.take(100, atOnce: true) }
    let text = try #require(all.first?.text)
    #expect(
      text.contains(
        /^The test held 10\d,\d+ bytes of the heap at the same time, of which none are left: \.bytes\(atMost: 16000\)\.$/
      ), "\(text)")
  }

  /// What the engine takes may be more while another test listens to the notifications of all contexts, so the body is
  /// one that knows of no other.
  @Test(arguments: 0..<20) func `is the same each time, while others run`(_: Int) async throws {
    let found = try await issues(of: .allocations(atMost: 0)) { Self.take(100, atOnce: true) }
    let again = try await issues(of: .allocations(atMost: 0)) { Self.take(100, atOnce: true) }
    #expect(found.count == 1)
    expectText(again.map(\.text).joined(), is: found.map(\.text).joined())
  }

  @Test(.bytes(atMost: 200_000), .allocations(atMost: 400), .leaks(.none))
  func `keeps to its limits under several traits`() throws { try Self.work() }

  private static let refusal = """
    .allocations(atMost: 1000000) was not measured: the body gave up its thread, at an 'await' or for an actor, and what \
    others do for it would be missing. Let it run through, without an 'await' that waits; objects and leaks are counted in \
    any test.
    """

  @Test func `is not measured where the body suspends`() async throws {
    let sleeping = try await issues(of: .allocations(atMost: 1_000_000)) {
      try await Task.sleep(for: .milliseconds(1))
    }
    expectText(sleeping.map(\.text).joined(separator: "\n"), is: Self.refusal)
    let moving = try await issues(of: .allocations(atMost: 1_000_000)) {
      await MainActor.run {}
    }
    expectText(moving.map(\.text).joined(separator: "\n"), is: Self.refusal)
  }

  @Test func `is measured where the body only could suspend`() async throws {
    @Sendable func ready() async -> Int { 1 }
    let found = try await issues(of: .allocations(atMost: 1_000_000)) { _ = await ready() }
    #expect(found == [])
  }

  @Test func `is no reason to hide what the body throws`() async throws {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      _ = try await issues(of: .bytes(atMost: 0)) { throw Refusal() }
    }
  }
}

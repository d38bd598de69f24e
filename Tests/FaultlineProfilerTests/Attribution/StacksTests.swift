// Call stacks of the allocator: read, given names, and folded as other tools read them.

import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct StacksTests {
  private static let dump = """
    heap_v2/1
      t*: 3: 160 [9: 4000]
      t0: 3: 160 [9: 4000]
    @ 0x1010 0x2020 0x3030
      t*: 1: 112 [2: 224]
      t0: 1: 112 [2: 224]
    @ 0x1010 0x3030
      t*: 2: 48 [7: 3776]
      t0: 2: 48 [7: 3776]

    MAPPED_LIBRARIES:
    1000-2000 r-xp 00000000 fe:00 42                         /lib/libone.so
    2000-3000 rw-p 00000000 fe:00 43                         /lib/data only.so
    3000-4000 r-xp 00001000 fe:00 44                         /opt/with space/libthree.so

    """

  @Test func `a dump is read, and the sum of all is none of its stacks`() throws {
    let dump = try #require(StackDump(Self.dump))
    #expect(dump.entries.map(\.addresses) == [[0x1010, 0x2020, 0x3030], [0x1010, 0x3030]])
    #expect(
      dump.entries.map(\.live) == [.init(blocks: 1, bytes: 112), .init(blocks: 2, bytes: 48)])
    #expect(dump.entries.map(\.taken.bytes) == [224, 3776])
    #expect(dump.liveBytes == 160)
    #expect(dump.mappings.map(\.path) == ["/lib/libone.so", "/opt/with space/libthree.so"])
    #expect(dump.mappings.map(\.offset) == [0, 0x1000])
    #expect(StackDump("heap profile: 1: 2 [3: 4] @ heapprofile") == nil)
    #expect(StackDump("") == nil)
  }

  /// What has no name is shown by its file, or by its address: bytes are never lost.
  @Test func `stacks are folded with the outermost call first and the most bytes above`() throws {
    let dump = try #require(StackDump(Self.dump))
    let held = FoldedStacks(dump, Symbols(dump.mappings)) { $0.live }
    expectText(
      held.text,
      is: """
        libthree.so+0x102f;0x2020;libone.so+0xf 112
        libthree.so+0x102f;libone.so+0xf 48

        """)
    #expect(held.total == 160 && held.count == 2)
    let taken = FoldedStacks(dump, Symbols(dump.mappings)) { $0.taken }
    #expect(taken.text.hasPrefix("libthree.so+0x102f;libone.so+0xf 3776\n"))
  }

  /// All stacks of a trial begin with the same calls of the tool, which say nothing.
  @Test(arguments: [
    ("libthree.so+0x102f", "0x2020;libone.so+0xf 112\nlibone.so+0xf 48\n"),
    ("0x2020", "libone.so+0xf 112\nlibthree.so+0x102f;libone.so+0xf 48\n"),
    // Beneath the innermost call there is nothing, so all is shown.
    (
      "libone.so+0xf",
      "libthree.so+0x102f;0x2020;libone.so+0xf 112\nlibthree.so+0x102f;libone.so+0xf 48\n"
    ),
  ])
  func `stacks begin below the call that is named`(caller: String, folded: String) throws {
    let dump = try #require(StackDump(Self.dump))
    expectText(
      FoldedStacks(dump, Symbols(dump.mappings), below: caller) { $0.live }.text, is: folded)
  }

  /// The names of this very program, by the return addresses of a call in it.
  @Test func `functions have their names, Swift's as people write them`() throws {
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let dump = try #require(StackDump("heap_v2/1\nMAPPED_LIBRARIES:\n\(maps)"))
    let symbols = Symbols(dump.mappings)
    let names = Self.addresses().compactMap { symbols.name(at: $0) }
    #expect(names.contains("static StacksTests.addresses()"), "\(names.prefix(5))")
  }

  @Test(arguments: [
    (
      "Faultline.ManagedObjectContext.save() throws(Faultline.GraphError) -> ()",
      "ManagedObjectContext.save() throws(GraphError)"
    ),
    (
      "static Tests.Stacks.(find in _42BC10BFC549ACF8D1DACF015CD71899)() -> Swift.Array<Swift.UInt>",
      "static Tests.Stacks.find()"
    ),
    (
      "partial apply forwarder for closure #1 () throws(A.B) -> () in A.Stage.play(Swift.Int) -> ()",
      "closure #1 () throws(A.B) in A.Stage.play(Swift.Int) -> ()".replacing("Swift.", with: "")
    ),
    (
      "protocol witness for F.Step.run(on: F.Stage) -> () in conformance F.SaveStep : F.Step in F",
      "protocol witness for F.Step.run(on: F.Stage)"
    ),
    ("A.map<B>((B) throws -> C) -> C", "A.map<B>((B) throws -> C)"),
    ("swift_allocObject", "swift_allocObject"),
    (
      "function signature specialization <Arg[0] = Dead> of generic specialization <Swift.Array<A.B>> of A.save() -> ()",
      "A.save()"
    ),
    ("merged generic not re-abstracted specialization <A> of B.c(D) -> E", "B.c(D)"),
  ])
  func `names are short`(name: String, short: String) {
    #expect(SwiftName.short(name) == short)
  }

  @inline(never) private static func addresses() -> [UInt] {
    Thread.callStackReturnAddresses.map(\.uintValue)
  }

  @Test func `a file that is no program has no names`() throws {
    #expect(SymbolFile(path: "/proc/self/maps") == nil)
    #expect(SymbolFile(path: "/no/such/file") == nil)
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-elf-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    // The beginning of a program, and then whatever comes: nothing may be believed.
    var random = SeededRandom(seed: 7)
    for _ in 0..<20 {
      var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2]
      for _ in 0..<400 { bytes.append(UInt8(random.next(below: 256))) }
      try Data(bytes).write(to: file)
      _ = SymbolFile(path: file.path)?.symbol(atFileOffset: 100)
    }
  }
}

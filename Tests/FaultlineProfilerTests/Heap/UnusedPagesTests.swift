// Pages that hold nothing: kept between passes, and given back where a pass is very large.

import Foundation
import Testing

@testable import FaultlineProfiler

@Suite struct UnusedPagesTests {
  /// The process's resident bytes, as the system counts them.
  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: Linux.ownMemory, encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    } ?? 0
  }

  /// Uses a block of some MiB, and says how many MiB of it the process still has when it is let go.
  private static func leftBehind(by size: Int, _ run: (() -> Void) -> Void) -> Int {
    let before = residentBytes()
    run {
      let block = UnsafeMutableRawPointer.allocate(byteCount: size << 20, alignment: 16)
      memset(block, 1, size << 20)
      block.deallocate()
    }
    return (residentBytes() - before) >> 20
  }

  @Test func `an arena keeps its unused pages until it is asked to give long runs back`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let heap = try Heap.shared()
      guard Self.leftBehind(by: 160, { heap.outside($0) }) > 156 else { exit(1) }
      heap.giveLongRunsBack()
      guard Self.leftBehind(by: 160, { heap.inside($0) }) < 4 else { exit(2) }
      guard Self.leftBehind(by: 320, { heap.outside($0) }) < 4 else { exit(3) }
      exit(Self.leftBehind(by: 16) { heap.inside($0) } > 14 ? 42 : 4)
    }
  }
}

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

  /// Uses 64 MiB in a place, and says how many bytes of them the process still has when they are let go.
  private static func bytesLeftBehind(_ run: (() -> Void) -> Void) -> Int {
    let before = residentBytes()
    run {
      let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
      memset(block, 1, 64 << 20)
      block.deallocate()
    }
    return residentBytes() - before
  }

  @Test func `an arena keeps its unused pages until it is asked to give them back`() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let heap = try Heap.shared()
      let kept = [
        Self.bytesLeftBehind { body in heap.inside(body) },
        Self.bytesLeftBehind { body in heap.outside(body) },
      ]
      heap.giveUnusedPagesBack()
      let left = [
        Self.bytesLeftBehind { body in heap.inside(body) },
        Self.bytesLeftBehind { body in heap.outside(body) },
      ]
      guard kept.allSatisfy({ $0 > 60 << 20 }) else { exit(1) }
      exit(left.allSatisfy { $0 < 4 << 20 } ? 42 : 2)
    }
  }
}

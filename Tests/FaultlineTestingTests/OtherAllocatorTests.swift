// This program of tests, started once more with another allocator.

import FaultlineTestSupport
import FaultlineTesting
import Foundation
import Testing

/// What the test below is asked by the process that starts it: to run, and to print what the trait says.
private let asked = "FAULTLINE_TESTS_WITHOUT_JEMALLOC"

@Suite struct `A program of tests without jemalloc` {
  @Test(.enabled(if: ProcessInfo.processInfo.environment[asked] != nil))
  func `is asked from outside`() async throws {
    let found = try await issues(of: .bytes(atMost: 1 << 20)) {}
    print("It said: \(found.map(\.text))")
    #expect(try await issues(of: .leaks(.none)) {} == [])
  }

  /// Libraries that are loaded before all others serve malloc and C++'s new from then on.
  @Test(.enabled(if: ProcessInfo.processInfo.environment[asked] == nil))
  func `has no figures of the heap, and says why`() throws {
    let said = try #require(
      Outsider.run(
        "env",
        [
          "LD_PRELOAD=libc.so.6:libstdc++.so.6", "\(asked)=1", CommandLine.arguments[0],
          "--testing-library",
          "swift-testing", "--filter", "is asked from outside",
        ]))
    #expect(
      said.contains(
        """
        It said: [".bytes(atMost: 1048576) was not measured: jemalloc is linked, but malloc does not come from it; \
        run without LD_PRELOAD and without a sanitizer."]
        """), "\(said)")
  }
}

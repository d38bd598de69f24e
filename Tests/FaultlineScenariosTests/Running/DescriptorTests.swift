// System calls that signals interrupt, and open files that close themselves.

import Glibc
import Testing

@testable import FaultlineScenarios

@Suite struct DescriptorTests {
  /// The number of an error says something only behind a call that failed.
  @Test(
    arguments: [
      ([7], [EINTR], 7), ([0], [EINTR], 0), ([-1, -1, 3], [EINTR, EINTR, 0], 3),
      ([-1, 5], [EACCES, 0], -1), ([-1, -1, 5], [EINTR, EIO, 0], -1),
    ] as [([Int], [Int32], Int)])
  func `a call is repeated as long as it fails for a signal, and no longer`(
    answers: [Int], errors: [Int32], last: Int
  ) {
    var calls = 0
    let answer = uninterrupted { () -> Int in
      errno = errors[calls]
      calls += 1
      return answers[calls - 1]
    }
    #expect(answer == last)
    #expect(calls == (answers.firstIndex(of: last) ?? 0) + 1 || last == -1)
    if last == -1 { #expect(calls == (errors.firstIndex { $0 != EINTR } ?? 0) + 1) }
  }

  @Test func `a file without a name takes all that is written, and closes with its owner`() throws {
    let number: Int32
    do {
      let file = try Descriptor.nameless()
      number = file.number
      #expect(number >= 32)
      let text = String(repeating: "0123456789", count: 10_000)
      try file.write(text)
      try file.write("end")
      var facts = stat()
      #expect(fstat(number, &facts) == 0)
      #expect(facts.st_size == 100_003 && facts.st_nlink == 0)
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(number, F_GETFL) & O_NONBLOCK == 0)
      file.setNonBlocking()
      #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    }
  }

  @Test func `what cannot be written says so`() throws {
    let end = open("/dev/null", O_RDONLY)
    let file = Descriptor(taking: end)
    #expect(throws: SystemRefusal.self) { try file.write("x") }
    #expect(
      SystemRefusal(cannot: "do it", number: EACCES).sentence == "cannot do it: Permission denied")
  }
}

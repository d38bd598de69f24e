// The cache removes what it has made, and nothing else.

import Foundation
import Glibc
import Testing

@testable import FaultlineScenarios

@Suite final class InitialDataCacheTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "faultline-cache-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func fill(_ folder: String) throws(StepFailure) {
    _ = FileManager.default.createFile(atPath: "\(folder)/whole", contents: Data(count: 100))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)/file", contents: Data(count: 100))
  }

  @Test func `the least recently used entries go, and everything else stays`() throws {
    let cache = InitialDataCache(at: path, atMost: 150)
    for name in ["Documents", "0123", "0123456789abcdeF", "0123456789abcdef", "fedcba9876543210"] {
      try make(name)
    }
    // One has no lock, and the other one's is a link.
    symlink("/etc/passwd", "\(path)/fedcba9876543210.lock")
    _ = try cache.folder("00000000000000aa", fill: fill)
    let when = timeval(tv_sec: time(nil) - 100, tv_usec: 0)
    utimes("\(path)/00000000000000aa", [when, when])
    _ = try cache.folder("00000000000000bb", fill: fill)
    #expect(
      try names() == [
        "00000000000000bb", "00000000000000bb.lock", "0123", "0123456789abcdeF", "0123456789abcdef",
        "Documents", "fedcba9876543210", "fedcba9876543210.lock",
      ])
  }

  @Test func `an entry that is in use stays`() throws {
    let cache = InitialDataCache(at: path, atMost: 0)
    _ = try cache.folder("00000000000000aa", fill: fill)
    let lock = open("\(path)/00000000000000aa.lock", O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    _ = try cache.folder("00000000000000bb", fill: fill)
    #expect(
      try names().filter { !$0.hasSuffix(".lock") } == ["00000000000000aa", "00000000000000bb"])
  }

  @Test func `no planted link is followed`() throws {
    let cache = InitialDataCache(at: path)
    mkdir(path, 0o700)
    let victim = "\(path)-victim"
    defer { unlink(victim) }
    symlink(victim, "\(path)/00000000000000aa.lock")
    #expect(throws: StepFailure.self) { try cache.folder("00000000000000aa", fill: fill) }
    #expect(access(victim, F_OK) != 0)
    // A link in place of the entry is none: it is no folder of ours.
    symlink("/etc", "\(path)/00000000000000bb")
    #expect(throws: StepFailure.self) { try cache.folder("00000000000000bb", fill: fill) }
  }

  @Test func `its folder is closed to other users`() throws {
    mkdir(path, 0o777)
    chmod(path, 0o777)
    _ = try InitialDataCache(at: path).folder("00000000000000aa", fill: fill)
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
    for place in ["/dev/null", "/proc/version"] {
      #expect(throws: StepFailure.self) {
        try InitialDataCache(at: place).folder("00000000000000aa", fill: fill)
      }
    }
  }
}

// One process at a time changes what lies in a folder.

import Foundation
import Glibc
import Synchronization
import Testing

@testable import FaultlineMeasures

@Suite final class FolderLockTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "faultline-lock-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `a lock makes the folder, leaves no file, and is free again when it is let go`() throws
  {
    for _ in 0..<3 {
      let lock = try FolderLock("\(folder)/a/b")
      let other = open("\(folder)/a/b", O_RDONLY | O_DIRECTORY)
      #expect(flock(other, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      close(other)
      withExtendedLifetime(lock) {}
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == [])
  }

  @Test func `what is read, changed and written under a lock is never lost`() async throws {
    let path = "\(folder)/count"
    try WholeFile.write("0", to: path)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [folder] in
          for _ in 0..<25 {
            guard let lock = try? FolderLock(folder) else { continue }
            let count = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) }
            try? WholeFile.write("\((count ?? 0) + 1)", to: path)
            withExtendedLifetime(lock) {}
          }
        }
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "100")
  }

  @Test func `a lock that cannot be had says why`() throws {
    try WholeFile.write("", to: "\(folder)/file")
    do throws(WholeFile.Refusal) {
      _ = try FolderLock("\(folder)/file")
      Issue.record("A file was locked as a folder.")
    } catch {
      #expect(error.reason == "it is a file")
    }
  }
}

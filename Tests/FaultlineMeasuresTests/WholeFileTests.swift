// Files are there whole or not at all, and what is no file stays what it is.

import Foundation
import Glibc
import Testing

@testable import FaultlineMeasures

@Suite final class WholeFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "faultline-whole-file-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func reason(_ path: String) -> String {
    do throws(WholeFile.Refusal) {
      try WholeFile.write("text", to: path)
      return ""
    } catch {
      return error.reason
    }
  }

  @Test func `a file is written with the folders that lead to it, in place of an older one`() throws
  {
    let path = "\(folder)/a/b/file"
    for text in ["first", "", "ü 2"] {
      try WholeFile.write(text, to: path)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
    // Nothing is left beside it, and others may read it as the user has it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["file"])
    let mask = umask(0)
    umask(mask)
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(rights as? Int == Int(0o666 & ~mask))
    // The longest name that there is leaves no room for another before it.
    #expect(reason("\(folder)/\(String(repeating: "n", count: 255))") == "")
  }

  @Test func `what cannot be written says why`() throws {
    try WholeFile.write("", to: "\(folder)/file")
    #expect(reason(folder) == "it is a folder")
    #expect(reason("\(folder)/file/inner") == "it is a file")
    #expect(reason("\(folder)/\(String(repeating: "n", count: 256))") == "File name too long")
    #expect(reason("") == "No such file or directory")
    #expect(reason("/dev/full") == "No space left on device")
    #expect(reason("/dev/null") == "")
    mkfifo("\(folder)/pipe", 0o600)
    #expect(reason("\(folder)/pipe") == "nothing reads it")
    var facts = stat()
    #expect(stat("/dev/null", &facts) == 0 && facts.st_mode & S_IFMT == S_IFCHR)
  }
}

// The file of a trial that runs: a sign of life of one process alone, and in the end the result under its name.

import FaultlineMeasures
import Foundation
import Glibc
import Testing

@testable import FaultlineSweeps

@Suite final class TrialMarkTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "faultline-marks-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func read(_ name: String) -> String {
    switch FileBytes.read("\(folder)/\(name)") {
    case .missing: "missing"
    case .refused(let reason): "refused: \(reason)"
    case .read(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func `a mark has a name of its own, and goes with its owner`() throws {
    var marks = try (0..<2).map { _ in try TrialMark(folder, key: "abc", host: "one") }
    let own = try names
    #expect(own.count == 2)
    #expect(own.allSatisfy { $0.hasPrefix(".abc.one.\(getpid()).") })
    marks.removeAll()
    #expect(try names == [])
    #expect(throws: WholeFile.Refusal.self) {
      try TrialMark("\(self.folder)/none", key: "abc", host: "one")
    }
  }

  @Test
  func `the first result takes the name, and a later one replaces it only where that is asked for`()
    throws
  {
    let first = try TrialMark(folder, key: "a", host: "h")
    let second = try TrialMark(folder, key: "a", host: "h")
    try first.write(Array("first".utf8))
    try second.write(Array("second".utf8))
    #expect(try first.link("\(folder)/result"))
    #expect(read("result") == "first")
    // Asked again, what is there already is one's own.
    #expect(try first.link("\(folder)/result"))
    #expect(try !second.link("\(folder)/result"))
    #expect(read("result") == "first")
    try second.replace("\(folder)/result")
    #expect(read("result") == "second")
    #expect(throws: WholeFile.Refusal.self) { try first.link("\(self.folder)/none/result") }
    #expect(throws: WholeFile.Refusal.self) { try first.replace("\(self.folder)/none/result") }
  }

  /// A beat costs a call to the disk, so it comes no more often than others look.
  @Test func `a mark that was made just now is not touched again`() throws {
    let mark = try TrialMark(folder, key: "a", host: "h")
    let path = "\(folder)/\(try names[0])"
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    for _ in 0..<10 { mark.beat() }
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(date == old)
  }

  @Test func `a file is read whole, and what is none says so`() throws {
    let long = String(repeating: "0123456789", count: 100_000)
    for text in ["", "a", long] {
      try text.write(toFile: "\(folder)/file", atomically: false, encoding: .utf8)
      #expect(read("file") == text)
    }
    #expect(read("none") == "missing")
    #expect(read("") == "refused: it is no file of the disk")
    #expect(read("file/inner") == "refused: Not a directory")
  }
}

// The model must know nothing of the engine, or it would agree with it in its errors.

import FaultlineTestSupport
import Foundation
import Testing

@Suite struct IndependenceTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the manifest gives the model no dependency`() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let declarations = manifest.split(separator: "\n").filter {
      $0.contains(#"name: "MemoryModel""#)
    }
    #expect(
      declarations == [
        #"  .target(name: "MemoryModel", path: "Tests/MemoryModel", swiftSettings: walls),"#
      ])
  }

  @Test func `its files import nothing`() throws {
    let folder = Self.root.appending(path: "Tests/MemoryModel")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 10)
    for file in files.sorted() {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let imports = text.split(separator: "\n").filter {
        $0.contains("import ") && !$0.hasPrefix("//")
      }
      #expect(imports.isEmpty, "\(file)")
    }
  }
}

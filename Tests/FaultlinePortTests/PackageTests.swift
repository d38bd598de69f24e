// The written package, and how a folder is brought up to date with it.

import Foundation
import Testing

@testable import FaultlinePort

@Suite("The written package")
struct PackageTests {
  @Test("the manifest has a target for each folder, and tests are test targets")
  func manifest() {
    var options = PortOptions()
    options.packageName = "Ported\"App"
    options.faultline = .path("../faultline")
    let port = Port(
      [
        target("AppTests", ["T.swift": "import XCTest\n@testable import App\nimport TestHelp\n"]),
        target("TestHelp", ["H.swift": "import XCTest\nimport os\n"]),
        target(
          "App", ["A.swift": "import CoreData\n"],
          resources: [
            PortTarget.File(path: "a.json", bytes: [1]),
            PortTarget.File(path: "M.momd/M.mom/contents", bytes: [2]),
          ]),
        target("Empty", [:]),
      ], options: options)
    #expect(
      port.text("Package.swift") == """
        // swift-tools-version: 6.0
        // Written by `faultline port`, which replaces this file when it runs again.

        import PackageDescription

        let package = Package(
          name: "Ported\\"App",
          dependencies: [
            .package(name: "faultline", path: "../faultline"),
          ],
          targets: [
            .target(name: "os"),
            .testTarget(
              name: "AppTests",
              dependencies: [.product(name: "CoreData", package: "faultline"), "TestHelp", "App"]),
            .target(
              name: "TestHelp",
              dependencies: [.product(name: "CoreData", package: "faultline"), "os"]),
            .target(
              name: "App",
              dependencies: [.product(name: "CoreData", package: "faultline")],
              resources: [
                .copy("PortedResources/M.momd"),
                .copy("PortedResources/a.json"),
              ]),
          ],
          swiftLanguageModes: [.v5])

        """)
    #expect(
      port.files.keys.sorted() == [
        ".gitignore", "NOT-PORTED.md", "Package.swift", "Sources/App/A.swift",
        "Sources/App/PortedResources/M.momd/M.mom/contents",
        "Sources/App/PortedResources/a.json", "Sources/App/PortedSupport.swift",
        "Sources/TestHelp/H.swift", "Sources/TestHelp/PortedSupport.swift",
        "Sources/TestHelp/PortedXCTest.swift", "Sources/os/os.swift",
        "Tests/AppTests/PortedSupport.swift", "Tests/AppTests/PortedXCTest.swift",
        "Tests/AppTests/T.swift",
      ])
  }

  @Test("Combine is a dependency only on request")
  func combine() {
    var options = PortOptions()
    options.hasCombine = true
    let port = port(["A.swift": "import Combine\n"], options: options)
    #expect(port.text("Sources/App/A.swift") == "import Combine\n")
    #expect(port.text("Package.swift").contains("OpenCombine.git"))
    #expect(port.text("Sources/Combine/Combine.swift").contains("@_exported import OpenCombine\n"))
  }

  @Test("the list of what is not ported is sorted by what it blocks")
  func findings() {
    let port = port([
      "A.swift": "let a = class_addMethod\n", "B.swift": "import UIKit\nlet b: UIView\n",
      "C.swift": "let c = #Predicate<A> { $0.b }\n",
    ])
    #expect(
      port.text("NOT-PORTED.md") == """
        # Not ported

        Everything else is written. Lines are those of the original sources.

        ## Files that are left out

        | file | line | reason |
        |---|---|---|
        | app/B.swift | 1 | imports UIKit, which is neither on Linux nor in one of the folders |

        ## What does not compile as it is

        | file | line | reason |
        |---|---|---|
        | app/A.swift | 1 | 'class_addMethod': the Objective-C runtime does not exist on Linux |

        ## What compiles and behaves differently

        | file | line | reason |
        |---|---|---|
        | app/C.swift | 1 | '#Predicate' is Foundation's: convert it to an NSPredicate by hand |

        """)
  }
}

@Suite("Writing a package again")
struct PackageWriterTests {
  /// Runs a test in a folder that is removed afterwards.
  private func inFolder(_ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try test(folder)
  }

  private func bytes(_ files: [String: String]) -> [String: [UInt8]] {
    files.mapValues { Array($0.utf8) }
  }

  /// The files below a folder, without the manifest.
  private func contents(_ folder: String) -> [String: String] {
    var contents: [String: String] = [:]
    for path in FileSystem.files(below: folder) where path != PackageWriter.manifestName {
      contents[path] = FileSystem.bytes(of: "\(folder)/\(path)").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return contents
  }

  @Test("only changed files are written, and files that went are removed")
  func updates() throws {
    try inFolder { folder in
      let writer = PackageWriter(folder: folder)
      _ = try writer.write(bytes(["a": "1", "b/c": "2", "d": "3", "e": "4"]))
      let summary = try writer.write(bytes(["a": "1", "d": "5", "e/f": "6"]))
      var expected = PackageWriter.Summary()
      expected.written = ["d", "e/f"]
      expected.removed = ["b/c", "e"]
      expected.unchanged = 1
      #expect(summary == expected)
      #expect(contents(folder) == ["a": "1", "d": "5", "e/f": "6"])
      #expect(FileSystem.entries(of: folder).sorted() == [".faultline-port", "a", "d", "e"])
    }
  }

  @Test("files of others and edits stay")
  func foreignFiles() throws {
    try inFolder { folder in
      try "mine".write(toFile: "\(folder)/a", atomically: true, encoding: .utf8)
      let writer = PackageWriter(folder: folder)
      let first = try writer.write(bytes(["a": "1", "b": "2", "c": "3"]))
      #expect(first.foreign == ["a"])
      try "edited".write(toFile: "\(folder)/b", atomically: true, encoding: .utf8)
      try "edited".write(toFile: "\(folder)/c", atomically: true, encoding: .utf8)
      let second = try writer.write(bytes(["a": "1", "b": "4"]))
      var expected = PackageWriter.Summary()
      expected.edited = ["c", "b"]
      expected.foreign = ["a"]
      #expect(second == expected)
      #expect(contents(folder) == ["a": "mine", "b": "edited", "c": "edited"])
      let third = try writer.write(bytes(["b": "2"]))
      #expect(third.unchanged == 1)
      #expect(contents(folder)["b"] == "edited")
    }
  }

  @Test("neither a manifest nor a link leads out of the folder")
  func escapes() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/in", withIntermediateDirectories: true)
      // A file with the digest of a file that a port has written.
      _ = try PackageWriter(folder: "\(folder)/out").write(bytes(["x": "kept"]))
      let manifest = try #require(FileSystem.bytes(of: "\(folder)/out/.faultline-port"))
      let digest = String(decoding: manifest, as: UTF8.self).split(separator: "\n")[1].prefix(64)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/in/link", withDestinationPath: "\(folder)/out")
      try "faultline port 1\n\(digest) ../out/x\n\(digest) link/x\n"
        .write(toFile: "\(folder)/in/.faultline-port", atomically: true, encoding: .utf8)
      let summary = try PackageWriter(folder: "\(folder)/in").write(
        bytes(["link/y": "1", "z": "2"]))
      #expect(summary.foreign == ["link/y"])
      #expect(summary.written == ["z"])
      #expect(contents("\(folder)/out") == ["x": "kept"])
    }
  }
}

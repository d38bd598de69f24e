// Folders of sources: which targets they are, and what is read from them.

import Foundation
import Testing

@testable import FaultlinePort

@Suite("Folders of sources")
struct SourceFolderTests {
  /// Runs a test in a folder with files, which is removed afterwards.
  private func inFolder(_ files: [String: String], _ test: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, text) in files {
      let whole = "\(folder)/\(path)"
      let parent = whole.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: "/" + parent, withIntermediateDirectories: true)
      try text.write(toFile: whole, atomically: true, encoding: .utf8)
    }
    try test(folder)
  }

  @Test("a package stands for its targets, and a manifest above names a folder")
  func targets() throws {
    let manifest = """
      let package = Package(name: "P", targets: [
        .target(name: "Kit", dependencies: [.target(name: "Gone")], path: "Source"),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
        .target(name: "Elsewhere", path: "../Elsewhere"),
      ])
      """
    try inFolder([
      "P/Package.swift": manifest, "P/Source/A.swift": "", "P/Tests/KitTests/T.swift": "",
      "Other/x.swift": "",
    ]) { folder in
      let ofPackage = try TargetList(["\(folder)/P"]).entries
      #expect(
        ofPackage.map { "\($0.name) \($0.folder.dropFirst(folder.count))" }
          == ["Kit /P/Source", "KitTests /P/Tests/KitTests"])
      let others = try TargetList([
        "\(folder)/P/Source/", "\(folder)/Other", "New=\(folder)/Other",
      ]).entries
      #expect(
        others.map(\.name) == ["Kit", "Other", "New"])
      #expect(throws: TargetList.Problem.notAFolder("\(folder)/none")) {
        try TargetList(["\(folder)/none"])
      }
      #expect(throws: TargetList.Problem.sameName("A", "\(folder)/P", "\(folder)/Other")) {
        try TargetList(["A=\(folder)/P", "A=\(folder)/Other"])
      }
    }
  }

  @Test("sources, models and resources are read, and the rest is not")
  func reading() throws {
    let model = "<model><entity name=\"A\" representedClassName=\"A\"></entity></model>"
    try inFolder([
      "A/x.swift": "let x = 1", "A/b/y.swift": "", "A/.hidden/z.swift": "", "A/Pods/p.swift": "",
      "A/Inner/i.swift": "", "A/old.m": "", "A/Package.swift": "", "A/seed.json": "{}",
      "A/b/seed.json": "[]", "A/Info.plist": "", "A/notes.md": "",
      "A/M.xcdatamodeld/V1.xcdatamodel/contents": model,
      "A/M.xcdatamodeld/V2.xcdatamodel/contents": model,
      "A/Fixtures/M.momd/V1.mom": "compiled", "A/Fixtures/M.momd/VersionInfo.plist": "bplist",
      "A/Map.xcmappingmodel/xcmapping.xml": "<database/>", "A/Fixtures/Map.cdm": "compiled",
    ]) { folder in
      let target = try SourceFolder.target(
        name: "A", at: "\(folder)/A", displayedAs: "A", excluding: ["\(folder)/A/Inner"])
      #expect(target.sources.map(\.path) == ["b/y.swift", "x.swift"])
      #expect(target.models.map(\.currentName) == ["V2"])
      #expect(
        target.resources.map(\.path) == [
          "M.momd/V1.mom/contents", "M.momd/V2.mom/contents", "M.momd/VersionInfo.plist",
          "Map.cdm/xcmapping.xml", "seed.json",
        ])
      #expect(
        target.findings.map { "\($0.path) \($0.reason)" }.sorted() == [
          "A/b/seed.json another resource has the same name, and only one of them is in the bundle",
          "A/old.m is not written in Swift",
        ])
    }
  }

  @Test("paths are made absolute and relative")
  func paths() {
    #expect(FileSystem.absolute("/a/./b//../c/") == "/a/c")
    #expect(FileSystem.absolute("/../..") == "/")
    #expect(FileSystem.relative("/a/b/c", from: "/a/d") == "../b/c")
    #expect(FileSystem.relative("/a", from: "/a") == ".")
  }
}

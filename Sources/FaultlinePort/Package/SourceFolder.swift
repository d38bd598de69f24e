// A folder of an app's sources: what is in it, read into memory.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a folder of sources, models and resources.
package struct SourceFolder {
  /// A folder or a file that cannot be read.
  package struct Unreadable: Error {
    package let path: String
  }

  private let root: String
  private let name: String
  /// Folders that belong to other targets, as absolute paths.
  private let excluded: Set<String>
  private var target: PortTarget
  private var looseVersions: [(name: String, model: ModelSource)] = []

  /// Reads a folder as a target.
  package static func target(
    name: String, at path: String, displayedAs folder: String, excluding excluded: Set<String> = []
  ) throws(Unreadable) -> PortTarget {
    var reader = SourceFolder(
      root: path, name: name, excluded: excluded,
      target: PortTarget(name: name, folder: folder))
    guard FileSystem.kind(of: path) == .folder else { throw Unreadable(path: folder) }
    reader.readTree()
    reader.target.sources.sort { $0.path < $1.path }
    reader.removeCompiledModels()
    return reader.target
  }

  private static let skippedFolders: Set<String> = [
    "Pods", "Carthage", "DerivedData", "node_modules", "fastlane",
  ]
  private static let skippedExtensions: Set<String> = [
    "xcassets", "playground", "xcodeproj", "xcworkspace", "docc", "framework", "xcframework",
    "storyboard", "xib", "imageset", "app",
  ]
  private static let resourceExtensions: Set<String> = [
    "json", "plist", "sqlite", "sqlite3", "db", "txt", "csv", "xml", "strings", "stringsdict",
    "xcstrings", "geojson", "gz", "zip", "data", "bin", "html", "jpg", "jpeg", "png", "mom", "omo",
    "cdm", "yaml", "yml", "store",
  ]
  private static let resourceFolders: Set<String> = ["momd", "lproj", "bundle", "cdm"]
  private static let modelFolders: Set<String> = [
    "xcdatamodeld", "xcdatamodel", "xcmappingmodel", "xcmapping",
  ]

  /// Walks the tree without recursion; links to folders are not followed.
  private mutating func readTree() {
    var waiting = [""]
    while let folder = waiting.popLast() {
      let path = folder.isEmpty ? root : "\(root)/\(folder)"
      for entry in FileSystem.entries(of: path) where !entry.hasPrefix(".") {
        let below = folder.isEmpty ? entry : "\(folder)/\(entry)"
        let ending = FileSystem.pathExtension(of: entry)
        switch FileSystem.kind(of: "\(path)/\(entry)") {
        case .folder:
          if Self.modelFolders.contains(ending) {
            readModel(below, ending)
          } else if Self.resourceFolders.contains(ending) {
            addResources(below, as: entry)
          } else if !Self.skippedFolders.contains(entry),
            !Self.skippedExtensions.contains(ending),
            !excluded.contains("\(path)/\(entry)"),
            FileSystem.kind(of: "\(path)/\(entry)/\(PackageWriter.manifestName)") == nil
          {
            waiting.append(below)
          }
        case .file: readFile(below, ending)
        default: break
        }
      }
    }
  }

  private mutating func readFile(_ path: String, _ ending: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch ending {
    case "swift":
      guard name != "Package.swift", let bytes = FileSystem.bytes(of: "\(root)/\(path)") else {
        return
      }
      target.sources.append(PortTarget.File(path: path, bytes: bytes))
    case "m", "mm", "c", "cpp", "cc":
      target.findings.append(
        PortFinding(
          severity: .file, path: "\(target.folder)/\(path)", line: 1,
          reason: "is not written in Swift"))
    case _ where Self.resourceExtensions.contains(ending) && name != "Info.plist":
      guard let bytes = FileSystem.bytes(of: "\(root)/\(path)") else { return }
      addResource(PortTarget.File(path: name, bytes: bytes), from: path)
    default: break
    }
  }

  /// Bundles are flat, so of two files with one name the second cannot be in it.
  private mutating func addResource(_ file: PortTarget.File, from path: String) {
    guard !target.resources.contains(where: { $0.path == file.path }) else {
      target.findings.append(
        PortFinding(
          severity: .behavior, path: "\(target.folder)/\(path)", line: 1,
          reason: "another resource has the same name, and only one of them is in the bundle"))
      return
    }
    target.resources.append(file)
  }

  private mutating func addResources(_ folder: String, as name: String) {
    for path in FileSystem.files(below: "\(root)/\(folder)") {
      guard let bytes = FileSystem.bytes(of: "\(root)/\(folder)/\(path)") else { continue }
      addResource(PortTarget.File(path: "\(name)/\(path)", bytes: bytes), from: "\(folder)/\(path)")
    }
  }

  // MARK: - Models

  private mutating func readModel(_ folder: String, _ ending: String) {
    let entry = folder.split(separator: "/").last.map(String.init) ?? folder
    let stem = String(entry.dropLast(ending.utf8.count + 1))
    switch ending {
    case "xcmappingmodel", "xcmapping": addResources(folder, as: "\(stem).cdm")
    case "xcdatamodel":
      addResources(folder, as: "\(stem).mom")
      if let model = version(at: folder),
        let found = ModelFolder(name: stem, versions: [(stem, model)], pointer: nil)
      {
        target.models.append(found)
      }
    default:
      var versions: [(name: String, model: ModelSource)] = []
      for entry in FileSystem.entries(of: "\(root)/\(folder)")
      where FileSystem.pathExtension(of: entry) == "xcdatamodel" {
        let name = String(entry.dropLast(12))
        addResources("\(folder)/\(entry)", as: "\(stem).momd/\(name).mom")
        if let model = version(at: "\(folder)/\(entry)") { versions.append((name, model)) }
      }
      let pointer = FileSystem.bytes(of: "\(root)/\(folder)/.xccurrentversion")
      guard let found = ModelFolder(name: stem, versions: versions, pointer: pointer) else {
        target.findings.append(
          PortFinding(
            severity: .compilation, path: "\(target.folder)/\(folder)", line: 1,
            reason: "no version of the model can be read"))
        return
      }
      target.models.append(found)
      addResource(
        PortTarget.File(path: "\(stem).momd/VersionInfo.plist", bytes: found.versionInfo),
        from: folder)
    }
  }

  private func version(at folder: String) -> ModelSource? {
    FileSystem.bytes(of: "\(root)/\(folder)/contents").flatMap(ModelSource.init(xml:))
  }

  /// A compiled model beside its source has the same name in the bundle; the source wins.
  private mutating func removeCompiledModels() {
    let names = Set(target.models.map { "\($0.name).momd" })
    let written = Set(
      target.resources.filter {
        $0.path.hasSuffix(".momd/VersionInfo.plist") && $0.bytes.isModelIndex
      }
      .map { String($0.path.prefix { $0 != "/" }) })
    target.resources.removeAll { file in
      let folder = String(file.path.prefix { $0 != "/" })
      guard names.contains(folder), written.contains(folder) else { return false }
      let isSource = file.path.hasSuffix("/contents") || file.path.contains(".mom/")
      return !isSource && !(file.path.hasSuffix("/VersionInfo.plist") && file.bytes.isModelIndex)
    }
    // The same holds for a compiled mapping model, which is a file.
    let folders = Set(
      target.resources.filter { $0.path.contains("/") }.map { String($0.path.prefix { $0 != "/" }) }
    )
    target.resources.removeAll { folders.contains($0.path) }
    target.findings.removeAll { finding in
      finding.severity == .behavior && names.contains { finding.path.contains("\($0)/") }
    }
    target.resources.sort { $0.path < $1.path }
  }
}

extension ModelFolder {
  /// The file by which a compiled model names its current version.
  var versionInfo: [UInt8] {
    let name = currentName.map { character -> String in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>NSManagedObjectModel_CurrentVersionName</key>
        <string>\(name.joined())</string>
      </dict>
      </plist>

      """.utf8)
  }
}

extension [UInt8] {
  /// A Boolean value that indicates whether the bytes are a version index in XML, as a port writes it.
  fileprivate var isModelIndex: Bool { starts(with: Array("<?xml".utf8)) }
}

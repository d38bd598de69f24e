// Finds the XML text of a model on the disk: in a versioned folder, in a folder, or by itself.

import Foundation

/// The text of one version of a model.
struct ModelFile {
  /// The file as a message names it, from the name that was given on.
  let name: String
  let data: Data

  /// More than any model of a person has, and little enough to hold in memory.
  private static let sizeLimit = 32 << 20

  init(name: String, data: Data) {
    self.name = name
    self.data = data
  }

  init(at url: URL) throws(GraphError) {
    guard url.isFileURL else {
      throw Self.unusable("'\(url.absoluteString)' is no place on the disk; give a file URL.")
    }
    let place = try Self.contents(of: url.resolvingSymlinksInPath(), name: url.lastPathComponent)
    name = place.name
    data = try Self.read(place.url, name: place.name, limit: Self.sizeLimit)
  }

  private typealias Place = (url: URL, name: String)

  /// Follows a folder down to the XML file in it.
  private static func contents(of url: URL, name: String) throws(GraphError) -> Place {
    guard let names = try folder(url, name) else { return (url, name) }
    if names.contains("contents") {
      return (url.appendingPathComponent("contents"), name + "/contents")
    }
    let versions = names.filter { $0.hasSuffix(".xcdatamodel") }
    guard !versions.isEmpty else {
      throw unusable(
        "'\(name)' holds no model; give an .xcdatamodeld or .xcdatamodel folder that Xcode 4 or "
          + "later saved.")
    }
    let version = try currentVersion(of: versions, url, name)
    let inner = (url.appendingPathComponent(version), "\(name)/\(version)")
    guard try folder(inner.0, inner.1)?.contains("contents") == true else {
      throw unusable("'\(inner.1)' holds no file 'contents'; save the model with Xcode 4 or later.")
    }
    return (inner.0.appendingPathComponent("contents"), inner.1 + "/contents")
  }

  /// The version that `.xccurrentversion` names; without it the last by name, as a person counts.
  private static func currentVersion(
    of versions: [String], _ url: URL, _ name: String
  ) throws(GraphError) -> String {
    let ordered = versions.sorted { one, other in
      let (one, other) = (one.dropLast(12), other.dropLast(12))
      let order = one.compare(other, options: .numeric)
      return order == .orderedSame ? one < other : order == .orderedAscending
    }
    let pointer = url.appendingPathComponent(".xccurrentversion")
    guard FileManager.default.fileExists(atPath: pointer.path) else { return ordered.last ?? "" }
    let title = name + "/.xccurrentversion"
    let data = try read(pointer, name: title, limit: 1 << 16)
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let current = (list as? [String: Any])?["_XCCurrentVersionName"] as? String else {
      throw unusable("'\(title)' is no property list that names the current version.")
    }
    guard ordered.contains(current) else {
      throw unusable(
        "'\(title)' names '\(current)', and there is \(ordered.joined(separator: ", ")).")
    }
    return current
  }

  /// The names in a folder in order; nil if it is a file.
  private static func folder(_ url: URL, _ name: String) throws(GraphError) -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw unusable("There is no '\(name)'.")
    }
    guard isFolder.boolValue else { return nil }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    } catch {
      throw unusable("The folder '\(name)' cannot be read.", error)
    }
  }

  /// Reads a regular file: a pipe or a device might never end.
  private static func read(_ url: URL, name: String, limit: Int) throws(GraphError) -> Data {
    do {
      let file = url.resolvingSymlinksInPath()
      let kind = try FileManager.default.attributesOfItem(atPath: file.path)[.type]
      guard kind as? FileAttributeType == .typeRegular else {
        throw unusable("'\(name)' is no file that holds a model.")
      }
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else {
        throw unusable("'\(name)' is larger than \(limit >> 10) KiB; no model is.")
      }
      return data
    } catch let error as GraphError {
      throw error
    } catch {
      throw unusable("'\(name)' cannot be read.", error)
    }
  }

  private static func unusable(_ message: String, _ cause: (any Error)? = nil) -> GraphError {
    GraphError(.invalidModel, message, underlying: cause)
  }
}

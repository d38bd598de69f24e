// A folder that model tests write into, and that is gone after them.

import Faultline
import Foundation
import Testing

/// A folder of a test's own.
final class ModelFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and the folders above it.
  @discardableResult
  func write(_ data: Data, to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  /// A model whose file `contents` has this text.
  func load(_ text: String) throws(GraphError) -> ManagedObjectModel {
    do {
      let file = try write(Data(text.utf8), to: "contents")
      return try ManagedObjectModel(contentsOf: file)
    } catch let error as GraphError {
      throw error
    } catch {
      throw GraphError(.open, "\(error)")
    }
  }
}

/// A model of XML text: what stands between `<model>`, which is line 1, and `</model>`.
func loadModel(_ lines: String) throws -> ManagedObjectModel {
  try ModelFolder().load("<model>\n\(lines)\n</model>\n")
}

/// The whole text of the error that a body throws.
func modelError(_ body: () throws -> ManagedObjectModel) -> String {
  do {
    let model = try body()
    return "no error: \(model.entities.map(\.name))"
  } catch {
    return "\(error)"
  }
}

// The package to which a test belongs, and the files that the test names in it.

internal import FaultlineScenarios
internal import Foundation

/// The package around a file of tests.
struct TestedPackage {
  /// Its folder; nil where no folder above the file has a manifest.
  let root: String?

  /// Looks for the nearest folder with a manifest.
  init(around file: String) {
    var folder = FilePath.folder(of: file)
    while !folder.isEmpty, folder != "/", !Self.isThere("\(folder)/Package.swift") {
      folder = FilePath.folder(of: folder)
    }
    root = folder.isEmpty || folder == "/" ? nil : folder
  }

  /// A file by its path from the package's folder, or from the root.
  func file(_ path: String) throws(Diagnostic) -> String {
    guard path.hasPrefix("/") || root != nil else {
      throw Diagnostic(
        "no folder above the test has a Package.swift from which the path could begin", file: path,
        notes: ["write the path from the root on"])
    }
    let whole = path.hasPrefix("/") ? path : "\(root ?? "")/\(path)"
    guard Self.isThere(whole) else {
      let folder = FilePath.folder(of: whole)
      let known = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let near = Spelling.question(for: FilePath.name(of: whole), among: known.sorted())
      let sought = path.hasPrefix("/") ? "" : ", from the folder of the package, \(root ?? "")"
      throw Diagnostic("there is no such file\(sought)\(near)", file: path)
    }
    return whole
  }

  private static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}

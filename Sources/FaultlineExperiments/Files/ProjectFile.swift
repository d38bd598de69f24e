// faultline.yaml: what a project says once for all of its scenarios.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// The file of the project in which the program was started.
package enum ProjectFile {
  /// The file, looked for from here up to the root of the repository; nil where there is none.
  package static var path: String? {
    var folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).standardizedFileURL
    while true {
      let file = folder.appendingPathComponent(GateReader.projectFile).path
      if FileManager.default.fileExists(atPath: file) { return file }
      let isRoot = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(".git").path)
      guard !isRoot, folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// Reads the gate settings of the project.
  package static func gate() throws(Diagnostic) -> GateSettings {
    guard let path else { return GateSettings() }
    let file = try InterruptibleReader().read(path)
    let here = FileManager.default.currentDirectoryPath + "/"
    return try GateReader.project(
      file.text, file: path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path)
  }
}

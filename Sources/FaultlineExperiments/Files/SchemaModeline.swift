// The line of a scenario by which an editor with a YAML language server finds the schema. It may stand anywhere; at the end
// it moves no other line.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// Where a scenario's schema is, as its last line says it.
package struct SchemaModeline {
  private static let start = "# yaml-language-server: "

  /// A path or a URL; a relative one begins at the scenario's folder.
  package let schema: String

  /// The line, with its end.
  package var line: String { "\(Self.start)$schema=\(schema)\n" }

  /// Whether a line is such a one.
  package static func isOne(_ line: some StringProtocol) -> Bool { line.hasPrefix(start) }

  /// The schema that is installed beside this program, or the one that 'faultline schema' writes beside the scenario.
  package static var ofThisProgram: SchemaModeline {
    SchemaModeline(beside: ChildProcess.ownExecutable)
  }

  package init(schema: String) { self.schema = schema }

  package init(beside executable: String) {
    let prefix = FilePath.folder(of: FilePath.folder(of: executable))
    let installed = FilePath.joined(prefix, "share/faultline/schemas/scenario.schema.json")
    let isThere = FileManager.default.fileExists(atPath: installed)
    schema = isThere ? installed : "scenario.schema.json"
  }
}

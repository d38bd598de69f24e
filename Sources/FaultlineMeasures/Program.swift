// Which program measured: the version that people know, and what distinguishes two builds of it.

import Foundation

/// The identity of a program.
package struct Program: Sendable, Codable, Hashable {
  /// The version, as `faultline version` prints it.
  package var version: String
  /// The build id that the linker has written into the program; `none` where there is none.
  package var build: String

  /// Identifies a program.
  package init(version: String, build: String) {
    self.version = version
    self.build = build
  }

  /// The version of this source.
  package static let version = "0.1.0"

  /// What stands for the build id of a program that has none.
  package static let noBuild = "none"

  /// The program that runs: its build id is read from its own file, which cannot be another one meanwhile.
  package static let current = Program(
    version: version, build: ELFNotes(of: Machine.runningProgram)?.buildID ?? noBuild)
}

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

/// What a revision is called.
package enum RevisionName {
  /// What stands behind a commit where the working tree differs from it.
  package static let changed = "+changes"

  /// A name for tables and charts: of a commit the first twelve letters, with the mark of a changed tree; any other name
  /// as it is.
  package static func short(_ name: String) -> String {
    let isChanged = name.hasSuffix(changed)
    let commit = isChanged ? name.dropLast(changed.count) : name[...]
    guard commit.count >= 40, commit.allSatisfy(\.isHexDigit) else { return name }
    return commit.prefix(12) + (isChanged ? changed : "")
  }
}

/// Names texts by sixteen hexadecimal digits, the same in every process and on every machine.
package enum Fingerprint {
  /// The fingerprint of texts in their order.
  package static func of(_ texts: some Sequence<String>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for text in texts {
      text.utf8.forEach(take)
      // The zero keeps "a", "bc" and "ab", "c" apart.
      take(0)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

// What the list of a port says.

/// Something that is not ported, or not the same on Linux.
package struct PortFinding: Hashable, Sendable {
  /// What a finding blocks, the worst first.
  package enum Severity: Int, Comparable, CaseIterable, Sendable {
    /// The file is left out.
    case file
    /// The file does not compile as it is.
    case compilation
    /// The file compiles, and something does nothing or does something else.
    case behavior

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  package var severity: Severity
  package var path: String
  package var line: Int
  package var reason: String

  package init(severity: Severity, path: String, line: Int, reason: String) {
    self.severity = severity
    self.path = path
    self.line = line
    self.reason = reason
  }
}

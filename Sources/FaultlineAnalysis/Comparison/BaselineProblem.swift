// A baseline that cannot be used.

package import FaultlineMeasures

/// A file that holds no usable baseline.
package struct BaselineProblem: Sendable, Hashable {
  /// The scenario whose baseline it is.
  package var scenario: String
  /// The file.
  package var file: String
  /// The line that is at fault, from 1, if there is one.
  package var line: Int?
  /// What is wrong, as the rest of a sentence.
  package var reason: String
  /// What helps, with the commands.
  package var remedies: [String]

  /// Describes a problem.
  package init(scenario: String, file: String, line: Int?, reason: String, remedies: [String]) {
    self.scenario = scenario
    self.file = file
    self.line = line
    self.reason = reason
    self.remedies = remedies
  }

  /// The place in the file.
  package var place: SourcePlace { SourcePlace(file: file, line: line ?? 1, column: 1) }
}

// Errors that are shown to a user as they are.

package import FaultlineMeasures
package import FaultlineScenarios

/// An error that is shown to the user as it stands, with the exit status it leads to.
package protocol ReportedError: Error {
  var sentence: String { get }
  /// The sentence as it is printed: with the program's name, unless it begins with a file's.
  var printed: String { get }
  var status: ExitStatus { get }
}

extension ReportedError {
  package var printed: String { "faultline: \(sentence)" }
}

extension Diagnostic: ReportedError {
  package var sentence: String { description }
  package var printed: String { description }
  package var status: ExitStatus { isAboutLostOutput ? .internalError : .wrongUse }
}

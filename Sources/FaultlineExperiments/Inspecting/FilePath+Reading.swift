// What the engine finds in a file, and what it says is wrong there.

package import Faultline
package import FaultlineScenarios
package import Foundation

extension FilePath {
  /// What is found in a file, or what is wrong with it, under the name that the user gave it.
  package static func reading<Found>(
    _ file: String, _ find: (URL) throws(GraphError) -> Found
  ) throws(Diagnostic) -> Found {
    do throws(GraphError) {
      return try find(url(file))
    } catch {
      throw Diagnostic(error.message, file: file, notes: error.detailed.map(\.message))
    }
  }
}

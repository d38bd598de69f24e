// What the engine finds in a file, and what it says is wrong there.

import Faultline
package import FaultlineScenarios
package import Foundation

extension FilePath {
  /// Returns what is found in a file, or throws what is wrong with it under the name that the user gave it.
  package static func reading<Found>(
    _ file: String, _ find: (URL) throws -> Found
  ) throws(Diagnostic) -> Found {
    do {
      return try find(url(file))
    } catch let error as GraphError {
      throw Diagnostic(error.message, file: file, notes: error.detailed.map(\.message))
    } catch {
      throw Diagnostic("\(error)", file: file)
    }
  }
}

// Which program this is: what one build has made and kept is not taken for the work of another.

import Foundation

/// The file of the running program.
enum ProgramFacts {
  /// Its size and age.
  static let words: [String] = {
    let path = ChildProcess.ownExecutable
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    let age = (facts?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    return ["\(facts?[.size] as? Int ?? 0)", "\(age)"]
  }()
}

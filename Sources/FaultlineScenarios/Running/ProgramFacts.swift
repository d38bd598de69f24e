// The running program: its file, and the libraries that it is linked with.

import CYAML
package import FaultlineMeasures
import FaultlineProfiler
import FaultlineSQLite
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

/// The libraries that the program is linked with.
package enum Libraries {
  /// Their versions, by name.
  package static var versions: [Setting] {
    let allocator = (try? AllocatorOptions.read())?.version ?? "not jemalloc"
    return [
      Setting(name: "jemalloc", value: allocator),
      Setting(name: "libyaml", value: String(cString: yaml_get_version_string())),
      Setting(name: "sqlite", value: SQLiteLibrary.version),
    ]
  }
}

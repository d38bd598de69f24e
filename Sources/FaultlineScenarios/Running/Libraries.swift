// Which libraries a result rests on.

import CYAML
package import FaultlineMeasures
import FaultlineProfiler
import FaultlineSQLite

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

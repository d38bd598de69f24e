// Which program this is, and which libraries it runs with: what a report of a fault has to say.

import CFaultline
import FaultlineMeasures
import FaultlineScenarios

/// What 'version' and 'doctor' say of the program.
enum ProgramDescription {
  /// The commit that it was built from, as `.ci/build` notes it.
  static var commit: String {
    faultline_commit().map { String(cString: $0) } ?? "not recorded by the build"
  }

  /// The program, by name.
  static var identity: [(String, String)] {
    [("commit", commit), ("build id", Program.current.build)]
  }

  /// A function of each library, by which the file that it was loaded from is found.
  private static let functions = [
    "jemalloc": "mallctl", "libyaml": "yaml_get_version_string", "sqlite": "sqlite3_libversion",
  ]

  /// The libraries with their versions, each with the file that it was loaded from.
  static var libraries: [(String, String)] {
    Libraries.versions.map { library in
      let file = functions[library.name].flatMap { faultline_library_having($0) }.map {
        String(cString: $0)
      }
      return (library.name, "\(library.value.plain) (\(file ?? "inside of the program"))")
    }
  }
}

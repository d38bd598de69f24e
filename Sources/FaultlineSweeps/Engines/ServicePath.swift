// What both services ask of a plan: a folder in the repository, with a name that their patterns leave alone, and not
// too many jobs.

import FaultlineScenarios

/// The folder of a sweep in the files of a CI service.
enum ServicePath {
  /// What the program needs of Debian's libraries; it brings Swift's.
  static let libraries =
    "apt-get update -q && apt-get install -yq --no-install-recommends"
    + " libsqlite3-0 libjemalloc2 libyaml-0-2 zlib1g libxml2"

  /// A word between double quotes, as YAML reads it back.
  static func inYAML(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// Refuses what such a service cannot run.
  static func check(
    _ facts: SubmissionFacts, most: Int, for submission: any Submission.Type
  ) throws(Diagnostic) {
    guard facts.shards <= most else {
      throw Diagnostic(
        "\(submission.engine) runs at most \(most) jobs side by side, and the plan has \(facts.shards) shards",
        notes: ["plan it with --shards \(most) or fewer"])
    }
    for path in [facts.sweep, facts.out] {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw Diagnostic(
          "\(path.inQuotes) lies outside of the repository, where no job of \(submission.engine) finds it",
          notes: ["name the folder as it is called in the repository, such as sweep"])
      }
      if let sign = path.unicodeScalars.first(where: isPattern) {
        throw Diagnostic(
          "\(path.inQuotes) has a \(String(Character(sign)).inQuotes), which \(submission.engine) takes for a mark "
            + "of its own",
          notes: ["give the folder another name"])
      }
    }
  }

  /// What stands for other names in lists of artifacts, or for variables.
  private static func isPattern(_ scalar: Unicode.Scalar) -> Bool {
    "*?[]{}!|<>:\"\\$#,".unicodeScalars.contains(scalar)
      || scalar.properties.generalCategory == .control
  }
}

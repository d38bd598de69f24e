// What runs a plan on an engine: a text to be saved, read and run, with the merge behind the shards.

package import FaultlineScenarios

/// What every submission is made of.
package struct SubmissionFacts: Equatable, Sendable {
  /// The folder of the sweep, as the tasks find it.
  package var sweep: String
  /// The program, as the tasks find it; a service builds its own.
  package var program: String
  /// The folder of the merged result.
  package var out: String
  package var shards: Int

  package init(sweep: String, program: String, out: String, shards: Int) {
    self.sweep = sweep
    self.program = program
    self.out = out
    self.shards = shards
  }

  /// The folder's own name, in letters that every engine takes for a job's.
  var jobName: String {
    let last = sweep.split(separator: "/").last.map(String.init) ?? ""
    let plain = last.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "-"
    }
    return "faultline-" + (plain.isEmpty ? "sweep" : String(plain))
  }
}

/// A kind of submission.
package protocol Submission: Sendable {
  /// The word that chooses it.
  static var name: String { get }
  /// What it is a submission to, as people call it.
  static var engine: String { get }
  /// Whether the tasks run where this machine's folders are, so that it can be submitted from here.
  static var isSubmittedHere: Bool { get }
  /// The whole text, or why this engine cannot run such a plan.
  static func text(_ facts: SubmissionFacts) throws(Diagnostic) -> String
}

/// All of them: a further one is a file beside this one and a line here.
package enum Submissions {
  package static let all: [any Submission.Type] = [
    SlurmSubmission.self,
    ParallelSubmission.self,
    GitHubSubmission.self,
    GitLabSubmission.self,
  ]
}

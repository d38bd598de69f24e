// What a submission says, and what it refuses.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSweeps

struct `A submission` {
  private static let hostile = #"/shared/it's "100%" {1} $HOME `x`"#

  private func facts(_ sweep: String = "/shared/sweep", shards: Int = 8) -> SubmissionFacts {
    SubmissionFacts(
      sweep: sweep, program: "/opt/it's/faultline", out: sweep + "/merged", shards: shards)
  }

  private func complaint(_ facts: SubmissionFacts, _ kind: any Submission.Type) -> String? {
    do throws(Diagnostic) {
      _ = try kind.text(facts)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `is chosen by a word of its own`() {
    #expect(Submissions.all.map { $0.name } == ["slurm", "parallel", "github", "gitlab"])
    #expect(
      Submissions.all.filter { $0.isSubmittedHere }.map { $0.name } == ["slurm", "parallel"])
  }

  /// A shell reads every word back as it was, whatever is in the names.
  @Test(arguments: ["/shared/sweep", hostile])
  func `of Slurm's is a script that a shell takes, with the plan's words in it`(sweep: String)
    throws
  {
    let text = try SlurmSubmission.text(facts(sweep))
    let words = try said(by: text, commands: ["sbatch", "scontrol"])
    #expect(words.contains("sbatch <--array=1-8>"))
    #expect(words.contains("sbatch <--requeue>"))
    #expect(words.contains("sbatch <--dependency=afterany:41>"))
    #expect(words.contains("sbatch <--chdir=\(sweep)>"))
    // A % of a folder's is none of Slurm's marks.
    let logs = sweep.replacing("%", with: "%%") + "/logs"
    #expect(words.contains("sbatch <--output=\(logs)/shard-%a.log>"))
    #expect(words.contains("sbatch <--output=\(logs)/merge-%j.log>"))
    #expect(words.contains("The shards are job 41, and their merge is job 41."))
  }

  /// Runs a script with commands that only print their words, and gives back what was printed.
  private func said(by text: String, commands: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-submission-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      mkdir() { :; }
      sbatch() { for word in "$@"; do printf 'sbatch <%s>\\n' "$word" >&2; done; cat >/dev/null; echo '41;cluster'; }
      scontrol() { echo 'MaxArraySize            = 1001'; }
      \(text)
      """
    let file = folder.appending(path: "script")
    try Data(script.utf8).write(to: file)
    let report = ChildProcess(
      executable: "/bin/bash",
      arguments: [
        "-c", "exec bash \"$1\" >\"$2\" 2>&1", "bash", file.path,
        folder.appending(path: "out").path,
      ],
      timeout: .seconds(60)
    ).run()
    let output = try String(contentsOf: folder.appending(path: "out"), encoding: .utf8)
    #expect(report.ending == .exited(0), "\(output)")
    return output
  }
}

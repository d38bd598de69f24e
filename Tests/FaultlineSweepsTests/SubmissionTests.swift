// What a submission says, and what it refuses.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSweeps

struct `A submission` {
  private static let hostile = #"/shared/it's "100%" {1} $HOME `x`"#
  /// A name that would turn a terminal's colors and its reading order.
  private static let steering = "/shared/it's \u{1B}[31m\\ \u{202E}7\u{FEFF}"

  private func facts(_ sweep: String = "/shared/sweep", shards: Int = 8) -> SubmissionFacts {
    SubmissionFacts(
      sweep: sweep, program: "/opt/it's/faultline", out: sweep + "/merged", shards: shards)
  }

  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && [.control, .format].contains(scalar.properties.generalCategory)
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
  @Test(arguments: ["/shared/sweep", hostile, steering])
  func `of Slurm's is a script that a shell takes, with the plan's words in it`(sweep: String)
    throws
  {
    let text = try SlurmSubmission.text(facts(sweep))
    #expect(!text.unicodeScalars.contains { Self.isSteering($0) })
    let words = try said(by: text)
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

  /// Paths reach the tasks as variables, in which parallel sees no marks of its own.
  @Test(arguments: ["/shared/sweep", hostile, steering])
  func `of GNU parallel's merges whatever its jobs have ended with`(sweep: String) throws {
    let text = try ParallelSubmission.text(facts(sweep))
    #expect(!text.unicodeScalars.contains { Self.isSteering($0) })
    let words = try said(by: text)
    #expect(words.contains("parallel <--filter-hosts>"))
    #expect(
      words.contains(
        #"parallel <"$FAULTLINE_SWEEP_PROGRAM" sweep run "$FAULTLINE_SWEEP_FOLDER" --shard {}/8 --no-progress>"#
      ))
    let numbers = words.drop { $0 != "parallel <:::>" }.dropFirst().prefix {
      $0.hasPrefix("parallel")
    }
    #expect(numbers.elementsEqual((1...8).map { "parallel <\($0)>" }))
    #expect(words.contains("GNU parallel ended with status 3; the merge says what is missing."))
    #expect(
      words.suffix(5) == [
        "merged <sweep>", "merged <merge>", "merged <\(sweep)>", "merged <--out>",
        "merged <\(sweep)/merged>",
      ])
  }

  /// An array ends before the number that the controller says.
  @Test func `of Slurm's refuses more shards than an array may have`() throws {
    let refused = try said(by: try SlurmSubmission.text(facts(shards: 1_001)), status: 3)
    #expect(
      refused == [
        "An array has at most 1000 tasks here (MaxArraySize), and the plan has 1001 shards: "
          + "plan it with --shards 1000."
      ])
    let taken = try said(by: try SlurmSubmission.text(facts(shards: 1_000)))
    #expect(taken.contains("sbatch <--array=1-1000>"))
  }

  @Test func `has a name for its jobs that every engine takes`() {
    #expect(facts("/a/sweep-2_b").jobName == "faultline-sweep-2_b")
    #expect(facts("/a/it's größer %1").jobName == "faultline-it-s-gr--er--1")
    #expect(facts("/").jobName == "faultline-sweep")
  }

  @Test(arguments: [
    (GitHubSubmission.self as any Submission.Type, 256, "GitHub Actions"),
    (GitLabSubmission.self, 200, "GitLab"),
  ])
  func `of a service has no more jobs than it runs`(
    kind: any Submission.Type, most: Int, name: String
  ) {
    #expect(complaint(facts("sweep", shards: most), kind) == nil)
    #expect(
      complaint(facts("sweep", shards: most + 1), kind)
        == "\(name) runs at most \(most) jobs side by side, and the plan has \(most + 1) shards")
    #expect(
      complaint(facts("/tmp/sweep"), kind)
        == "'/tmp/sweep' lies outside of the repository, where no job of \(name) finds it")
    #expect(
      complaint(facts("a/../../sweep"), kind)
        == "'a/../../sweep' lies outside of the repository, where no job of \(name) finds it")
    #expect(
      complaint(facts("what*"), kind)
        == "'what*' has a '*', which \(name) takes for a mark of its own")
  }

  /// The parts that make a merge depend on its shards.
  @Test func `of a service merges whatever became of its shards`() throws {
    let workflow = try GitHubSubmission.text(facts("it's a sweep", shards: 20))
    for part in [
      #"  SWEEP: "it's a sweep""#, "      fail-fast: false",
      "          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,\n          17, 18, 19, 20\n",
      "          FAULTLINE_SHARD: ${{ strategy.job-index }}/${{ strategy.job-total }}",
      "    needs: [program, shard]\n",
      "    if: always() && needs.program.result == 'success'\n",
    ] { #expect(workflow.contains(part), "\(part)") }
    let pipeline = try GitLabSubmission.text(facts("it's a sweep", shards: 20))
    for part in [
      #"  SWEEP: "it's a sweep""#, "  parallel: 20\n",
      "  needs: [program, shard]\n  when: always\n",
      #"    - program/faultline sweep run "$SWEEP" --shard auto"#,
    ] { #expect(pipeline.contains(part), "\(part)") }
  }

  /// The services' own schemas, where the checker is at hand.
  @Test(arguments: [1, 200])
  func `of a service fits the service's schema`(shards: Int) throws {
    let tools = ProcessInfo.processInfo.environment["FAULTLINE_SCHEMAS"].map {
      URL(filePath: $0).appending(path: "tools")
    }
    guard let tools, FileManager.default.fileExists(atPath: tools.path) else {
      print("Skipped: FAULTLINE_SCHEMAS names no folder with tools ('.ci/schemas' makes one).")
      return
    }
    let kinds: [(any Submission.Type, String)] = [
      (GitHubSubmission.self, "vendor.github-workflows"),
      (GitLabSubmission.self, "vendor.gitlab-ci"),
    ]
    for (kind, schema) in kinds {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "faultline-submission-\(UInt64.random(in: .min ... .max)).yml")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(try kind.text(facts("it's a sweep", shards: shards)).utf8).write(to: file)
      let answer = Outsider.run(
        "python3",
        ["-W", "ignore", "-m", "check_jsonschema", "--builtin-schema", schema, file.path],
        in: tools)
      #expect(answer == "ok -- validation done\n", "\(schema)")
    }
  }

  /// Runs a script with commands that only print their words, and gives back what was printed.
  private func said(by text: String, status: Int = 0) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faultline-submission-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "it's a program").path
    let script = #"""
      mkdir() { :; }
      words() { local name=$1; shift; for word in "$@"; do printf '%s <%s>\n' "$name" "$word"; done >&2; }
      sbatch() { words sbatch "$@"; cat >/dev/null; echo '41;cluster'; }
      scontrol() { echo 'MaxArraySize            = 1001'; }
      parallel() {
        if [ "$1" = --version ]; then echo 'GNU parallel 20221122'; return; fi
        words parallel "$@"
        return 3
      }

      """# + text.replacing("'/opt/it'\\''s/faultline'", with: program.forShell)
    try Data("#!/bin/sh\nfor word in \"$@\"; do echo \"merged <$word>\"; done\n".utf8)
      .write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let (file, output) = (folder.appending(path: "script"), folder.appending(path: "out"))
    try Data(script.utf8).write(to: file)
    let report = ChildProcess(
      executable: "/bin/bash",
      arguments: ["-c", "exec bash \"$1\" >\"$2\" 2>&1", "bash", file.path, output.path],
      timeout: .seconds(60)
    ).run()
    let lines = try String(contentsOf: output, encoding: .utf8)
    #expect(report.ending == .exited(status), "\(lines)")
    return lines.split(separator: "\n").map(String.init)
  }
}

// A workflow of GitHub's: the program is built once, a job of the matrix is a shard, and the merge follows whatever happens.

package import FaultlineScenarios

/// A workflow file.
///
/// GitHub sets no variable that distinguishes one job of a matrix from another, so the workflow passes what it knows.
package enum GitHubSubmission: Submission {
  package static let name = "github"
  package static let engine = "GitHub Actions"
  package static let isSubmittedHere = false
  /// A matrix with more jobs does not run.
  static let mostJobs = 256

  package static func text(_ facts: SubmissionFacts) throws(Diagnostic) -> String {
    try ServicePath.check(facts, most: mostJobs, for: Self.self)
    let numbers = (1...facts.shards).map(String.init)
    let rows = stride(from: 0, to: numbers.count, by: 16).map { start in
      numbers[start..<min(start + 16, numbers.count)].joined(separator: ", ")
    }
    let matrix = rows.joined(separator: ",\n          ")
    return """
      # \(facts.shards) shards of a sweep, each a job of the matrix, and behind them their merge.
      #
      # Save it as .github/workflows/sweep.yml, write the owner and the revision of faultline below, and commit it with
      # the folder of the plan.
      name: Sweep
      on: workflow_dispatch
      permissions:
        contents: read
      env:
        SWEEP: \(ServicePath.inYAML(facts.sweep))
        OUT: \(ServicePath.inYAML(facts.out))

      jobs:
        # Built once: results of two builds are not merged.
        program:
          runs-on: ubuntu-24.04
          container: swift:6.3.1-bookworm
          steps:
            - uses: actions/checkout@v6
              with: {repository: OWNER/faultline, ref: REVISION, persist-credentials: false}
            - uses: actions/cache@v5
              with: {path: .build, key: 'faultline-package-REVISION-${{ runner.arch }}'}
            - run: .ci/package --program --out program
            - uses: actions/upload-artifact@v7
              with: {name: faultline, path: program/faultline}

        shard:
          needs: program
          runs-on: ubuntu-24.04
          container: debian:bookworm-slim
          strategy:
            fail-fast: false
            matrix:
              shard: [
                \(matrix)
              ]
          steps:
            - uses: actions/checkout@v6
              with: {persist-credentials: false}
            - uses: actions/download-artifact@v7
              with: {name: faultline, path: program}
            - run: |
                \(ServicePath.libraries)
            - run: |
                chmod +x program/faultline
                program/faultline sweep run "$SWEEP" --shard auto
              env:
                FAULTLINE_SHARD: ${{ strategy.job-index }}/${{ strategy.job-total }}
            - if: always()
              uses: actions/upload-artifact@v7
              with:
                name: shard-${{ strategy.job-index }}
                path: ${{ env.SWEEP }}/trials
                if-no-files-found: ignore

        merge:
          needs: [program, shard]
          # Whatever became of a shard, the merge says what is missing.
          if: always() && needs.program.result == 'success'
          runs-on: ubuntu-24.04
          container: debian:bookworm-slim
          steps:
            - uses: actions/checkout@v6
              with: {persist-credentials: false}
            - uses: actions/download-artifact@v7
              with: {name: faultline, path: program}
            - uses: actions/download-artifact@v7
              continue-on-error: true
              with:
                pattern: shard-*
                merge-multiple: true
                path: ${{ env.SWEEP }}/trials
            - run: |
                \(ServicePath.libraries)
            - run: |
                chmod +x program/faultline
                program/faultline sweep merge "$SWEEP" --out "$OUT"
            - if: always()
              run: |
                if [ -d "$OUT" ]; then
                  program/faultline report "$OUT" --format html --out "$OUT"
                  program/faultline report "$OUT" --format markdown >> "$GITHUB_STEP_SUMMARY"
                fi
            - if: always()
              uses: actions/upload-artifact@v7
              with:
                name: sweep
                path: ${{ env.OUT }}
                if-no-files-found: ignore

      """
  }
}

// What both services ask of a plan: a folder in the repository, with a name that their patterns leave alone, and not
// too many jobs.

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

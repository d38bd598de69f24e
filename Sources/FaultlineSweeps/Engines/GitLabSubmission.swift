// A pipeline of GitLab's: the program is built once, a parallel job is a shard, and the merge follows whatever happens.

package import FaultlineScenarios

/// A pipeline file.
package enum GitLabSubmission: Submission {
  package static let name = "gitlab"
  package static let engine = "GitLab"
  package static let isSubmittedHere = false
  /// GitLab takes no larger number for `parallel`.
  static let mostJobs = 200

  package static func text(_ facts: SubmissionFacts) throws(Diagnostic) -> String {
    try ServicePath.check(facts, most: mostJobs, for: Self.self)
    return """
      # \(facts.shards) shards of a sweep, each one of the parallel jobs, and behind them their merge.
      #
      # Include it in .gitlab-ci.yml, write the owner and the revision of faultline below, and commit it with the folder
      # of the plan.
      stages: [program, shards, merge]

      variables:
        SWEEP: \(ServicePath.inYAML(facts.sweep))
        OUT: \(ServicePath.inYAML(facts.out))
        FAULTLINE: https://github.com/OWNER/faultline.git
        REVISION: main

      # Built once: results of two builds are not merged.
      program:
        stage: program
        image: swift:6.3.1-bookworm
        cache: {key: 'faultline-package-$REVISION', paths: [.faultline/.build], when: always}
        script:
          - git init -q .faultline
          - git -C .faultline fetch -q --depth 1 "$FAULTLINE" "$REVISION"
          - git -C .faultline checkout -q -f FETCH_HEAD
          - .faultline/.ci/package --program --out program
        artifacts: {paths: [program/faultline], expire_in: 1 week}

      # GitLab numbers parallel jobs from 1, in CI_NODE_INDEX.
      shard:
        stage: shards
        image: debian:bookworm-slim
        needs: [program]
        parallel: \(facts.shards)
        script:
          - \(ServicePath.libraries)
          - program/faultline sweep run "$SWEEP" --shard auto
        artifacts:
          when: always
          paths: [$SWEEP/trials/]
          expire_in: 1 week

      # Whatever became of a shard, the merge says what is missing.
      merge:
        stage: merge
        image: debian:bookworm-slim
        needs: [program, shard]
        when: always
        script:
          - \(ServicePath.libraries)
          - program/faultline sweep merge "$SWEEP" --out "$OUT"
        after_script:
          - |
            if [ -d "$OUT" ]; then
              program/faultline report "$OUT" --format html --out "$OUT"
              program/faultline report "$OUT" --format junit > sweep.xml
            fi
        artifacts:
          when: always
          paths: [$OUT/]
          reports: {junit: sweep.xml}

      """
  }
}

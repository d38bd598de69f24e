// GNU parallel: a shard a job, here or on hosts that ssh reaches, and then the merge.

package import FaultlineScenarios

/// A script that runs all shards with GNU parallel, and merges.
///
/// Paths travel as variables, because parallel would take braces in them for marks of its own.
package enum ParallelSubmission: Submission {
  package static let name = "parallel"
  package static let engine = "GNU parallel"
  package static let isSubmittedHere = true

  package static func text(_ facts: SubmissionFacts) throws(Diagnostic) -> String {
    """
    #!/usr/bin/env bash
    # \(facts.shards) shards of a sweep with GNU parallel, and then their merge.
    #
    #   bash FILE                                      here, as many at once as there are cores
    #   bash FILE --sshloginfile hosts                 on the hosts of this file, one a line, such as 8/user@host
    #   bash FILE --sshlogin 8/one,8/two --jobs 4      on these hosts, four at once on each
    #
    # The hosts find the sweep and the program where this machine does: on a shared disk. A host that cannot be
    # reached is left out, and what it has begun goes to another. A trial that is done is not run again, so all of
    # it can be run as often as wanted.
    set -euo pipefail

    export FAULTLINE_SWEEP_FOLDER=\(facts.sweep.forShell)
    export FAULTLINE_SWEEP_PROGRAM=\(facts.program.forShell)

    # moreutils has another program of that name.
    [[ $(parallel --version 2>/dev/null) == *'GNU parallel'* ]] || {
      printf 'There is no GNU parallel here.\\n' >&2
      exit 3
    }

    mkdir -p "$FAULTLINE_SWEEP_FOLDER/logs"
    # The log of jobs is for people: what is done is known by its files.
    failed=0
    parallel --env FAULTLINE_SWEEP_FOLDER --env FAULTLINE_SWEEP_PROGRAM --filter-hosts --retries 3 \\
      --joblog "$FAULTLINE_SWEEP_FOLDER/logs/parallel.joblog" "$@" \\
      '"$FAULTLINE_SWEEP_PROGRAM" sweep run "$FAULTLINE_SWEEP_FOLDER" --shard {}/\(facts.shards) --no-progress' \\
      ::: {1..\(facts.shards)} || failed=$?
    [ "$failed" -eq 0 ] || printf 'GNU parallel ended with status %s; the merge says what is missing.\\n' "$failed" >&2

    exec "$FAULTLINE_SWEEP_PROGRAM" sweep merge "$FAULTLINE_SWEEP_FOLDER" --out \(facts.out.forShell)

    """
  }
}

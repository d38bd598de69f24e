// An array of Slurm's, a task a shard, and the merge that waits for all of them however they end.

package import FaultlineScenarios

/// A script that submits the array and the merge.
///
/// Shards are numbered as Slurm's tasks are, so that a few of them can be submitted again by their numbers. What is done is
/// known by its files: a task that is requeued runs what is missing.
package enum SlurmSubmission: Submission {
  package static let name = "slurm"
  package static let engine = "Slurm"
  package static let isSubmittedHere = true

  package static func text(_ facts: SubmissionFacts) throws(Diagnostic) -> String {
    """
    #!/usr/bin/env bash
    # \(facts.shards) shards of a sweep as one array of Slurm's, and behind them their merge.
    #
    #   bash FILE                                      submits both
    #   bash FILE --partition=short --time=30          with options of sbatch's for the shards
    #   SHARDS=3,7 bash FILE                           these shards again, and the merge
    #   SHARDS=1-\(facts.shards)%4 bash FILE                        four at once
    #
    # A trial that is done is not run again, so all of it can be submitted as often as wanted.
    set -euo pipefail

    sweep=\(facts.sweep.forShell)
    shards=\(facts.shards)

    command -v sbatch >/dev/null || {
      printf 'There is no sbatch here: submit where Slurm is.\\n' >&2
      exit 3
    }
    # The controller says what its longest array is; the numbers of one end before that.
    longest=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 - 1 }')
    if [ "${longest:-$shards}" -lt "$shards" ]; then
      printf 'An array has at most %s tasks here (MaxArraySize), and the plan has %s shards: plan it with --shards %s.\\n' \\
        "$longest" "$shards" "$longest" >&2
      exit 3
    fi

    mkdir -p "$sweep/logs"
    # In names of files Slurm takes a % for a mark of its own.
    logs=${sweep//%/%%}/logs

    array=$(
      sbatch --parsable --job-name=\(facts.jobName) --array="${SHARDS:-1-$shards}" --requeue \\
        --ntasks=1 --chdir="$sweep" --open-mode=append --output="$logs/shard-%a.log" "$@" <<'TASK'
    #!/usr/bin/env bash
    # Stores lie on a disk of the node's own.
    for place in "${SLURM_TMPDIR:-}" "${TMPDIR:-}" /tmp; do
      if [ -d "$place" ] && [ -w "$place" ]; then break; fi
    done
    export TMPDIR=$place
    exec \(facts.program.forShell) sweep run \(facts.sweep.forShell) --shard "$SLURM_ARRAY_TASK_ID/\(facts.shards)" --no-progress
    TASK
    )
    array=${array%%;*}

    # Whatever became of a shard, the merge says what is missing.
    merge=$(
      sbatch --parsable --job-name=\(facts.jobName)-merge --dependency="afterany:$array" --ntasks=1 \\
        --chdir="$sweep" --output="$logs/merge-%j.log" <<'MERGE'
    #!/usr/bin/env bash
    status=0
    \(facts.program.forShell) sweep merge \(facts.sweep.forShell) --out \(facts.out.forShell) || status=$?
    printf '%s\\n' "$status" >"logs/.merge-$SLURM_JOB_ID"
    mv "logs/.merge-$SLURM_JOB_ID" "logs/merge-$SLURM_JOB_ID.status"
    exit "$status"
    MERGE
    )
    merge=${merge%%;*}

    printf 'The shards are job %s, and their merge is job %s.\\n' "$array" "$merge"

    """
  }
}

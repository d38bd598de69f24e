// The engines that number their tasks, and the variables in which each of them does.

/// One engine that runs the shards of a sweep as tasks of its own.
package struct Engine: Sendable {
  /// What the number of the first task is.
  enum First: Sendable {
    case zero, one
    /// What this variable says, because an array may begin anywhere.
    case variable(String)
  }

  /// How many tasks there are, where the engine says it.
  enum Total: Sendable {
    case unknown
    case count(String)
    /// The number of the last task.
    case last(String)
  }

  /// Its name, as people call it.
  package let name: String
  /// The variable with the number of the task.
  package let index: String
  let first: First
  let total: Total
  /// The variable with the distance between two numbers, where it need not be one.
  let step: String?
  /// What the number is where there are no tasks with numbers.
  let absent: String?

  init(
    _ name: String, _ index: String, from first: First, total: Total = .unknown,
    step: String? = nil, absent: String? = nil
  ) {
    self.name = name
    self.index = index
    self.first = first
    self.total = total
    self.step = step
    self.absent = absent
  }

  /// All that `--shard auto` knows: a further engine is one line here.
  ///
  /// GitLab and CircleCI say how many there are for every job, and CircleCI gives every job a number, 0 of 1.
  package static let all: [Engine] = [
    Engine(
      "Slurm", "SLURM_ARRAY_TASK_ID", from: .variable("SLURM_ARRAY_TASK_MIN"),
      total: .count("SLURM_ARRAY_TASK_COUNT"), step: "SLURM_ARRAY_TASK_STEP"),
    Engine(
      "Grid Engine", "SGE_TASK_ID", from: .variable("SGE_TASK_FIRST"),
      total: .last("SGE_TASK_LAST"), step: "SGE_TASK_STEPSIZE", absent: "undefined"),
    Engine("GNU parallel", "PARALLEL_SEQ", from: .one),
    Engine("GitLab", "CI_NODE_INDEX", from: .one, total: .count("CI_NODE_TOTAL")),
    Engine(
      "Buildkite", "BUILDKITE_PARALLEL_JOB", from: .zero,
      total: .count("BUILDKITE_PARALLEL_JOB_COUNT")),
    Engine("CircleCI", "CIRCLE_NODE_INDEX", from: .zero, total: .count("CIRCLE_NODE_TOTAL")),
    Engine("Kubernetes", "JOB_COMPLETION_INDEX", from: .zero),
    Engine(
      "AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", from: .zero,
      total: .count("AWS_BATCH_JOB_ARRAY_SIZE")),
    Engine("Bazel", "TEST_SHARD_INDEX", from: .zero, total: .count("TEST_TOTAL_SHARDS")),
  ]

  /// Whether the environment has a number for this task; an empty variable is none.
  func isNamed(in environment: [String: String]) -> Bool {
    guard let text = environment[index], !text.isEmpty else { return false }
    return text != absent
  }
}

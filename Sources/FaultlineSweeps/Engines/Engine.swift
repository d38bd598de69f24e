// The engines that number their tasks, and the variables in which each of them does.

import FaultlineScenarios

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

// From what an engine says of a task to the shard that it runs.
extension Engine {
  /// The shard of this task, of a plan of so many.
  func shard(of shards: Int, in environment: [String: String]) throws(Diagnostic) -> ShardChoice {
    let number = try Self.number(of: index, in: environment)
    let first = try first(in: environment)
    let step = try step(in: environment)
    try checkTotal(first: first, step: step, shards, environment)
    guard number >= first else {
      throw Diagnostic("\(index) is \(number), and the first task of \(name) is \(first)")
    }
    let distance = number - first
    guard distance % step == 0 else {
      throw Diagnostic(
        "\(index) is \(number), which is no task of an array from \(first) in steps of \(step)")
    }
    guard distance / step < shards else {
      throw Diagnostic(
        "\(index) is \(number), task \(Self.ordinal(distance / step)) of \(name), and the plan has "
          + Self.shards(shards),
        notes: [ShardText.remedy(shards)])
    }
    return ShardChoice(number: distance / step + 1, of: shards)
  }

  private func first(in environment: [String: String]) throws(Diagnostic) -> Int {
    switch first {
    case .zero: return 0
    case .one: return 1
    case .variable(let name):
      guard environment[name]?.isEmpty == false else {
        throw Diagnostic(
          "\(index) is set and \(name) is not, so it is not known which task is the first",
          notes: ["--shard NUMBER names the shard instead, counted from 1"])
      }
      return try Self.number(of: name, in: environment)
    }
  }

  private func step(in environment: [String: String]) throws(Diagnostic) -> Int {
    guard let step, environment[step]?.isEmpty == false else { return 1 }
    let number = try Self.number(of: step, in: environment)
    guard number > 0 else { throw Diagnostic("\(step) is 0; no array has such steps") }
    return number
  }

  /// An array of another size than the plan's would leave shards out, or have one run twice.
  private func checkTotal(
    first: Int, step: Int, _ shards: Int, _ environment: [String: String]
  ) throws(Diagnostic) {
    let variable: String
    let tasks: Int
    switch total {
    case .unknown: return
    case .count(let name):
      guard environment[name]?.isEmpty == false else { return }
      variable = name
      tasks = try Self.number(of: name, in: environment)
    case .last(let name):
      guard environment[name]?.isEmpty == false else { return }
      variable = name
      let last = try Self.number(of: name, in: environment)
      guard last >= first else {
        throw Diagnostic("\(name) is \(last), before the first task, \(first)")
      }
      // As far as it can be counted: more than any plan has.
      tasks = (last - first) / step == .max ? .max : (last - first) / step + 1
    }
    guard tasks != shards else { return }
    throw Diagnostic(
      "\(name) has \(tasks) \(tasks == 1 ? "task" : "tasks") (\(variable)), and the plan has "
        + Self.shards(shards),
      notes: [ShardText.remedy(shards)])
  }

  /// A whole number in a variable, in plain digits.
  static func number(
    of variable: String, in environment: [String: String]
  ) throws(Diagnostic) -> Int {
    let text = environment[variable] ?? ""
    guard let number = ShardText.digits(text) else {
      throw Diagnostic("\(variable) is \(text.inQuotes), which is not the number of a task")
    }
    return number
  }

  private static func ordinal(_ distance: Int) -> String {
    distance == .max ? "\(distance)" : "\(distance + 1)"
  }

  static func shards(_ count: Int) -> String { count == 1 ? "1 shard" : "\(count) shards" }
}

/// One shard of a plan.
package struct ShardChoice: Equatable, Sendable {
  /// Counted from 1.
  package var number: Int
  /// How many shards there are; nil for as many as the plan has.
  package var of: Int?

  package init(number: Int, of: Int? = nil) {
    self.number = number
    self.of = of
  }
}

// Which shard a task runs: what a command line says, and what each engine says of its tasks.

import FaultlineScenarios
import FaultlineTestSupport
import Testing

@testable import FaultlineSweeps

struct `The shard of a task` {
  /// The number of the shard, or the first line of the complaint.
  private func answer(
    _ text: String = "auto", of shards: Int = 8, _ environment: [String: String] = [:]
  ) -> String {
    do throws(Diagnostic) {
      let choice = try ShardText.parse(text, shards: shards, environment: environment)
      #expect(choice.of == shards)
      return "\(choice.number)"
    } catch {
      #expect(error.message.count < 200)
      return error.message
    }
  }

  @Test func `is a number counted from 1, with or without the total`() {
    #expect(answer("7") == "7")
    #expect(answer("7/8") == "7")
    #expect(answer("1", of: 1) == "1")
    #expect(answer("8") == "8")
  }

  @Test(arguments: [
    ("0", "there is no shard 0: shards are counted from 1 to 8"),
    ("0/8", "there is no shard 0: shards are counted from 1 to 8"),
    ("9", "there is no shard 9: the plan has 8 shards"),
    ("7/64", "'7/64' is a shard of 64, and the plan has 8 shards"),
    ("9/8", "there is no shard 9: the plan has 8 shards"),
    ("", "'' is no shard"),
    ("-1", "'-1' is no shard"),
    ("+1", "'+1' is no shard"),
    ("1e99", "'1e99' is no shard"),
    ("7/", "'7/' is no shard"),
    ("/8", "'/8' is no shard"),
    ("7/8/9", "'7/8/9' is no shard"),
    ("7 ", "'7 ' is no shard"),
    ("٧", "'٧' is no shard"),
    ("7７", "'7７' is no shard"),
    ("99999999999999999999", "'99999999999999999999' is no shard"),
    ("Auto", "'Auto' is no shard"),
  ])
  func `is nothing else`(text: String, complaint: String) {
    #expect(answer(text) == complaint)
  }

  /// Each engine with its first and its last task of eight.
  @Test(arguments: [
    (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0"], "1"),
    (
      ["SLURM_ARRAY_TASK_ID": "8", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "8"], "8"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "115", "SLURM_ARRAY_TASK_MIN": "101", "SLURM_ARRAY_TASK_STEP": "2",
        "SLURM_ARRAY_TASK_COUNT": "8",
      ], "8"
    ),
    (
      [
        "SGE_TASK_ID": "1", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "8", "SGE_TASK_STEPSIZE": "1",
      ], "1"
    ),
    (
      [
        "SGE_TASK_ID": "24", "SGE_TASK_FIRST": "10", "SGE_TASK_LAST": "25",
        "SGE_TASK_STEPSIZE": "2",
      ], "8"
    ),
    (["PARALLEL_SEQ": "1"], "1"),
    (["PARALLEL_SEQ": "8"], "8"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "8"], "1"),
    (["CI_NODE_INDEX": "8", "CI_NODE_TOTAL": "8"], "8"),
    (["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "8"], "1"),
    (["BUILDKITE_PARALLEL_JOB": "7", "BUILDKITE_PARALLEL_JOB_COUNT": "8"], "8"),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "8"], "1"),
    (["CIRCLE_NODE_INDEX": "7", "CIRCLE_NODE_TOTAL": "8"], "8"),
    (["JOB_COMPLETION_INDEX": "0"], "1"),
    (["JOB_COMPLETION_INDEX": "7"], "8"),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "8"], "1"),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "7", "AWS_BATCH_JOB_ARRAY_SIZE": "8"], "8"),
    (["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "8"], "1"),
    (["TEST_SHARD_INDEX": "7", "TEST_TOTAL_SHARDS": "8"], "8"),
    (["FAULTLINE_SHARD": "0/8"], "1"),
    (["FAULTLINE_SHARD": "7/8"], "8"),
  ])
  func `is what the engine says`(environment: [String: String], number: String) {
    #expect(answer("auto", environment) == number)
    // A number on the command line goes before all of it.
    #expect(answer("3", environment) == "3")
  }

  private func answer(_ text: String, _ environment: [String: String]) -> String {
    answer(text, of: 8, environment)
  }

  /// Absurd numbers are refused under each engine alike, and end nothing.
  @Test(arguments: Engine.all.map(\.index))
  func `is no absurd number of an engine's`(index: String) throws {
    let engine = try #require(Engine.all.first { $0.index == index })
    var environment: [String: String] = [:]
    if case .variable(let first) = engine.first { environment[first] = "1" }
    for text in ["-1", "1e99", "seven", "٧", " 7", "7\n", "0x7", "99999999999999999999", "1/8"] {
      environment[index] = text
      #expect(answer("auto", environment).contains("is not the number of a task"))
    }
    environment[index] = "\(Int.max)"
    #expect(answer("auto", environment).contains("and the plan has 8 shards"))
    environment[index] = "9"
    #expect(answer("auto", environment).contains("and the plan has 8 shards"))
    environment[index] = ""
    #expect(answer("auto", environment) == "no engine has numbered this task")
  }

  @Test(arguments: [
    (["PARALLEL_SEQ": "0"], "PARALLEL_SEQ is 0, and the first task of GNU parallel is 1"),
    (
      ["JOB_COMPLETION_INDEX": "8"],
      "JOB_COMPLETION_INDEX is 8, task 9 of Kubernetes, and the plan has 8 shards"
    ),
    (
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"],
      "GitLab has 4 tasks (CI_NODE_TOTAL), and the plan has 8 shards"
    ),
    (
      ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"],
      "CircleCI has 1 task (CIRCLE_NODE_TOTAL), and the plan has 8 shards"
    ),
    (
      ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "many"],
      "TEST_TOTAL_SHARDS is 'many', which is not the number of a task"
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "3"],
      "SLURM_ARRAY_TASK_ID is set and SLURM_ARRAY_TASK_MIN is not, so it is not known which task is the first"
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "5"],
      "SLURM_ARRAY_TASK_ID is 3, and the first task of Slurm is 5"
    ),
    // Three shards again of an array of eight would be taken for the first three.
    (
      ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "3"],
      "Slurm has 3 tasks (SLURM_ARRAY_TASK_COUNT), and the plan has 8 shards"
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "2"],
      "SLURM_ARRAY_TASK_ID is 4, which is no task of an array from 1 in steps of 2"
    ),
    (
      ["SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_STEP": "0"],
      "SLURM_ARRAY_TASK_STEP is 0; no array has such steps"
    ),
    (
      ["SGE_TASK_ID": "4", "SGE_TASK_FIRST": "3", "SGE_TASK_LAST": "5"],
      "Grid Engine has 3 tasks (SGE_TASK_LAST), and the plan has 8 shards"
    ),
    (
      ["SGE_TASK_ID": "4", "SGE_TASK_FIRST": "3", "SGE_TASK_LAST": "2"],
      "SGE_TASK_LAST is 2, before the first task, 3"
    ),
    (
      ["SGE_TASK_ID": "1", "SGE_TASK_FIRST": "0", "SGE_TASK_LAST": "\(Int.max)"],
      "Grid Engine has \(Int.max) tasks (SGE_TASK_LAST), and the plan has 8 shards"
    ),
    (
      ["FAULTLINE_SHARD": ""],
      "FAULTLINE_SHARD is '', which is no number and total such as 0/8, counted from 0"
    ),
    (
      ["FAULTLINE_SHARD": "/"],
      "FAULTLINE_SHARD is '/', which is no number and total such as 0/8, counted from 0"
    ),
    (
      ["FAULTLINE_SHARD": "3"],
      "FAULTLINE_SHARD is '3', which is no number and total such as 0/8, counted from 0"
    ),
    (
      ["FAULTLINE_SHARD": "8/8"],
      "FAULTLINE_SHARD is '8/8', which is counted from 0: the last shard is 7/8"
    ),
    (["FAULTLINE_SHARD": "0/9"], "FAULTLINE_SHARD is '0/9', and the plan has 8 shards"),
  ])
  func `is refused in a sentence`(environment: [String: String], complaint: String) {
    #expect(answer("auto", environment) == complaint)
  }

  @Test func `is what the script says, whatever engines say`() {
    #expect(
      answer("auto", ["FAULTLINE_SHARD": "2/8", "PARALLEL_SEQ": "1", "SGE_TASK_ID": "9"]) == "3")
  }

  @Test func `is not guessed where two engines speak`() {
    #expect(
      answer("auto", ["PARALLEL_SEQ": "1", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "8"])
        == "GNU parallel (PARALLEL_SEQ) and GitLab (CI_NODE_INDEX) both number this task, "
        + "so it is not known which shard is meant")
    // What is empty, and a job without an array, says nothing.
    #expect(
      answer("auto", ["PARALLEL_SEQ": "5", "CI_NODE_INDEX": "", "SGE_TASK_ID": "undefined"]) == "5")
  }

  @Test func `is asked for where no engine speaks`() throws {
    let error = #expect(throws: Diagnostic.self) {
      try ShardText.parse(
        "auto", shards: 8,
        environment: [
          "SGE_TASK_ID": "undefined", "JOB_COMPLETION_INDEX": "", "CI_NODE_TOTAL": "1",
        ])
    }
    expectText(
      try #require(error).description,
      is: """
        error: no engine has numbered this task
            = JOB_COMPLETION_INDEX is set and empty
            = SGE_TASK_ID is 'undefined': this is no array job
            = engines that are known: Slurm (SLURM_ARRAY_TASK_ID), Grid Engine (SGE_TASK_ID), GNU parallel
                (PARALLEL_SEQ), GitLab (CI_NODE_INDEX), Buildkite (BUILDKITE_PARALLEL_JOB), CircleCI
                (CIRCLE_NODE_INDEX), Kubernetes (JOB_COMPLETION_INDEX), AWS Batch
                (AWS_BATCH_JOB_ARRAY_INDEX), Bazel (TEST_SHARD_INDEX)
            = --shard NUMBER names the shard, counted from 1; so does FAULTLINE_SHARD=NUMBER/TOTAL, counted
                from 0
        """)
  }
}

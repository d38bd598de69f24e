// What has been handed to an engine: how it is looked at, how it is cancelled, and where its merge says that it is done.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// The jobs of one submission.
package struct SubmittedJobs: Sendable {
  /// What they are, to begin a sentence with.
  package let what: String
  /// The command that cancels them.
  package let cancel: String
  /// The file with the merge's words, and the one that holds its exit status when it is done.
  package let log: String
  package let status: String
  /// How they stand with the engine: nil where it cannot be asked, empty where it has none of them any more.
  package let standing: @Sendable () -> [String]?

  package init(
    what: String, cancel: String, log: String, status: String,
    standing: @escaping @Sendable () -> [String]?
  ) {
    self.what = what
    self.cancel = cancel
    self.log = log
    self.status = status
    self.standing = standing
  }

  /// The exit status of the merge; nil while there is none.
  package var mergeStatus: Int32? {
    guard let text = try? String(contentsOf: FilePath.url(status), encoding: .utf8) else {
      return nil
    }
    return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// What the merge has said, without the end of its last line.
  package var mergeWords: String {
    let text = (try? String(decoding: Data(contentsOf: FilePath.url(log)), as: UTF8.self)) ?? ""
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// Hands a submission to its engine.
package struct Submitter {
  package let script: String
  package let kind: any Submission.Type
  /// The sweep's folder, as the tasks find it.
  package let sweep: String
  /// Options of the engine's own, such as a partition.
  package let options: [String]

  package init(
    script: String,
    kind: any Submission.Type,
    sweep: String,
    options: [String]
  ) {
    self.script = script
    self.kind = kind
    self.sweep = sweep
    self.options = options
  }

  private var logs: String { FilePath.joined(sweep, "logs") }

  /// Submits, or says what the engine said.
  package func submit() throws(Diagnostic) -> SubmittedJobs {
    let file = FilePath.joined(logs, "submission-\(kind.name).sh")
    do throws(WholeFile.Refusal) {
      try WholeFile.write(script, to: file)
    } catch {
      throw Diagnostic("the submission cannot be written: \(error.reason)", file: file)
    }
    return kind == SlurmSubmission.self ? try toSlurm(file) : try toParallel(file)
  }

  /// An array and a merge, by the numbers that Slurm has given them.
  private func toSlurm(_ file: String) throws(Diagnostic) -> SubmittedJobs {
    let words = try said("exec bash \"$@\"", [file] + options)
    guard let line = words.last, let numbers = line.firstMatch(of: /job (\d+), .* job (\d+)\.$/)
    else {
      throw Diagnostic("Slurm has not said which jobs it took", notes: words)
    }
    let (array, merge) = (String(numbers.1), String(numbers.2))
    return SubmittedJobs(
      what: "job \(array) of Slurm, and \(merge) behind it", cancel: "scancel \(array) \(merge)",
      log: FilePath.joined(logs, "merge-\(merge).log"),
      status: FilePath.joined(logs, "merge-\(merge).status")
    ) {
      SlurmQueue.standing(of: [array, merge])
    }
  }

  /// A process of its own session, which goes on without this one.
  private func toParallel(_ file: String) throws(Diagnostic) -> SubmittedJobs {
    let names = "\(logs)/parallel-\(getpid())"
    // It says its number when it is in a session of its own: what has not got that far ends with the shell that began it.
    let runner = """
      echo $$; exec >/dev/null; names=$1; shift; status=0
      bash "$@" >"$names.log" 2>"$names.errors" </dev/null || status=$?
      echo "$status" >"$names.partial" && mv "$names.partial" "$names.status"
      """
    let words = try said(
      #"rm -f "$2.status"; read -r number < <(setsid bash -c "$1" bash "${@:2}" 2>/dev/null </dev/null); echo "$number""#,
      [runner, names, file] + options)
    guard let line = words.last, let process = pid_t(line) else {
      throw Diagnostic("GNU parallel could not be started", notes: words)
    }
    return SubmittedJobs(
      what: "process \(process) and what it has started", cancel: "kill -- -\(process)",
      log: "\(names).log", status: "\(names).status"
    ) {
      kill(process, 0) == 0 ? [""] : []
    }
  }

  /// The lines that a script of bash's prints, run with everything that is set here.
  private func said(_ script: String, _ words: [String]) throws(Diagnostic) -> [String] {
    var child = ChildProcess(
      executable: "/usr/bin/env", arguments: ["bash", "-c", script, "bash"] + words,
      timeout: .seconds(120))
    child.environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.sorted()
    var lines: [String] = []
    let report = child.run { lines.append($0.text) }
    guard report.ending == .exited(0) else {
      throw Diagnostic(
        "\(kind.engine) has not taken the sweep", notes: lines + report.lastErrorLines)
    }
    return lines
  }
}

/// What squeue says.
package enum SlurmQueue {
  /// A word for each kind of standing, such as "2 running"; nil where the controller does not answer.
  package static func standing(of jobs: [String]) -> [String]? {
    var child = ChildProcess(
      executable: "/usr/bin/env",
      arguments: ["squeue", "-h", "-r", "-o", "%T %r", "-j", jobs.joined(separator: ",")],
      timeout: .seconds(20))
    child.environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.sorted()
    var lines: [String] = []
    let report = child.run { lines.append($0.text) }
    // Of jobs that are gone for long it says so as of a mistake.
    if report.ending != .exited(0) {
      return report.lastErrorLines.contains { $0.contains("Invalid job id") } ? [] : nil
    }
    return words(lines)
  }

  /// What a job waits for without anything being wrong.
  private static let usual: Set = ["None", "Priority", "Resources", "Dependency"]

  /// How many run and how many wait, and for what, where that is unusual.
  package static func words(_ lines: [String]) -> [String] {
    var running = 0
    var waiting: [(reason: String, count: Int)] = []
    for line in lines where !line.isEmpty {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts[0] == "PENDING" else {
        running += 1
        continue
      }
      let said = parts.count > 1 ? parts[1] : ""
      let reason = usual.contains(said) ? "" : said
      if let place = waiting.firstIndex(where: { $0.reason == reason }) {
        waiting[place].count += 1
      } else {
        waiting.append((reason, 1))
      }
    }
    return (running > 0 ? ["\(running) running"] : [])
      + waiting.map { "\($0.count) waiting\($0.reason.isEmpty ? "" : " (\($0.reason))")" }
  }
}

// Following a sweep that an engine runs, by the files that its tasks write, until the merged report is there.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps
import Foundation

/// Looks at a sweep from the machine that has submitted it.
struct SweepFollower {
  let jobs: SubmittedJobs
  let folder: SweepFolder
  /// How many trials the plan has.
  let trials: Int
  /// How the user called the folder of the sweep, and that of the merged result.
  let names: (sweep: String, out: String)
  let console: Console
  let progress: ProgressLine

  /// Follows until the merge has ended, and prints what it said.
  ///
  /// Ctrl-C ends the following alone: the jobs are the engine's.
  func follow() throws -> ExitStatus {
    Interruption.listen()
    let start = ContinuousClock.now
    var lastAsked = start
    var standing: [String] = []
    var timesGone = 0
    var count = done
    let before = count
    var tenths = -1
    while true {
      if let status = jobs.mergeStatus {
        progress.clear()
        try console.print(jobs.mergeWords)
        return ExitStatus(rawValue: status) ?? .internalError
      }
      if Interruption.isAsked { return leave() }
      if lastAsked.duration(to: .now) > .seconds(10) || lastAsked == start {
        if let words = jobs.standing() {
          standing = words.filter { !$0.isEmpty }
          // Disks that machines share show a new file a little later.
          timesGone = words.isEmpty ? timesGone + 1 : 0
        }
        lastAsked = .now
        if timesGone > 6 { return lost() }
      }
      count = done
      let text = line(count, standing, since: start, before: before)
      progress.update(text)
      // A log gets a line for every tenth.
      if count * 10 / max(trials, 1) > tenths {
        tenths = count * 10 / max(trials, 1)
        progress.finish(text)
      }
      pause()
    }
  }

  /// Trials whose files are there; a file gets its name when it is whole.
  private var done: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.trials)) ?? []
    return names.count { name in
      name.hasSuffix(".jsonl") && !name.hasPrefix(".") && name.count { $0 == "." } == 1
    }
  }

  private func line(
    _ count: Int, _ standing: [String], since start: ContinuousClock.Instant, before: Int
  ) -> String {
    var parts = ["[\(count)/\(trials)] \(jobs.what)"] + standing
    let fresh = count - before
    if fresh > 0, count < trials {
      let seconds = start.duration(to: .now) / .seconds(1)
      let rest = Int((seconds / Double(fresh) * Double(trials - count)).rounded(.up))
      parts.append("ETA \(rest < 120 ? "\(rest) s" : "\(rest / 60) min")")
    } else if count >= trials {
      parts.append("merging")
    }
    return parts.joined(separator: " · ")
  }

  /// Half a second, in parts: a signal is to be seen soon.
  private func pause() {
    for _ in 0..<5 where !Interruption.isAsked { Thread.sleep(forTimeInterval: 0.1) }
  }

  private func leave() -> ExitStatus {
    progress.clear()
    console.writeError(
      """
      faultline: \(Interruption.words); the jobs go on: \(jobs.what).
        faultline sweep status \(names.sweep.forShell)   shows how far they are
        \(jobs.cancel)   cancels them
        \(names.out)   will hold the merged result
      """)
    return Interruption.status
  }

  private func lost() -> ExitStatus {
    progress.clear()
    console.writeError(
      """
      faultline: the engine has none of the jobs any more (\(jobs.what)), and there is no merge. Their logs are in \
      \(FilePath.joined(names.sweep, "logs")); 'faultline sweep status \(names.sweep.forShell)' shows what is missing.
      """)
    return .internalError
  }
}

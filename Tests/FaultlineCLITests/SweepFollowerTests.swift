// A sweep that an engine runs, followed: what is shown until the merge has ended, and what is printed then.

import FaultlineMeasures
import FaultlineSweeps
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI

struct `A sweep that is followed` {
  /// Writes a file that the jobs of a sweep would have written.
  private static func write(_ name: String, _ text: String, in folder: StoreFolder) {
    let url = folder.url.appending(path: name)
    #expect(throws: Never.self) { try text.write(to: url, atomically: true, encoding: .utf8) }
  }

  /// What is said of three trials, some of which are there before and some when the engine is asked: by then the
  /// merge has ended.
  private func followed(
    before: [String] = [], new: [String], standing: [String]?, style: ProgressLine.Style,
    mergeStatus: Int = 0
  ) throws -> (status: Int32, output: String, errors: String) {
    let folder = try StoreFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "trials"), withIntermediateDirectories: true)
    let readable = ReadableConsole(isTerminal: style == .live)
    for name in before { Self.write("trials/\(name)", "", in: folder) }
    let jobs = SubmittedJobs(
      what: "job 7 of Slurm", cancel: "scancel 7", log: folder.url.appending(path: "log").path,
      status: folder.url.appending(path: "status").path
    ) {
      for name in new { Self.write("trials/\(name)", "", in: folder) }
      Self.write("log", "One table.\nAnd its end.\n", in: folder)
      Self.write("status", "\(mergeStatus)\n", in: folder)
      return standing
    }
    let status = try SweepFollower(
      jobs: jobs, folder: SweepFolder(folder.url.path), trials: 3, names: ("sweep", "merged"),
      console: readable.console, progress: ProgressLine(console: readable.console, style: style)
    ).follow()
    let said = readable.read()
    // How long it takes is a machine's business.
    return (status.rawValue, said.output, said.errors.replacing(/ETA \d+ (s|min)/, with: "ETA # s"))
  }

  @Test func `is a line in a log for every tenth of its trials`() throws {
    let begun = try followed(new: [], standing: ["3 waiting"], style: .perVariant)
    #expect(begun.errors == "[0/3] job 7 of Slurm · 3 waiting\n")
    #expect(begun.output == "One table.\nAnd its end.\n")
    #expect(begun.status == 0)
  }

  @Test func `says how long it takes once a trial has ended, and not where all have`() throws {
    let first = try followed(new: ["a.jsonl"], standing: ["1 running", ""], style: .perVariant)
    #expect(first.errors == "[1/3] job 7 of Slurm · 1 running · ETA # s\n")
    // Of those that were there nothing can be learned.
    let resumed = try followed(before: ["b.jsonl"], new: [], standing: [], style: .perVariant)
    #expect(resumed.errors == "[1/3] job 7 of Slurm\n")
  }

  @Test func `counts whole results alone, and merges when they are there`() throws {
    let last = try followed(
      before: ["a.jsonl", ".b.host.1.2.jsonl", "a.conflict-1.jsonl", "b.machine.json"],
      new: ["b.jsonl", "c.jsonl"], standing: nil, style: .perVariant)
    #expect(last.errors == "[3/3] job 7 of Slurm · merging\n")
  }

  @Test func `ends as its merge has ended, on a line that is empty again`() throws {
    let broken = try followed(
      new: ["a.jsonl", "b.jsonl", "c.jsonl"], standing: [], style: .live, mergeStatus: 2)
    #expect(broken.status == 2)
    // What is drawn is drawn again at the tenth.
    let line = "\r[3/3] job 7 of Slurm · merging\u{1B}[K"
    #expect(broken.errors == line + line + "\r\u{1B}[K")
    #expect(broken.output == "One table.\nAnd its end.\n")
  }

  @Test func `has an error of its own where a merge ended with a status that is none`() throws {
    let strange = try followed(new: [], standing: [], style: .silent, mergeStatus: 99)
    #expect(strange.status == 1)
    #expect(strange.errors == "")
  }
}

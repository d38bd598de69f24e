// What lies in the folder of trials: results, conflicts, machines, and signs of life that are believed for a minute.

import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSweeps

@Suite struct `The list of a sweep's trials` {
  private let folder: FaultlineTestSupport.StoreFolder

  init() throws {
    folder = try FaultlineTestSupport.StoreFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "trials"), withIntermediateDirectories: true)
  }

  private var sweep: SweepFolder { SweepFolder(folder.url.path) }

  /// Makes a file that was written some seconds ago.
  private func make(_ name: String, secondsAgo: Double = 0) throws {
    let url = folder.url.appending(path: "trials/\(name)")
    try Data().write(to: url)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: url.path)
  }

  @Test func `knows files by their names`() throws {
    for name in [
      "a.jsonl", "a.conflict-2.jsonl", "a.conflict-1.jsonl", "a.h1.1.machine.json",
      "a.h0.1.machine.json", "b.jsonl", "c.conflict-1.jsonl", "d.machine.json", "e.jsonl.txt", "f",
    ] { try make(name) }
    let listing = try TrialListing(sweep, host: "here")
    #expect(listing.keys == ["a", "b"])
    #expect(
      listing.conflicts == [
        "a": ["a.conflict-1.jsonl", "a.conflict-2.jsonl"], "c": ["c.conflict-1.jsonl"],
      ])
    #expect(
      listing.machines == [
        "a": ["a.h0.1.machine.json", "a.h1.1.machine.json"], "d": ["d.machine.json"],
      ])
    #expect(listing.running == [])
  }

  /// Of a process on this machine it is seen at once that it has ended; of others, by its silence.
  @Test func `believes a sign of life for a minute`() throws {
    let ended = Outsider.run("sh", ["-c", "echo $$"])?.split(separator: "\n").first ?? "0"
    let living = ProcessInfo.processInfo.processIdentifier
    for (name, seconds) in [
      (".a.here.\(living).1", 30), (".b.here.\(living).1", 90), (".c.here.\(ended).1", 0),
      (".d.there.\(ended).1", 30), (".e.there.\(living).1", 90), (".f.here.none.1", 0),
      // Process 1 is another user's or the own: it runs.
      (".g.here.1.1", 0), (".h.here.\(living)", 0), (".i.here.\(living).1.2", 0),
    ] as [(String, Double)] { try make(name, secondsAgo: seconds) }
    #expect(try TrialListing(sweep, host: "here").running == ["a", "d", "f", "g"])
  }

  @Test func `is cleared of what is an hour old, and was never a result`() throws {
    for (name, seconds) in [
      (".a.here.1.1", 3_700), (".b.here.1.1", 3_500), ("c.jsonl", 9_000),
      ("c.machine.json", 9_000), (".hidden", 9_000), ("d.here.1.1", 9_000),
    ] as [(String, Double)] { try make(name, secondsAgo: seconds) }
    TrialListing.clearLost(sweep)
    let names = folder.files.filter { $0 != "trials" }
    #expect(
      names == [
        "trials/.b.here.1.1", "trials/.hidden", "trials/c.jsonl", "trials/c.machine.json",
        "trials/d.here.1.1",
      ])
  }

  @Test func `is refused where there is no folder`() throws {
    let none = SweepFolder(folder.url.path + "/none")
    let error = #expect(throws: Diagnostic.self) { try TrialListing(none, host: "here") }
    #expect(error?.message == "the trials of this sweep cannot be listed")
    TrialListing.clearLost(none)
  }
}

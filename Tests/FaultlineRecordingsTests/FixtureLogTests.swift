// Logs of real apps: every figure of their index.

import FaultlineMeasures
import Testing

@testable import FaultlineRecordings

@Suite(.enabled(if: fixtures != nil, fixtureHint))
struct `The logs of real apps` {
  private func read(_ name: String) throws -> Recording { try recording(of: ["logs/\(name)"]) }

  @Test(
    arguments: [
      ("s01-count-requests.log", ["count ITEM: 2, 380"], [6, 4, 0, 2]),
      (
        "s02-to-many-fault.log", ["fetch Item: 1, 190", "relationship fault Item.tags: 1, 0"],
        [8, 7, 0, 1]
      ),
      (
        "s03-prefetch-intarray.log",
        ["fetch ITEM: 1, 190", "prefetch ATTACHMENT.attachments: 1, 1581"], [9, 9, 0, 0]
      ),
      ("s04-order-by-derived.log", ["fetch ITEM: 1, 190"], [4, 3, 0, 1]),
      ("s05-group-by.log", ["fetch of figures ITEM: 1, 5"], [5, 3, 0, 2]),
      ("s06-cache-size-2013.log", ["fetch BOOK: 1, 20"], [5, 5, 0, 0]),
      ("s07-no-prefix-2013.log", ["fetch STOP: 1, 15"], [3, 3, 0, 0]),
      ("s08-count-level-1-2014.log", ["count WORD: 1, 10456"], [2, 2, 0, 0]),
      ("s09-save-and-fetch.log", ["fetch BUDGETCATEGORY: 1, -"], [17, 16, 0, 1]),
      ("s10-search-before.log", ["fetch BOOK: 1, -"], [1, 1, 0, 0]),
      (
        "s11-batch-wrapped.log",
        [
          "batch of 20 GEOGRAPHICREGION: 1, 6", "fetch of keys GEOGRAPHICREGION: 1, 5",
          "fetch of keys MOOD: 1, 44",
        ], [17, 17, 0, 0]
      ),
      ("s12-checkpoint-busy.log", [], [5, 5, 0, 0]),
      ("s13-connecting-xcode-15.log", [], [1, 1, 0, 0]),
      ("s14-checkpoint-locked.log", [], [3, 3, 0, 0]),
      ("s15-cloudkit-error.log", [], [1, 1, 0, 0]),
      ("r01-levels-2017-rewritten.log", ["fetch Parcel: 3, 9"], [20, 17, 0, 3]),
    ])
  func `are read to the last line`(file: String, requests: [String], lines taken: [Int]) throws {
    let read = try read(file)
    #expect(lines(read) == requests)
    #expect(FaultlineRecordingsTests.taken(read) == taken)
  }

  @Test func `show a save and what was reserved for it`() throws {
    let read = try read("s09-save-and-fetch.log")
    #expect(read.saves?.saves == 1)
    #expect(read.saves?.keyReservations == 1)
    #expect(read.saves?.entities.map { "\($0.entity) \($0.inserted)" } == ["BUDGETCATEGORY 1"])
    #expect(read.upkeep.map { "\($0.purpose) \($0.statements)" } == ["pragma 4", "keys 2"])
  }

  @Test func `show maintenance, stores and errors`() throws {
    let busy = try #require(try read("s12-checkpoint-busy.log").maintenance)
    #expect(
      [busy.prunes, busy.largestFile, busy.truncations, busy.busy, busy.checkpoints, busy.frames]
        == [1, 14_518_912, 1, 2, 1, 0])
    let locked = try #require(try read("s14-checkpoint-locked.log").maintenance)
    #expect(
      [locked.prunes, locked.largestFile, locked.busy, locked.locked] == [1, 9_743_832, 1, 1])
    let store = try #require(try read("s13-connecting-xcode-15.log").stores.first)
    #expect(store.hasSuffix("/dynamic_map_fetch_request.sqlite") && store.hasPrefix("~/"))
    #expect(try read("s15-cloudkit-error.log").messages.map(\.description) == ["error = 1"])
  }

  @Test func `show leaks and their one cycle`() throws {
    let leaks = try #require(try read("s20-leaks-ios-26.leaks.txt").leaks)
    #expect(leaks.leaks == 60_436 && leaks.bytes == 8_277_184 && leaks.nodes == 3_070_004)
    #expect(leaks.cycleLines == 9 && leaks.backReferences == 2)
    #expect(leaks.cycles.map(\.cycles) == [1])
  }

  @Test func `show what MetricKit counted`() throws {
    let metrics = try #require(try read("s21-metrickit-zh.json").metrics.first)
    #expect(metrics.peakBytes == 1_106_818_000 && metrics.suspendedBytes == 228_145_000)
    #expect(metrics.suspendedSamples == 22 && metrics.pressureExits == 13)
  }

  @Test func `are one recording with the tables of a trace`() throws {
    let names = ["fetch", "fault", "relationship-fault", "save"]
    let read = try recording(of: names.map { "traces/core-data-\($0).xml" })
    func sum(_ kind: RequestKind) -> Int {
      read.requests.filter { $0.kind == kind }.reduce(0) { $0 + $1.requests }
    }
    #expect(
      [sum(.fetch), sum(.fault), sum(.relationship), read.saves?.saves ?? 0] == [969, 6, 8, 3])
    #expect(
      lines(read).prefix(3) == [
        "fetch Prompt: 689, 689", "fetch Feature: 261, 261", "fetch Project: 17, 119",
      ])
    let first = try #require(read.repeated.first)
    #expect(first.entity == "Prompt" && first.requests == 689)
    #expect(first.callers.first?.requests == 648)
    #expect(first.callers.first?.caller == "TestApp.debug.dylib 0x101cdca1f")
    #expect(read.repeated.map(\.entity) == ["Prompt", "Feature"])
    #expect(read.turns == 29)
    #expect(read.firedAgain.map { "\($0.object) \($0.fired)" } == ["Feature/p95 2"])
    #expect(read.sources.allSatisfy { $0.all == $0.understood && !$0.isCut })
  }
}

// Differences of owners and of calls: what grew, shrank, is new or gone, and on which side.

import FaultlineAnalysis
import FaultlineMeasures
import Testing

struct `A difference of bytes` {
  @Test func `names the side that it is a difference to, and what became of it`() {
    func words(_ base: Int, _ head: Int) -> [String] {
      let gain = Gain("objects", base: base, head: head)
      return [gain.words(than: "'let go'"), gain.way.rawValue]
    }
    #expect(words(1_024, 21_504) == ["+20.0 KiB, more than 'let go'", "grew"])
    #expect(words(21_504, 1_024) == ["-20.0 KiB, less than 'let go'", "shrank"])
    #expect(words(0, 10) == ["+10 B, more than 'let go'", "new"])
    #expect(words(10, 0) == ["-10 B, less than 'let go'", "gone"])
    #expect(words(10, 10) == ["as much as 'let go'", "same"])
  }

  private static let metrics = [
    MetricName.bytesLive, "bytes.objects", "bytes.sets", "bytes.undo", "bytes.peak",
  ].map { name in
    Metric(
      name: name, group: .heap, scale: .bytes, polarity: .less, exactness: .exact, meaning: "")
  }

  /// A trial with bytes at two checkpoints: live, objects, sets, undo.
  private static func trial(
    _ variant: String, _ full: [Int], _ end: [Int] = [0, 0, 0, 0]
  ) -> TrialResult {
    let checkpoints = [("full", full), ("end", end)].map { name, bytes in
      Checkpoint(
        name: name,
        readings: zip(metrics, bytes + [99]).map {
          Reading(metric: $0.name, quantity: .integer($1))
        })
    }
    return TrialResult(
      TrialKey(scenario: "pairs", variant: variant),
      samples: [Sample(pass: 1, checkpoints: checkpoints)])
  }

  private static func run(_ trials: [TrialResult]) -> RunResult {
    RunResult(scenarios: [
      ScenarioResult(
        name: "pairs", title: "", file: "", reference: "plain", repeats: 1, metrics: metrics,
        columns: [], trials: trials, judgements: [])
    ])
  }

  @Test func `of owners is taken where either side holds the most, and adds up`() throws {
    let base = Self.run([Self.trial("plain", [100, 60, 30, 0])])
    let head = Self.run([Self.trial("plain", [150, 60, 0, 70], [10, 10, 0, 0])])
    let owners = try #require(Comparison(base: base, head: head).trials[0].owners)
    #expect(owners.checkpoint == "full")
    #expect(owners.whole == Gain(MetricName.bytesLive, base: 100, head: 150))
    // The peak is no owner, and what no owner accounts for is the rest.
    #expect(
      owners.owners == [
        Gain("bytes.undo", base: 0, head: 70), Gain("bytes.sets", base: 30, head: 0),
        Gain("other", base: 10, head: 20),
      ])
    #expect(owners.owners.reduce(0) { $0 + $1.change } == owners.whole.change)
    #expect(Comparison(base: base, head: base).trials[0].owners == nil)
    let back = try #require(Comparison(base: head, head: base).trials[0].owners)
    #expect(back.owners.map(\.change) == owners.owners.map { -$0.change })
  }

  @Test func `of owners is not taken between two machines`() {
    let facts = KeyFacts(architecture: "x86_64", pageSize: 4096)
    var other = facts
    other.pageSize = 16_384
    let comparison = Comparison(
      base: Self.run([Self.trial("plain", [100, 60, 30, 0])]),
      head: Self.run([Self.trial("plain", [150, 60, 0, 70])]), baseFacts: ["pairs": facts],
      headFacts: ["pairs": other])
    #expect(comparison.trials[0].owners == nil)
  }

  @Test func `of owners is not taken where a side has not read the bytes, or they only inform`() {
    let head = Self.run([Self.trial("plain", [150, 60, 0, 70])])
    var unread = head
    // With threads a baseline keeps none of the bytes.
    unread.scenarios[0].trials[0].samples[0].checkpoints = ["full", "end"].map {
      Checkpoint(name: $0, readings: [])
    }
    #expect(Comparison(base: unread, head: head).trials[0].owners == nil)
    #expect(Comparison(base: head, head: unread).trials[0].owners == nil)
    var informed = Self.run([Self.trial("plain", [100, 60, 30, 0])])
    for place in informed.scenarios[0].metrics.indices {
      informed.scenarios[0].metrics[place].exactness = .informative
    }
    #expect(Comparison(base: head, head: informed).trials[0].owners == nil)
  }

  @Test func `of variants is held against the reference of the same result`() throws {
    let run = Self.run([
      Self.trial("plain", [100, 60, 30, 0]), Self.trial("undone", [170, 60, 30, 70]),
    ])
    let comparison = Comparison(variantsOf: run)
    #expect(comparison.trials.map(\.id) == ["pairs/undone"])
    #expect(comparison.trials[0].reference == "pairs/plain")
    #expect(comparison.trials[0].owners?.owners == [Gain("bytes.undo", base: 0, head: 70)])
    #expect(comparison.json.contains("\"way\" : \"new\""))
  }

  // MARK: - Calls

  private static func call(_ name: String, _ bytes: Int, _ calls: [Flame.Call] = []) -> Flame.Call {
    Flame.Call(name: name, bytes: bytes, blocks: 1, calls: calls)
  }

  @Test func `of calls lays both trees over each other, function by function`() {
    let base = Self.call(
      "", 100, [Self.call("save()", 80, [Self.call("write()", 50)]), Self.call("old()", 20)])
    let head = Self.call(
      "", 130,
      [
        Self.call("save()", 90, [Self.call("thunk for x", 70, [Self.call("write()", 70)])]),
        Self.call("new()", 40),
      ])
    let difference = FlameDifference(head, against: base)
    #expect(difference.gain.change == 30)
    #expect(difference.calls.map(\.gain.name) == ["save()", "new()", "old()"])
    #expect(difference.calls.map(\.gain.way) == [.grew, .new, .gone])
    #expect(
      difference.functions == [
        Gain("new()", base: 0, head: 40), Gain("old()", base: 20, head: 0),
        Gain("write()", base: 50, head: 70), Gain("save()", base: 30, head: 20),
      ])
    let flames = [base, head].map { Flame(trial: "a", checkpoint: "full", held: $0, taken: base) }
    let gains = CallGains.between(flames[1], and: flames[0])
    #expect(gains.map(\.share) == [.held])
    #expect(CallGains.between(flames[0], and: flames[0]).isEmpty)
  }
}

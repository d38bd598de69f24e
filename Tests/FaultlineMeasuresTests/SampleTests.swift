// A pass goes from process to process and arrives as it was.

import FaultlineMeasures
import Foundation
import Testing

struct `A pass that is sent to another process` {
  private let sample = Sample(
    pass: 2,
    checkpoints: [
      Checkpoint(
        name: "batch-0",
        readings: [
          Reading(metric: "objects.live", quantity: 9_007_199_254_740_991),
          Reading(metric: "heap.fragmentation", quantity: .real(0.1 + 0.2)),
          Reading(metric: "time.wall", quantity: .real(.nan)),
        ],
        origin: CheckpointOrigin(
          template: "batch-{i}", rounds: [LoopRound(loop: "i", number: 0)])),
      Checkpoint(
        name: "later", readings: [Reading(metric: "objects.live", quantity: -1)], isPartial: true),
      Checkpoint(name: "end", readings: []),
    ])

  @Test func `arrives as it was`() throws {
    let line = try JSONEncoder().encode(sample)
    #expect(try JSONDecoder().decode(Sample.self, from: line) == sample)
  }

  @Test func `of two loops with one name the inner one's round counts`() {
    let origin = CheckpointOrigin(
      template: "{i}-{j}",
      rounds: [
        LoopRound(loop: "i", number: 1), LoopRound(loop: "j", number: 2),
        LoopRound(loop: "i", number: 3),
      ])
    #expect(["i", "j", "k"].map(origin.round(of:)) == [3, 2, nil])
  }

  @Test func `finds each of many checkpoints, also after they changed`() {
    func reading(_ number: Int) -> [Reading] {
      [Reading(metric: "objects.live", quantity: .integer(number))]
    }
    var long = Sample(
      pass: 1, checkpoints: (0..<100).map { Checkpoint(name: "batch-\($0)", readings: reading($0)) }
    )
    let before = long
    #expect((0..<100).allSatisfy { long["batch-\($0)"]?["objects.live"] == .integer($0) })
    long.checkpoints.insert(Checkpoint(name: "first", readings: reading(-1)), at: 0)
    long.checkpoints.append(Checkpoint(name: "batch-7", readings: reading(-2)))
    #expect(long["first"]?["objects.live"] == -1)
    #expect(long["batch-7"]?["objects.live"] == 7)
    #expect(long["batch-99"]?["objects.live"] == 99)
    #expect(before["first"] == nil)
    #expect(long["batch-100"] == nil)
    #expect(before == Sample(pass: 1, checkpoints: before.checkpoints))
  }

  @Test func `sends the names of metrics once`() throws {
    var long = sample
    for number in 1...20 {
      long.checkpoints.append(
        Checkpoint(name: "batch-\(number)", readings: sample.checkpoints[0].readings))
    }
    let line = String(decoding: try JSONEncoder().encode(long), as: UTF8.self)
    #expect(line.components(separatedBy: "heap.fragmentation").count == 2)
  }

  @Test(arguments: [
    #"{"pass":1,"metrics":[["a","b"]],"checkpoints":[{"name":"c","metrics":0,"quantities":"1"}]}"#,
    #"{"pass":1,"metrics":[],"checkpoints":[{"name":"c","metrics":0,"quantities":""}]}"#,
    #"{"pass":1,"metrics":[["a"]],"checkpoints":[{"name":"c","metrics":-1,"quantities":"1"}]}"#,
    #"{"pass":1,"metrics":[["a"]],"checkpoints":[{"name":"c","metrics":0,"quantities":"x"}]}"#,
  ])
  func `is refused where names and numbers do not match`(line: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Sample.self, from: Data(line.utf8))
    }
  }
}

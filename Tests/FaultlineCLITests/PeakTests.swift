// The peak explained: by its planted cause, to the byte, the same in every process, and without moving a reading.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct PeakTests {
  private static func explained(
    _ scenario: String, _ words: [String] = []
  ) throws -> (scenario: ScenarioResult, output: String) {
    let program = try WholeProgram(["planted.yaml": scenario])
    let answer = try program.run(
      ["run", "planted.yaml", "--no-progress", "--out", "out"] + words)
    #expect(answer.status == 0, "\(answer)")
    let file = program.folder.appending(path: "out/planted.json")
    return (try RunResult.read(from: file).scenarios[0], answer.output)
  }

  @Test(arguments: PlantedPeak.all)
  func `the planted cause stands first, and the bytes are the peak's`(planted: PlantedPeak) throws {
    let (scenario, output) = try Self.explained(planted.text)
    let trial = scenario.trials[0]
    let peak = try #require(trial.peak)
    #expect(peak.isExact, "\(peak)")
    #expect(trial.reading("bytes.peak", at: "end") == .integer(peak.bytes))
    #expect(peak.operation == planted.operation)
    // What lay there along the run adds up at each moment, and never passes the peak.
    let timeline = try #require(peak.timeline)
    #expect(timeline.isWhole)
    for (place, bytes) in timeline.bytes.enumerated() {
      #expect(timeline.owners.reduce(0) { $0 + $1.bytes[place] } == bytes)
      #expect(bytes <= peak.bytes)
    }
    #expect(timeline.checkpoints.last?.name == "end")
    let section = output.split(separator: "\n\n").first { $0.hasPrefix("Peak of ") }
    let lines = try #require(section).replacing("\n    ", with: " ").split(separator: "\n")
    #expect(lines[0].contains(": \(NumberText.bytes(peak.bytes)) "))
    let part = try #require(lines.first { $0.hasPrefix("  ") })
    #expect(part.split(separator: ": ", maxSplits: 1).last.map(String.init) == planted.first)
  }

  /// The example of the guides: twenty objects are held by the results, and yet the peak is the same.
  private static let batches = """
    faultline: 1
    name: planted
    title: Four batch sizes in one turn
    model:
      Item: {name: string, notes: string, price: double}
    stores: [sqlite]
    data:
      Item: {count: 8_000, set: {name: 'Item {index}', notes: text(40), price: index}}
    parameters:
      size: {type: int, default: 0, min: 0}
    context: {undo: none}
    variants:
      whole: {}
      ten: {size: 10}
      hundred: {size: 100}
      thousand: {size: 1000}
      no pool: {size: 10, pool: false}
    reference: no pool
    steps:
      - turn:
          - fetch: {entity: Item, into: items, batch: size}
          - touch: items
      - release: all
    measure: {repeats: 1, warmup: 1}
    """

  @Test func `only the pool explains why all batch sizes have the same peak`() throws {
    let (scenario, output) = try Self.explained(Self.batches)
    let pictures = scenario.trials.map { trial in
      let objects = trial.peak?.parts.filter { $0.kind == .objects } ?? []
      let words = objects.map { "\($0.count) \($0.holders.joined(separator: " + "))" }
      return "\(trial.variant): \(trial.peak?.isExact == true) \(words.joined(separator: ", "))"
    }
    expectText(
      pictures.joined(separator: "\n"),
      is: """
        whole: true 8000 the results of a fetch + the pool
        ten: true 7980 the pool, 20 the results of a fetch + the pool
        hundred: true 7800 the pool, 200 the results of a fetch + the pool
        thousand: true 6000 the pool, 2000 the results of a fetch + the pool
        no pool: true \("")
        """)
    #expect(
      output.replacing("\n    ", with: " ").contains("7,980 Item (the pool) +"), "\(output)")
  }

  @Test func `no reading moves by it, and it can be left out`() throws {
    var (with, _) = try Self.explained(PlantedPeak.all[2].text)
    let (without, output) = try Self.explained(PlantedPeak.all[2].text, ["--no-explain"])
    #expect(with.trials[0].peak != nil)
    with.trials[0].peak = nil
    #expect(with == without)
    #expect(!output.contains("\nPeak of "))
  }

  @Test func `threads have no explanation, and the report says so`() throws {
    let text = PlantedPeak.all[4].text.replacing("undo: none", with: "undo: none, threads: true")
    let (scenario, output) = try Self.explained(text)
    #expect(scenario.trials[0].peak?.parts == [])
    #expect(
      output.contains(
        """
        not explained: with threads: true allocations come in another order
            each time
        """), "\(output)")
  }
}

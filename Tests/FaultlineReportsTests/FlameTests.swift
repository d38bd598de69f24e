// What allocates, as a flame graph: laid out once, drawn without a script, said again in numbers.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Foundation
import Testing

struct `A flame graph` {
  /// A save that takes three quarters, half of that in itself; between its calls lies a closure, which is left out.
  static func flame(of trial: String, naming save: String = "Context.save()") -> Flame {
    let write = Flame.Call(
      name: "closure #1 () in Context.save()", bytes: 300, blocks: 3,
      calls: [
        Flame.Call(
          name: "Store.write(Row)", bytes: 300, blocks: 3,
          calls: [Flame.Call(name: "swift_allocObject", bytes: 300, blocks: 3)])
      ])
    let root = Flame.Call(
      name: "", bytes: 1_000, blocks: 20,
      calls: [
        Flame.Call(name: save, bytes: 750, blocks: 10, calls: [write]),
        Flame.Call(
          name: "Stage.play()", bytes: 250, blocks: 10,
          calls: [
            Flame.Call(name: "Stage.play()", bytes: 249, blocks: 9),
            Flame.Call(name: "tiny()", bytes: 1, blocks: 1),
          ]),
      ])
    return Flame(trial: trial, checkpoint: "full", held: root, taken: root)
  }

  static let flames = Dictionary(
    uniqueKeysWithValues: FirstLight.trials.prefix(2).map { ($0.id, flame(of: $0.id)) })

  private static let report = ReportBuilder(flames: flames).report(FirstLight.result)

  private static func graphs(_ blocks: [Report.Block]) -> [Report.FlameGraph] {
    blocks.flatMap { block -> [Report.FlameGraph] in
      switch block {
      case .flame(let graph): [graph]
      case .more(let more): graphs(more.blocks)
      default: []
      }
    }
  }

  @Test func `is laid out by bytes, without what lies between two calls or is too small`() throws {
    let graph = try #require(Self.graphs(Self.report.blocks).first)
    #expect(graph.title == "let go: held at 'full'")
    let boxes = graph.boxes.map { "\($0.row) \($0.name) \($0.start)–\($0.start + $0.width)" }
    expectText(
      boxes.joined(separator: "\n"),
      is: """
        0 Context.save 0.0–0.75
        1 Store.write 0.0–0.3
        0 Stage.play 0.75–1.0
        """)
    #expect(graph.boxes[1].words == "Store.write(Row): 300 B (30.0 %) in 3 blocks")
  }

  /// A function that calls itself holds its bytes once, and all parts together are the whole.
  @Test func `has its numbers in a table, function by function`() throws {
    let table = try #require(Self.graphs(Self.report.blocks).first?.table)
    let rows = table.rows.map { $0.cells.map(\.text).joined(separator: " | ") }
    expectText(
      rows.joined(separator: "\n"),
      is: """
        Context.save() | 450 B | 7 | 750 B | 75.0 %
        Store.write(Row) | 300 B | 3 | 300 B | 30.0 %
        Stage.play() | 249 B | 9 | 250 B | 25.0 %
        tiny() | 1 B | 1 | 1 B | 0.1 %
        """)
  }

  @Test func `is drawn on the page of each trial that has one, the reference seen at once`() throws
  {
    let graphs = Self.graphs(Self.report.blocks)
    #expect(
      graphs.map(\.title)
        == ["let go", "refresh"].flatMap {
          ["\($0): held at 'full'", "\($0): taken in all, given back or not"]
        })
    let page = HTMLFormat().render(Self.report)
    #expect(page.components(separatedBy: "<figure class=\"flame\">").count == 5)
    #expect(page.contains("width=\"75.0%\"") && page.contains(">Context.save</text>"))
    #expect(page.contains("<title>Context.save(): 750 B (75.0 %) in 10 blocks</title>"))
    #expect(!page.contains(" style=\""))
    #expect(
      !HTMLFormat().render(ReportBuilder().report(FirstLight.result)).contains("What allocates"))
  }

  @Test func `is no one's business in a terminal`() {
    let plain = ReportBuilder().report(FirstLight.result)
    #expect(TerminalFormat().render(Self.report) == TerminalFormat().render(plain))
    #expect(MarkdownFormat().render(Self.report) == MarkdownFormat().render(plain))
  }

  /// A variant whose save takes more, and that calls nothing else, beside the reference.
  @Test func `of a variant is drawn against the reference as well, with its name`() throws {
    let reference = Self.flame(of: FirstLight.trials[0].id)
    var variant = Self.flame(of: FirstLight.trials[1].id)
    variant.held.calls[0].bytes = 950
    variant.held.calls[1] = Flame.Call(name: "Cache.fill()", bytes: 200, blocks: 1)
    variant.held.bytes = 1_150
    let report = ReportBuilder(
      flames: [reference.trial: reference, variant.trial: variant]
    ).report(FirstLight.result)
    let graph = try #require(
      Self.graphs(report.blocks).first { $0.title.hasPrefix("refresh against") })
    #expect(graph.title == "refresh against 'let go': held where it was the most")
    #expect(graph.summary.contains("In all +150 B, more than 'let go'."))
    #expect(
      graph.boxes.map(\.name) == [
        "grew: Context.save", "Store.write", "gone: Stage.play", "new: Cache.fill",
      ])
    #expect(
      graph.boxes[0].words == "Context.save(): +200 B, more than 'let go', 750 B → 950 B")
    let rows = graph.table.rows.map { $0.cells.map(\.text).joined(separator: " | ") }
    expectText(
      rows.joined(separator: "\n"),
      is: """
        Stage.play() | 249 B | 0 B | -249 B, less than 'let go' | gone
        Cache.fill() | 0 B | 200 B | +200 B, more than 'let go' | new
        Context.save() | 450 B | 650 B | +200 B, more than 'let go' | grew
        tiny() | 1 B | 0 B | -1 B, less than 'let go' | gone
        """)
    #expect(HTMLFormat().render(report).contains("gone: Stage.play</text>"))
  }

  @Test func `keeps hostile names in their boxes`() {
    for attempt in HostileTexts.attempts {
      let flames = Dictionary(
        uniqueKeysWithValues: FirstLight.trials.map {
          ($0.id, Self.flame(of: $0.id, naming: attempt))
        })
      let page = HTMLFormat().render(ReportBuilder(flames: flames).report(FirstLight.result))
      #expect(!page.contains("<script>document") && !page.contains("<img"))
      #expect(
        page.components(separatedBy: "<svg").count == page.components(separatedBy: "</svg>").count)
    }
  }

  /// A trial that took nothing has nothing to divide by.
  @Test func `of nothing is empty`() {
    let nothing = Flame.Call(name: "", bytes: 0, blocks: 0)
    let id = FirstLight.trials[0].id
    let flame = Flame(trial: id, checkpoint: "end", held: nothing, taken: nothing)
    let page = HTMLFormat().render(ReportBuilder(flames: [id: flame]).report(FirstLight.result))
    #expect(page.contains("What allocates") && !page.contains("nan"))
  }
}

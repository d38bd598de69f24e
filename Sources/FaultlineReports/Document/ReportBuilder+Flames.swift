// What allocates: the call stacks of each trial as flame graphs, where they were asked for.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The flame graphs of a scenario's trials; those of the reference are seen at once.
  func flameGraphs(_ scenario: ScenarioResult) -> [Report.Block] {
    let known = scenario.trials.compactMap { trial in
      flames[trial.id].map { (trial: trial, flame: $0) }
    }
    guard !known.isEmpty else { return [] }
    let names = TrialNames(scenario)
    let references = TrialReferences(scenario)
    let open = known.first { references.isReference($0.trial) } ?? known[0]
    var blocks = graphs(open.flame, of: names.name(of: open.trial))
    for (trial, flame) in known where trial.id != open.trial.id {
      let name = names.name(of: trial)
      var inner = graphs(flame, of: name)
      if let reference = references.reference(of: trial), let base = flames[reference.id] {
        inner += differences(
          CallGains.between(flame, and: base), of: name,
          than: "'\(names.name(of: reference))'")
      }
      blocks.append(.more(Report.More(title: name, blocks: inner)))
    }
    return [.more(Report.More(title: "What allocates", blocks: blocks, isOpen: true))]
  }

  private func graphs(_ flame: Flame, of name: String) -> [Report.Block] {
    [
      ("held at '\(flame.checkpoint)'", flame.held),
      ("taken in all, given back or not", flame.taken),
    ].map { words, root in
      .flame(FlameDrawing(root).graph(titled: "\(name): \(words)"))
    }
  }
}

/// Lays one tree of calls out.
private struct FlameDrawing {
  private let root: Flame.Call
  private var boxes: [Report.Box] = []
  private var totals: [String: Totals] = [:]

  /// What a function has come to, from all of its callers.
  private struct Totals {
    var own = 0
    var whole = 0
    var blocks = 0
  }

  /// A box that is narrower than this could not be seen.
  private static let least = 0.004
  /// How many functions the table lists.
  private static let listed = 40

  init(_ root: Flame.Call) {
    self.root = root.plain
    lay(self.root.calls, row: 0, start: 0)
    count(self.root, within: [])
  }

  func graph(titled title: String) -> Report.FlameGraph {
    let largest = boxes.filter { $0.row == 0 }.map(\.words)
    return Report.FlameGraph(
      title: title,
      summary:
        "Calls from the outermost at the top to the innermost, as wide as the bytes that they and all beneath them "
        + "took: \(NumberText.text(.integer(root.bytes), .bytes)) in "
        + "\(counted(root.blocks, "block")). The outermost: \(largest.joined(separator: "; ")).",
      boxes: boxes, table: table)
  }

  // MARK: - Boxes

  private mutating func lay(_ calls: [Flame.Call], row: Int, start: Double) {
    var start = start
    for call in calls {
      let width = Double(call.bytes) / Double(max(1, root.bytes))
      defer { start += width }
      guard width >= Self.least else { continue }
      boxes.append(
        Report.Box(
          name: Self.brief(call.name), words: words(call), row: row, start: start, width: width,
          style: Self.style(call.name)))
      lay(call.calls, row: row + 1, start: start)
    }
  }

  /// A name without its parameters; all of it is said beside the numbers.
  private static func brief(_ name: String) -> String {
    let brief = name.prefix { $0 != "(" && $0 != "<" }
    return brief.isEmpty ? name : String(brief)
  }

  private func words(_ call: Flame.Call) -> String {
    let bytes = NumberText.text(.integer(call.bytes), .bytes)
    return "\(call.name): \(bytes) (\(share(call.bytes))) in \(counted(call.blocks, "block"))"
  }

  private func share(_ bytes: Int) -> String {
    NumberText.decimal(100 * Double(bytes) / Double(max(1, root.bytes)), places: 1) + " %"
  }

  /// A function has the same colour wherever it is called.
  private static func style(_ name: String) -> Int {
    name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 997 } % 7
  }

  // MARK: - The table

  private mutating func count(_ call: Flame.Call, within names: Set<String>) {
    let beneath = call.calls.reduce((bytes: 0, blocks: 0)) {
      ($0.bytes.addingSaturated($1.bytes), $0.blocks.addingSaturated($1.blocks))
    }
    if !call.name.isEmpty {
      var sum = totals[call.name] ?? Totals()
      sum.own = sum.own.addingSaturated(call.bytes.subtractingSaturated(beneath.bytes))
      sum.blocks = sum.blocks.addingSaturated(call.blocks.subtractingSaturated(beneath.blocks))
      // A function that calls itself holds its bytes once.
      if !names.contains(call.name) { sum.whole = sum.whole.addingSaturated(call.bytes) }
      totals[call.name] = sum
    }
    for inner in call.calls { count(inner, within: names.union([call.name])) }
  }

  private var table: Report.Table {
    let order = totals.sorted {
      ($1.value.own, $1.value.whole, $0.key) < ($0.value.own, $0.value.whole, $1.key)
    }
    let titles = ["function", "of its own", "in blocks", "with what it calls", "share"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(title: title, alignment: index == 0 ? .leading : .trailing, priority: index)
    }
    let rows = order.shown(atMost: Self.listed).map { name, sum in
      Report.Row(cells: [
        Report.Cell(name), Report.Cell(.integer(sum.own), .bytes),
        Report.Cell(.integer(sum.blocks), .count), Report.Cell(.integer(sum.whole), .bytes),
        Report.Cell(share(sum.whole)),
      ])
    }
    let left = order.count - rows.count
    return Report.Table(
      title: "Functions by what they allocate themselves", columns: columns, rows: Array(rows),
      remarks: left > 0 ? ["\(counted(left, "more function")) with less."] : [])
  }
}

/// Lays the trees of both sides out as one: each call as wide as on the side where it has more, so that what is gone is seen too.
struct DifferenceDrawing {
  private let root: FlameDifference
  private let other: String
  private var boxes: [Report.Box] = []

  /// A box that is narrower than this could not be seen.
  private static let least = 0.004

  init(_ root: FlameDifference, than other: String) {
    self.root = root
    self.other = other
    lay(root.calls, row: 0, start: 0, of: max(1, root.width))
  }

  func graph(titled title: String) -> Report.FlameGraph {
    Report.FlameGraph(
      title: title,
      summary:
        "Calls from the outermost at the top to the innermost, as wide as the bytes on the side that has more of them. "
        + "In all \(root.gain.words(than: other)). A box begins with what became of its call: new, grew, shrank or gone.",
      boxes: boxes, table: table)
  }

  private mutating func lay(_ calls: [FlameDifference], row: Int, start: Double, of whole: Int) {
    var start = start
    for call in calls {
      let width = Double(call.width) / Double(whole)
      defer { start += width }
      guard width >= Self.least else { continue }
      let gain = call.gain
      let brief = gain.name.prefix { $0 != "(" && $0 != "<" }
      let name = brief.isEmpty ? gain.name : String(brief)
      boxes.append(
        Report.Box(
          name: gain.way == .same ? name : "\(gain.way.rawValue): \(name)",
          words: "\(gain.name): \(gain.words(than: other)), \(NumberText.bytes(gain.base)) → "
            + NumberText.bytes(gain.head),
          row: row, start: start, width: width, style: Self.style(gain.way)))
      lay(call.calls, row: row + 1, start: start, of: whole)
    }
  }

  /// Each way has a colour of its own; the words do not need it.
  private static func style(_ way: Gain.Way) -> Int {
    Gain.Way.allCases.firstIndex(of: way) ?? 0
  }

  private var table: Report.Table {
    let titles = ["function", "before", "here", "difference", ""]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: index == 1 ? other : title,
        alignment: index == 0 || index == 4 ? .leading : .trailing,
        priority: index)
    }
    let functions = root.functions
    let rows = functions.shown(atMost: 40).map { gain in
      Report.Row(cells: [
        Report.Cell(gain.name), Report.Cell(.integer(gain.base), .bytes),
        Report.Cell(.integer(gain.head), .bytes), Report.Cell(gain.words(than: other)),
        Report.Cell(gain.way.rawValue),
      ])
    }
    let left = functions.count - rows.count
    return Report.Table(
      title: "Functions by what they allocate themselves", columns: columns, rows: Array(rows),
      remarks: left > 0 ? ["\(counted(left, "more function")) that differ less."] : [])
  }
}

extension FlameDifference {
  /// The bytes on the side that has more of them, and room for all calls beneath.
  fileprivate var width: Int {
    max(gain.base, gain.head, calls.reduce(0) { $0.addingSaturated($1.width) })
  }
}

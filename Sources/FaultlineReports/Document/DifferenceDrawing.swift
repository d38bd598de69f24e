// Two trees of calls drawn as one flame graph.

import FaultlineAnalysis
import FaultlineMeasures

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

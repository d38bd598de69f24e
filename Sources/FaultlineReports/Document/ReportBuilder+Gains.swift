// What owners and functions have more or less than on another side. Every difference stands with the name of that side, so
// that it cannot be read the wrong way round.

public import FaultlineMeasures

extension ReportBuilder {
  /// The most rows of one table; the JSON has all of them.
  private static let mostGains = 40
  /// The most owners or functions of one trial in a table.
  private static let mostOfOne = 8

  /// The variants of one result beside their references: the readings of their tables, owners, and who allocates.
  public func report(variantsOf comparison: Comparison, of run: RunResult) -> Report {
    let compared = comparison.trials(.compared)
    var blocks: [Report.Block] = [
      .verdict(
        Report.VerdictLine(
          word: compared.isEmpty ? "NOT COMPARED" : "COMPARED", tone: .plain,
          facts: ["\(counted(compared.count, "variant")) with the reference"]))
    ]
    for scenario in run.scenarios {
      let trials = compared.filter { $0.scenario == scenario.name }
      blocks.append(
        .heading(
          scenario.title.isEmpty ? scenario.name : "\(scenario.name): \(scenario.title)",
          lead: scenario.file))
      blocks += deltaTable(scenario)
      blocks += ownerGains(of: scenario, trials) + callGains(of: scenario, trials)
    }
    return Report(
      blocks: blocks, subject: Report.Subject(comparison: comparison, earlier: "reference"))
  }

  /// The most variants whose owners a page compares, as many as its chart of the owners shows.
  private static let mostOnPage = 8

  /// The owners of the variants against the reference, folded on a page.
  func ownerDifferences(_ scenario: ScenarioResult) -> [Report.Block] {
    let references = TrialReferences(scenario)
    let others = scenario.trials.filter { !references.isReference($0) }
    let shown = others.prefix(Self.mostOnPage)
    let wanted = Set((shown + shown.compactMap(references.reference)).map(\.id))
    var part = scenario
    part.trials.removeAll { !wanted.contains($0.id) }
    var blocks = ownerGains(
      of: scenario, Comparison(variantsOf: RunResult(scenarios: [part])).trials)
    guard !blocks.isEmpty else { return [] }
    let left = others.count - shown.count
    if left > 0 {
      blocks.append(
        .paragraph("'faultline compare RESULT' shows \(counted(left, "more variant"))."))
    }
    return [.more(Report.More(title: "Owners against the reference", blocks: blocks))]
  }

  /// The owners of a later result against an earlier one.
  func ownerGains(_ comparison: Comparison, than earlier: String) -> [Report.Block] {
    ownerTable(
      title: "Owners of the bytes, against \(earlier)", sides: "\(earlier) → now",
      comparison.trials.map { trial in Side(trial, named: trial.id, than: earlier) })
  }

  /// Who allocates in a later result against an earlier one.
  func callGains(_ comparison: Comparison, than earlier: String) -> [Report.Block] {
    comparison.trials.flatMap { trial in
      callBlocks(Side(trial, named: trial.id, than: earlier))
    }
  }

  private func ownerGains(
    of scenario: ScenarioResult, _ trials: [Comparison.Trial]
  ) -> [Report.Block] {
    ownerTable(
      title: "Owners of the bytes, against the reference", sides: "reference → variant",
      sides(of: scenario, trials))
  }

  private func callGains(
    of scenario: ScenarioResult, _ trials: [Comparison.Trial]
  ) -> [Report.Block] {
    sides(of: scenario, trials).flatMap(callBlocks)
  }

  /// A trial, what it is called, and what it is held against.
  private struct Side {
    var trial: Comparison.Trial
    var name: String
    var other: String

    init(_ trial: Comparison.Trial, named name: String, than other: String) {
      self.trial = trial
      self.name = name
      self.other = other
    }
  }

  private func sides(of scenario: ScenarioResult, _ trials: [Comparison.Trial]) -> [Side] {
    let names = TrialNames(scenario)
    let called = Dictionary(
      scenario.trials.map { ($0.id, names.name(of: $0)) }, uniquingKeysWith: { first, _ in first })
    return trials.compactMap { trial in
      guard let name = called[trial.id], let other = trial.reference.flatMap({ called[$0] }) else {
        return nil
      }
      return Side(trial, named: name, than: "'\(other)'")
    }
  }

  // MARK: - Owners

  private func ownerTable(title: String, sides: String, _ all: [Side]) -> [Report.Block] {
    var rows: [Report.Row] = []
    var left = 0
    for side in all {
      guard let gains = side.trial.owners else { continue }
      let shown = rows.count < Self.mostGains ? gains.owners.prefix(Self.mostOfOne) : []
      left += gains.owners.count - shown.count
      guard !shown.isEmpty else { continue }
      let whole = Gain(
        "in all @\(gains.checkpoint)", base: gains.whole.base, head: gains.whole.head)
      rows += ([whole] + shown).enumerated().map { place, gain in
        Report.Row(
          cells: cells(gain, named: place == 0 ? side.name : "", than: side.other))
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .table(
        Report.Table(
          title: title, columns: Self.columns("variant", "owner", sides), rows: rows,
          remarks: left > 0
            ? ["… \(counted(left, "more owner")) that differ less; --format json has all of them"]
            : []))
    ]
  }

  private static func columns(_ first: String, _ second: String, _ sides: String)
    -> [Report.Column]
  {
    [
      Report.Column(title: first, alignment: .leading, priority: 0),
      Report.Column(title: second, alignment: .leading, priority: 1),
      Report.Column(title: sides, alignment: .trailing, priority: 4),
      Report.Column(title: "difference", alignment: .trailing, priority: 2),
      Report.Column(title: "", alignment: .leading, priority: 3),
    ]
  }

  private func cells(
    _ gain: Gain, named name: String = "", than other: String
  ) -> [Report.Cell] {
    let tone: Report.Tone = gain.change == 0 ? .same : gain.change > 0 ? .worse : .better
    return [
      Report.Cell(name), Report.Cell(gain.name),
      Report.Cell("\(NumberText.bytes(gain.base)) → \(NumberText.bytes(gain.head))"),
      Report.Cell(gain.words(than: other), tone: tone),
      Report.Cell(gain.way == .same ? "" : gain.way.rawValue, tone: tone),
    ]
  }

  // MARK: - Calls

  /// The functions of a trial as tables, and the same as drawings for what can draw.
  private func callBlocks(_ side: Side) -> [Report.Block] {
    let tables = side.trial.calls.map { calls -> Report.Block in
      let functions = calls.difference.functions
      let shown = functions.prefix(Self.mostOfOne)
      let left = functions.count - shown.count
      return .table(
        Report.Table(
          title: "\(side.name), by function, against \(side.other): \(calls.words)",
          columns: Array(Self.columns("", "function", "\(side.other) → here").dropFirst()),
          rows: shown.map { Report.Row(cells: Array(cells($0, than: side.other).dropFirst())) },
          remarks: left > 0
            ? ["… \(counted(left, "more function")); --format json has all of them"] : []))
    }
    guard !tables.isEmpty else { return [] }
    let drawings = differences(side.trial.calls, of: side.name, than: side.other)
    return tables + [.more(Report.More(title: "\(side.name): who allocates", blocks: drawings))]
  }

  /// Flame graphs of a difference.
  func differences(
    _ calls: [CallGains], of name: String, than other: String
  ) -> [Report.Block] {
    calls.map { calls in
      .flame(
        DifferenceDrawing(calls.difference, than: other)
          .graph(titled: "\(name) against \(other): \(calls.words)"))
    }
  }
}

extension CallGains {
  /// Which bytes are meant, in words.
  fileprivate var words: String {
    switch share {
    case .held: "held where it was the most"
    case .taken: "taken in all, given back or not"
    }
  }
}

/// Lays the trees of both sides out as one: each call as wide as on the side where it has more, so that what is gone is seen too.
private struct DifferenceDrawing {
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
    let rows = functions.prefix(40).map { gain in
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
    max(gain.base, gain.head, calls.reduce(0) { $0 + $1.width })
  }
}

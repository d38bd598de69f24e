// What owners and functions have more or less than on another side. Every difference stands with the name of that side, so
// that it cannot be read the wrong way round.

package import FaultlineAnalysis
package import FaultlineMeasures

extension ReportBuilder {
  /// The most rows of one table; the JSON has all of them.
  private static let mostGains = 40
  /// The most owners or functions of one trial in a table.
  private static let mostOfOne = 8

  /// The variants of one result beside their references: the readings of their tables, owners, and what allocates.
  package func report(variantsOf comparison: Comparison, of run: RunResult) -> Report {
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
    let names = TrialNames(scenario)
    let sides = shown.compactMap { trial -> BehaviorProfile? in
      guard let reference = references.reference(of: trial) else { return nil }
      return BehaviorProfile(
        name: names.name(of: trial), other: "'\(names.name(of: reference))'",
        owners: OwnerGains(of: trial, against: reference, in: scenario))
    }
    var blocks = ownerTable(sides)
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
      comparison.trials.map { BehaviorProfile($0, named: $0.id, than: earlier) })
  }

  /// What allocates in a later result against an earlier one.
  func callGains(_ comparison: Comparison, than earlier: String) -> [Report.Block] {
    comparison.trials.flatMap { trial in
      callBlocks(BehaviorProfile(trial, named: trial.id, than: earlier))
    }
  }

  private func ownerGains(
    of scenario: ScenarioResult, _ trials: [Comparison.Trial]
  ) -> [Report.Block] {
    ownerTable(sides(of: scenario, trials))
  }

  /// The owners of variants against the reference.
  private func ownerTable(_ variants: [BehaviorProfile]) -> [Report.Block] {
    ownerTable(
      title: "Owners of the bytes, against the reference", sides: "reference → variant", variants)
  }

  private func callGains(
    of scenario: ScenarioResult, _ trials: [Comparison.Trial]
  ) -> [Report.Block] {
    sides(of: scenario, trials).flatMap(callBlocks)
  }

  /// What a trial has more or less, what it is called, and what it is held against.
  fileprivate struct BehaviorProfile {
    var name: String
    var other: String
    var owners: OwnerGains?
    var calls: [CallGains] = []
  }

  private func sides(of scenario: ScenarioResult, _ trials: [Comparison.Trial]) -> [BehaviorProfile]
  {
    let names = TrialNames(scenario)
    let called = Dictionary(
      scenario.trials.map { ($0.id, names.name(of: $0)) }, uniquingKeysWith: { first, _ in first })
    return trials.compactMap { trial in
      guard let name = called[trial.id], let other = trial.reference.flatMap({ called[$0] }) else {
        return nil
      }
      return BehaviorProfile(trial, named: name, than: "'\(other)'")
    }
  }

  // MARK: - Owners

  private func ownerTable(title: String, sides: String, _ all: [BehaviorProfile]) -> [Report.Block]
  {
    var rows: [Report.Row] = []
    var left = 0
    for side in all {
      guard let gains = side.owners else { continue }
      let shown = rows.count < Self.mostGains ? gains.owners.shown(atMost: Self.mostOfOne) : []
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
  private func callBlocks(_ side: BehaviorProfile) -> [Report.Block] {
    let tables = side.calls.map { calls -> Report.Block in
      let functions = calls.difference.functions
      let shown = functions.shown(atMost: Self.mostOfOne)
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
    let drawings = differences(side.calls, of: side.name, than: side.other)
    return tables + [.more(Report.More(title: "\(side.name): what allocates", blocks: drawings))]
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

extension ReportBuilder.BehaviorProfile {
  /// A trial of a comparison.
  fileprivate init(_ trial: Comparison.Trial, named name: String, than other: String) {
    self.init(name: name, other: other, owners: trial.owners, calls: trial.calls)
  }
}

// What a scenario asks for must exist: metrics, checkpoints, parameters, variants.

import FaultlineMeasures
import FaultlineProfiler

/// The checks of columns and expectations against what a run will read.
struct PlanChecks {
  let scenario: Scenario
  private let checkpoints: [PlanScope.TakenCheckpoint]
  /// The names of the checkpoints as they are written.
  private let checkpointNames: Set<String>
  /// Whether events are counted.
  private let listens: Bool
  private let vocabulary: Vocabulary
  private static let metrics = Probes.metrics.map(\.name)
  private static let events = EventProbe.metrics.map(\.name)

  init(_ scenario: Scenario, checkpoints: [PlanScope.TakenCheckpoint], listens: Bool) {
    self.scenario = scenario
    self.checkpoints = checkpoints
    checkpointNames = Set(checkpoints.map(\.name.source) + CheckpointNames.ends)
    self.listens = listens
    // Once, since it takes a walk over all steps.
    vocabulary = scenario.vocabulary
  }

  /// Every column shows something that is read; what is to be said of those that would be empty, by their titles.
  ///
  /// Where the whole scenario is planned, a checkpoint that no trial takes is a mistake. A smaller choice may lack what
  /// another one has, and that is worth a remark.
  func columns(_ searches: [CheckpointSearch], isWhole: Bool) throws(Diagnostic) -> [String:
    Finding]
  {
    var remarks: [String: Finding] = [:]
    for (column, node) in zip(scenario.columns, scenario.columnNodes) {
      try check(try Formula(node))
      guard searches.allSatisfy({ $0.missing.contains(column.checkpoint) }) else { continue }
      let instead = searches.lazy.compactMap { $0.instead[column.checkpoint] }.first
      let help = instead.map { "its rounds take \($0.joined(separator: ", ")) and so on" }
      guard !isWhole else {
        throw node.diagnostic(
          "no trial takes the checkpoint \(column.checkpoint.inQuotes), so that the column would be empty",
          notes: [help ?? "the step that takes it is played in no variant"])
      }
      remarks[column.title] = .emptyColumn(
        column, help.map { "\($0) in this run" } ?? "its step is not played in this run")
    }
    return remarks
  }

  /// A purge, or a reader, that finds no history in any store would do nothing, without a word.
  func purges(in trials: [Trial]) throws(Diagnostic) {
    guard !trials.contains(where: { $0.settings.behaviours.hasHistory && $0.store.isOnDisk })
    else { return }
    let uses: [(step: any Step.Type, purpose: String)] = [
      (PurgeStep.self, "delete from"), (HistoryTokenStep.self, "be a place in"),
      (ReadHistoryStep.self, "read"),
    ]
    for use in uses {
      guard let step = scenario.steps.first(of: use.step) else { continue }
      throw Diagnostic(
        "no trial keeps a history that '\(use.step.keyword)' could \(use.purpose)", at: step.place,
        notes: ["'history: true' under 'context' or in a variant lets SQLite stores keep one"])
    }
  }

  /// Every expectation asks for something that is read, and is a condition.
  func expectations() throws(Diagnostic) {
    for expectation in scenario.expectations {
      try fits(expectation.that)
      try check(expectation.that)
      try expectation.that.checkUnits()
      guard expectation.that.root.isCondition else { throw expectation.that.isNoCondition }
    }
  }

  /// Every checkpoint that `gate` names is taken, every context and entity is there, and every tolerance is about
  /// something that gates.
  func gate(_ metrics: [Metric]) throws(Diagnostic) {
    for checkpoint in scenario.gate.checkpoints where !exists(checkpoint.name) {
      throw .unknown(
        "checkpoint", checkpoint.name, at: checkpoint.place,
        known: checkpoints.map(\.name.source) + CheckpointNames.ends)
    }
    let parts =
      scenario.gate.parts
      + zip(scenario.tolerances, scenario.toleranceNodes).map { ($0.metrics, $1.range) }
    for part in parts {
      guard let problem = vocabulary.arguments.problem(with: part.name) else { continue }
      throw Diagnostic(problem.message, at: part.place, notes: problem.notes)
    }
    let gated = scenario.decidingGate(of: metrics).measurements.map(\.metric)
    for (tolerance, node) in zip(scenario.tolerances, scenario.toleranceNodes)
    where !gated.contains(where: { Wildcard(tolerance.metrics).matches($0) }) {
      throw node.diagnostic(
        "\(tolerance.metrics.inQuotes) matches nothing that gates this scenario",
        notes: [
          "what gates: \(Spelling.list(gated.withoutRepeats))",
          "name a metric in full, or under 'gate: {metrics: […]}', to let it gate",
        ])
    }
  }

  /// What is fitted needs something to be fitted over: sizes, or the checkpoints of a loop.
  private func fits(_ formula: Formula) throws(Diagnostic) {
    for form in formula.root.metricForms {
      switch form {
      case .growth(_, _, let parameter):
        let sizes = scenario.sizes.map(\.parameter)
        guard !sizes.contains(parameter.text) else { continue }
        guard scenario.parameters.contains(where: { $0.name == parameter.text }) else {
          throw formula.unknown(
            "parameter with sizes", parameter, known: sizes, plural: "parameters with sizes")
        }
        throw formula.diagnostic(
          "the parameter \(parameter.text.inQuotes) has no sizes to grow over", at: parameter,
          notes: ["sizes: {\(parameter.text): [1e2, 1e3, 1e4]} in the scenario gives it some"])
      case .slope(_, let series, let loop): try slope(formula, series, loop)
      default: break
      }
    }
  }

  /// A slope is that of one series of checkpoints.
  private func slope(_ formula: Formula, _ series: Mention?, _ loop: Mention) throws(Diagnostic) {
    let inLoop = checkpoints.filter { $0.loops.contains(loop.text) }
    guard !inLoop.isEmpty else {
      var known: [String] = []
      for name in checkpoints.flatMap(\.loops) where !known.contains(name) { known.append(name) }
      throw formula.unknown(
        "loop with checkpoints", loop, known: known, plural: "loops with checkpoints")
    }
    let names = inLoop.map(\.name.source)
    if let series {
      guard names.contains(series.text) else {
        throw formula.unknown(
          "checkpoint of the loop", series, known: names, plural: "checkpoints of the loop")
      }
    } else if names.count > 1 {
      throw formula.diagnostic(
        "the loop \(loop.text.inQuotes) has several checkpoints", at: loop,
        notes: ["name one of them: slope(metric@'\(names[0])', \(loop.text))"])
    }
  }

  /// Whether all that a formula names is there; some moments are there for it alone.
  func check(_ formula: Formula, also moments: [String] = []) throws(Diagnostic) {
    let parameters = scenario.parameters.map(\.name)
    for mention in formula.mentions {
      try checkThatItIsRead(mention, formula)
      switch mention.role {
      case .metric where !Self.metrics.contains(mention.metricName):
        throw formula.unknown("metric", mention, known: Self.metrics)
      case .checkpoint where !exists(mention.text) && !moments.contains(mention.text):
        let known =
          checkpoints.map(\.name.source) + [CheckpointNames.released, CheckpointNames.end] + moments
        throw formula.unknown("checkpoint", mention, known: known)
      case .variant where !scenario.variants.contains { $0.name == mention.text }:
        throw formula.unknown("variant", mention, known: scenario.variants.map(\.name))
      case .name
      where !parameters.contains(mention.text) && !Self.metrics.contains(mention.metricName):
        throw formula.unknown("name", mention, known: parameters + Self.metrics)
      default: break
      }
    }
    try vocabulary.check(formula, known: parameters + Self.metrics)
  }

  /// Events are counted only where something listens.
  private func checkThatItIsRead(_ mention: Mention, _ formula: Formula) throws(Diagnostic) {
    guard !listens, mention.role == .metric || mention.role == .name,
      Self.events.contains(mention.metricName)
    else { return }
    throw formula.diagnostic(
      "\(mention.metricName.inQuotes) is read only where a step listens, and none does",
      at: mention,
      notes: ["the steps 'watch', 'observe', 'listen' and 'merge' do"])
  }

  private func exists(_ checkpoint: String) -> Bool {
    checkpointNames.contains(checkpoint) || checkpoints.contains { $0.name.matches(checkpoint) }
  }
}

extension Finding {
  /// A column in which nothing stands.
  static func emptyColumn(_ column: Column, _ why: String) -> Finding {
    Finding(
      kind: .measurement,
      message: "The column '\(column.title)' is empty: no trial of this run has "
        + "\(column.metric)@\(column.checkpoint); \(why).",
      advice: "Let the column show a checkpoint that every size and variant takes.")
  }
}

extension FormulaTree {
  /// Whether it can be true or false; no parameter and no metric is.
  var isCondition: Bool {
    switch kind {
    case .truth, .not: true
    case .binary(let sign, _, _): sign.isComparison || sign == .and || sign == .or
    case .number, .name, .negative, .call, .metric: false
    }
  }
}

// What the choices of a question ask for must be there in a replay, which counts and measures no bytes.
extension PlanChecks {
  /// The metrics that a replay reads.
  private static let filmed = Probes.filmed.map(\.name)

  /// Every choice asks for something that a replay reads, of its own trial, and is a condition.
  func questions() throws(Diagnostic) {
    for choice in scenario.questions.flatMap(\.choices) {
      let formula = choice.isRight
      for form in formula.root.metricForms {
        switch form {
        case .reading(_, _, nil), .delta: break
        default:
          throw formula.diagnostic(
            "\(form) looks at more than a moment of this trial, which is all that a choice can ask",
            at: form.metric, notes: ["metric@checkpoint and delta(metric, from, to) can be asked"])
        }
      }
      try check(formula, also: [OfferedQuestion.asked])
      let metrics = Set(Probes.metrics.map(\.name))
      for mention in formula.mentions
      where metrics.contains(mention.metricName) && !Self.filmed.contains(mention.metricName) {
        throw formula.diagnostic(
          "\(mention.text.inQuotes) is not read in a replay, which judges the choices", at: mention,
          notes: ["read there: \(Spelling.list(Self.filmed))"])
      }
      guard formula.root.isCondition else {
        throw formula.diagnostic(
          FormulaError(.wrongKind, "this is a value, and a choice is right if a condition holds"),
          notes: ["compare it: \(formula) == 0"])
      }
    }
  }
}

/// Looks for names of checkpoints among those that a pass takes.
///
/// A name such as `page-180` is one of those that `page-{i}` stands for, and still no round may have it: with
/// `every: 20` the rounds are 19, 39 and so on.
struct CheckpointSearch {
  /// A loop around a checkpoint.
  struct Loop {
    let name: String?
    let rounds: Int
    /// The round, where every one is played by itself; nil where one stands for all.
    let round: Int?
    /// In every how many rounds, for each `every` around the checkpoint.
    let intervals: [Int]

    /// The rounds in which the checkpoint is taken.
    fileprivate var taking: [Int] {
      let all = round.map { $0...$0 } ?? 0...max(0, rounds - 1)
      return all.filter { round in intervals.allSatisfy { round % $0 == $0 - 1 } }
    }
  }

  /// More rounds than these are not gone through: the name is taken for one of theirs.
  private static let mostRounds = 100_000

  /// The names that nothing has come to yet.
  private(set) var missing: Set<String>
  /// The first names that a template of such a name comes to instead.
  private(set) var instead: [String: [String]] = [:]
  private var gone = 0

  init(_ wanted: Set<String>) { missing = wanted }

  /// Notes what a checkpoint is called in the loops around it.
  mutating func take(_ template: NameText, _ names: Names, in loops: [Loop]) {
    for wanted in missing where template.matches(wanted) {
      if find(wanted, template, names, loops[...]) { missing.remove(wanted) }
    }
  }

  private mutating func find(
    _ wanted: String, _ template: NameText, _ names: Names, _ loops: ArraySlice<Loop>
  ) -> Bool {
    guard let loop = loops.first else {
      gone += 1
      guard gone <= Self.mostRounds, let name = try? template.text(in: names) else { return true }
      if name != wanted, instead[wanted, default: []].count < 3 {
        instead[wanted, default: []].append(name)
      }
      return name == wanted
    }
    let others = loops.dropFirst()
    guard let name = loop.name, template.mentions(name) else {
      // In all of its rounds the name is the same.
      return find(wanted, template, names, others)
    }
    return loop.taking.contains { round in
      var names = names
      names.set(name, to: round)
      return find(wanted, template, names, others)
    }
  }
}

// Which choice of a question is right: computed from what a film has read.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineReplay

/// Collects what the choices of a trial's questions ask for, and judges them when the film is made.
struct ChoiceJudge {
  private let parameters: Names
  /// Whether it is the variant that the inventory asks about.
  private let isReference: Bool
  /// The checkpoints that formulas name.
  private let wanted: Set<String>
  private var moments: [String: Moment] = [:]
  private var asked: [Asked] = []

  /// What was read at a checkpoint, and the frame that shows it.
  private struct Moment {
    let readings: [Reading]
    let frame: Int
  }

  /// A question that was asked: its place among those of its frame, and what was read before it.
  private struct Asked {
    let offer: OfferedQuestion
    let before: [Reading]
    let place: (frame: Int, question: Int)
  }

  init(_ trial: Trial) {
    parameters = trial.parameters
    isReference = trial.key.variant == trial.scenario.reference
    let mentions = trial.scenario.questions.flatMap(\.choices).flatMap(\.isRight.mentions)
    wanted = Set(mentions.filter { $0.role == .checkpoint }.map(\.text))
  }

  /// Whether a choice asks for what is read at a checkpoint.
  func wants(_ moment: String) -> Bool { wanted.contains(moment) }

  mutating func take(_ readings: [Reading], at moment: String, frame: Int) {
    moments[moment] = Moment(readings: readings, frame: frame)
  }

  mutating func ask(
    _ offer: OfferedQuestion, before: [Reading], at place: (frame: Int, question: Int)
  ) {
    asked.append(Asked(offer: offer, before: before, place: place))
  }

  /// Gives each question of a film its choices, and says which of them hold.
  func judge(_ film: inout Replay) {
    for one in asked where film.frames.indices.contains(one.place.frame) {
      var scope = AskedScope(
        parameters: parameters, now: film.frames[one.place.frame].readings,
        moments: moments.mapValues(\.readings))
      scope.moments[OfferedQuestion.asked] = one.before
      let choices = one.offer.choices.map { choice in
        let isRight = (try? choice.isRight.holds(in: scope)) ?? false
        return Replay.Choice(choice.says, isRight: isRight, mistake: isRight ? nil : choice.mistake)
      }
      let right = one.offer.choices.indices.first { choices[$0].isRight }
      film.frames[one.place.frame].questions[one.place.question].offer = Replay.Offer(
        choices, measured: one.offer.readings(in: scope).joined(separator: ", "),
        reason: right.map { reason(for: one.offer.choices[$0].isRight, one, film) }
          ?? one.place.frame,
        line: one.offer.place.line, inventory: one.offer.inventory,
        here: isReference ? one.offer.here : nil)
    }
  }

  /// The frame in which what a formula asks for last changed, up to the moment that it asks about.
  private func reason(for formula: Formula, _ one: Asked, _ film: Replay) -> Int {
    let named = formula.mentions.filter { $0.role == .checkpoint }
    let last = named.compactMap { moments[$0.text]?.frame }.max() ?? one.place.frame
    let metrics = formula.mentions.map(\.text)
    let changes = film.frames.indices.dropFirst().prefix { $0 <= last }.filter { place in
      metrics.contains {
        film.frames[place].reading($0) != film.frames[place - 1].reading($0)
      }
    }
    return changes.last ?? last
  }
}

/// What a choice can see: parameters, and readings of its own trial.
private struct AskedScope: FormulaScope {
  let parameters: Names
  /// What was read after the step that the question is about.
  let now: [Reading]
  var moments: [String: [Reading]]

  func find(_ mention: Mention) throws(FormulaError) -> FormulaValue? {
    guard Probes.metric(named: mention.text) != nil else { return parameters.find(mention) }
    return .number(try number(mention.text, in: now, "here"))
  }

  func metric(_ form: MetricForm) throws(FormulaError) -> FormulaValue {
    switch form {
    case .reading(let metric, let checkpoint, nil):
      return .number(try number(metric.text, at: checkpoint.text))
    case .delta(let metric, let from, let to):
      let first = try number(metric.text, at: from.text)
      return .number(try number(metric.text, at: to.text).applying(.minus, to: first))
    default: throw FormulaError(.unanswered, "\(form) can be asked only of a run")
    }
  }

  private func number(
    _ metric: String, at moment: String
  ) throws(FormulaError) -> FormulaNumber {
    try number(metric, in: moments[moment] ?? [], "at '\(moment)'")
  }

  private func number(
    _ metric: String, in readings: [Reading], _ moment: String
  ) throws(FormulaError) -> FormulaNumber {
    guard let reading = readings.first(where: { $0.metric == metric }) else {
      throw FormulaError(.unanswered, "\(metric) was not read \(moment)")
    }
    return reading.quantity.formulaNumber
  }
}

// What lowers a peak, as it was played: what it removes, what it costs, and the lines to change.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The advice that was tried, a list a trial; nothing where none was asked for.
  func remedies(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    return scenario.trials.compactMap { trial in
      guard let tried = trial.tried, let peak = trial.peak else { return nil }
      let title = "Advice for \(names.name(of: trial)) (verified)"
      return .list(Report.List(title: title, items: items(tried, peak)))
    }
  }

  private func items(_ tried: TriedChanges, _ peak: PeakExplanation) -> [Report.Item] {
    var items = tried.advised.prefix(Self.mostAdvised).map { change in
      Report.Item(
        label: "advice", tone: .better,
        text: "\(change.advice): \(change.effect(on: peak)), \(change.price)", trace: change.change)
    }
    if let failureReason = tried.failureReason {
      let words = tried.remedies.isEmpty ? "nothing was tried" : "not all was tried"
      items.append(
        Report.Item(label: "no advice", tone: .neutral, text: "\(words): \(failureReason)"))
    } else if tried.remedies.isEmpty {
      items.append(
        Report.Item(label: "no advice", tone: .neutral, text: "nothing is known that may help"))
    }
    let rejected = tried.rejected
    items += rejected.prefix(Self.mostRejected).map { change in
      Report.Item(
        label: "not advised", tone: .neutral,
        text: "\(change.advice): \(change.effect(on: peak)), \(change.objection)")
    }
    let more = rejected.count - Self.mostRejected
    if more > 0 {
      items.append(
        Report.Item(
          label: "not advised", tone: .same,
          text: "\(counted(more, "other change")), which the JSON has"))
    }
    return items
  }

  private static let mostAdvised = 3
  private static let mostRejected = 2
}

extension TriedChanges {
  /// What was tried and is not advised: what an expectation forbids first.
  fileprivate var rejected: [TriedChange] {
    let others = remedies.filter { $0.outcome != .helps }
    return others.filter { $0.outcome == .breaks } + others.filter { $0.outcome != .breaks }
  }
}

extension TriedChange {
  /// The change of the peak: `peak −281.7 KiB (−39 %)`.
  func effect(on peak: PeakExplanation) -> String {
    guard let bytes = self.peak else { return "its peak is not known" }
    guard bytes != peak.bytes else { return "the same peak" }
    let unit = PeakUnit(of: (bytes &- peak.bytes).magnitude)
    let share =
      peak.bytes > 0
      ? " (\(NumberText.relative(from: .integer(peak.bytes), to: .integer(bytes)) ?? "<1 %"))" : ""
    return "peak \(unit.signed(bytes &- peak.bytes))\(share)"
  }

  /// Why it is not advised.
  fileprivate var objection: String {
    switch outcome {
    case .helps, .nothing: "which is no gain"
    case .little: "which is little"
    case .otherWork: "and it does other work"
    case .breaks: "but it breaks \(reason ?? "an expectation")"
    case .failed: "and it fails"
    }
  }

  /// `removes 19.1 of 19.4 MiB of 100,000 Item held only by the pool, 98 %; the peak is 1.2 MiB`.
  func gain(of peak: PeakExplanation) -> String {
    let bytes = self.peak ?? peak.bytes
    let after = "the peak is \(NumberText.bytes(bytes)) then"
    guard peak.parts.indices.contains(part), removed > 0 else {
      return "\(NumberText.bytes(peak.bytes - bytes)) less; \(after)"
    }
    let named = peak.parts[part]
    let share = NumberText.decimal(
      (Double(removed) / Double(max(1, named.bytes)) * 100).rounded(.down), places: 0)
    return
      "removes \(NumberText.bytes(removed)) of \(NumberText.bytes(named.bytes)) of \(named.words()), "
      + "\(share) %; \(after)"
  }

  /// What it costs: round trips and statements, and the time where it is known.
  var price: String {
    var words = [
      roundTrips.map { difference($0, "round trip") },
      statements.map { difference($0, "statement") },
    ].compactMap(\.self)
    if let pace { words.append(time(pace)) }
    return words.isEmpty ? "a price that is not known" : words.joined(separator: ", ")
  }

  private func difference(_ number: Int, _ one: String) -> String {
    switch number {
    case 0: "no more \(one)s"
    case ..<0: "\(counted(-number, one)) less"
    default: "+" + counted(number, one)
    }
  }

  /// One pass is no measurement: what is near is called near.
  private func time(_ pace: Double) -> String {
    guard pace < Self.slower else {
      return "about \(NumberText.decimal(pace, places: 1)) times the processor time"
    }
    return pace > 1 / Self.slower ? "time within noise" : "less processor time"
  }

  private static let slower = 1.25
}

extension RunResult {
  /// The best advice of each scenario that has some, in a line.
  var bestAdvice: [String] {
    scenarios.compactMap { scenario in
      scenario.trials.lazy.compactMap { trial -> String? in
        guard let peak = trial.peak, let remedy = trial.tried?.advised.first else { return nil }
        return "advice for \(trial.id): \(remedy.advice): \(remedy.gain(of: peak))"
      }.first
    }
  }
}

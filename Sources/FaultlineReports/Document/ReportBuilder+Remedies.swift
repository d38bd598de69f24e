// What lowers a peak, as it was played: what it removes, what it costs, and the lines to change.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The advice that was tried, a list a trial; nothing where none was asked for.
  func remedies(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    return scenario.trials.compactMap { trial in
      guard let tried = trial.tried, let peak = trial.peak else { return nil }
      let title = "What lowers the peak of '\(names.name(of: trial))', as tried"
      return .list(Report.List(title: title, items: items(tried, peak)))
    }
  }

  private func items(_ tried: TriedChanges, _ peak: PeakExplanation) -> [Report.Item] {
    let advised = tried.advised
    var items = advised.map { remedy in
      Report.Item(
        label: "advice", tone: .better,
        text: remedy.advice + ": " + remedy.gain(of: peak), trace: remedy.change,
        details: ["for " + remedy.price])
    }
    if let failureReason = tried.failureReason {
      let word = tried.remedies.isEmpty ? "nothing was tried" : "not all was tried"
      items.append(
        Report.Item(label: "no advice", tone: .neutral, text: "\(word): \(failureReason)"))
    } else if advised.isEmpty {
      items.append(
        Report.Item(label: "no advice", tone: .neutral, text: tried.failures))
    } else if let broken = tried.broken {
      items.append(Report.Item(label: "not advised", tone: .neutral, text: broken))
    }
    return items
  }
}

extension TriedChanges {
  /// What was tried in vain, each with what became of it.
  fileprivate var failures: String {
    guard !remedies.isEmpty else { return "nothing is known that may help" }
    return "nothing that was tried helps: " + words(of: remedies)
  }

  /// What an author may want to know of: it would help, and an expectation is against it.
  fileprivate var broken: String? {
    let against = remedies.filter { $0.outcome == .breaks }
    return against.isEmpty ? nil : words(of: against)
  }

  private func words(of remedies: [TriedChange]) -> String {
    remedies.map { remedy in
      switch remedy.outcome {
      case .helps, .nothing: remedy.name
      case .little: "\(remedy.name) (removes little)"
      case .otherWork: "\(remedy.name) (does other work)"
      case .breaks: "\(remedy.name) (breaks \(remedy.reason ?? "an expectation"))"
      case .failed: "\(remedy.name) (fails)"
      }
    }.joined(separator: ", ")
  }
}

extension TriedChange {
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

// How far a recommendation goes: whether the same variants are best on the other side, and at other ends of what is not known.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// Whether a choice holds elsewhere, as far as that was played.
  func scope(_ choice: Choice) -> [Report.Item] {
    let elsewhere = AdviceScope(choice.scenario, at: choice.place)
    guard let label = elsewhere.label else { return [] }
    return [
      Report.Item(
        label: label, tone: elsewhere.turning.isEmpty ? .better : .neutral, text: elsewhere.words,
        details: elsewhere.turning.map(\.sentence))
    ]
  }
}

/// What is best elsewhere for one place where a variant is chosen.
struct AdviceScope {
  private let elsewhere: [AdviceElsewhere]

  init(_ scenario: ScenarioResult, at place: String) {
    elsewhere = scenario.elsewhere.filter { $0.place == place }
  }

  /// Where other variants are best.
  var turning: [AdviceElsewhere] { elsewhere.filter { !$0.holds } }

  /// Whether both descriptions of Core Data were played, and not ends of bands alone.
  private var coversBothProfiles: Bool { elsewhere.contains(where: \.isOfASide) }

  /// What it is about; nil where nothing else was played.
  var label: String? {
    guard !elsewhere.isEmpty else { return nil }
    return turning.isEmpty && coversBothProfiles ? "also in Core Data" : "elsewhere"
  }

  /// How far it holds.
  var words: String {
    let ends = elsewhere.filter { !$0.isOfASide }.map(\.there)
    let places =
      (coversBothProfiles ? ["by the guides", "in Core Data"] : [])
      + ends.map { "with \($0)" }
    guard turning.isEmpty else {
      let held = elsewhere.filter(\.holds).map(\.there)
      return "other variants are best with \(turning.map(\.there).listed)"
        + (held.isEmpty ? "" : "; the same ones with \(held.listed)")
    }
    return "the same variants are best \(places.listed)"
  }
}

extension AdviceElsewhere {
  /// Whether it is of a whole description of Core Data, and of no end of a band.
  fileprivate var isOfASide: Bool { key == "behaves" }

  /// What is best there, and what turns it.
  fileprivate var sentence: String {
    "with \(there): \(best)"
      + (turnedBy.isEmpty ? "" : ", turned by \(turnedBy.joined(separator: ", "))")
  }
}

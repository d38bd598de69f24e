// What reports call trials: all of their names where they are few, and what sets them apart.

import FaultlineMeasures
import Testing

@testable import FaultlineAnalysis

struct `Names of trials` {
  private static let names = ["plain", "odd", "last", "more"]

  /// A sentence has three at most; more are counted in it, and stand below it.
  @Test(
    arguments: [
      (1, "plain", []), (2, "plain, odd", []), (3, "plain, odd, last", []),
      (4, "4 variants", names),
    ] as [(Int, String, [String])])
  func `are listed up to three, and are lines from four on`(
    count: Int, sentence: String, lines: [String]
  ) {
    let names = Array(Self.names.prefix(count))
    #expect(TrialNames.listed(names) == sentence)
    #expect(TrialNames.unlisted(names) == lines)
  }

  private func key(
    _ variant: String, _ axes: [Setting] = [], sizes: [Setting] = [], store: String? = nil
  ) -> TrialKey {
    TrialKey(scenario: "import", variant: variant, axes: axes, sizes: sizes, store: store)
  }

  /// A line: what is said once, and the names.
  private func picture(_ keys: [TrialKey]) -> String {
    let names = TrialNames(keys)
    return "\(names.shared.joined(separator: ", ")): "
      + keys.map(names.name).joined(separator: " | ")
  }

  @Test func `say what sets trials apart; what they share is said once`() {
    let rows = [10, 20].map { Setting(name: "rows", value: $0) }
    // One alone, and ones that are the same, share nothing with others.
    #expect(picture([]) == ": ")
    #expect(picture([key("plain")]) == ": plain")
    #expect(picture([key("plain"), key("plain")]) == ": plain | plain")
    #expect(picture([key("plain"), key("odd")]) == ": plain | odd")
    #expect(
      picture([key("plain", [rows[0]]), key("plain", [rows[1]])])
        == "variant plain: rows=10 | rows=20")
    #expect(
      picture([key("plain", [rows[0]]), key("odd", [rows[0]])]) == "rows=10: plain | odd")
    #expect(
      picture([
        key("plain", sizes: [rows[0]], store: "sqlite"),
        key("plain", sizes: [rows[1]], store: "sqlite"),
        key("odd", sizes: [rows[1]], store: "sqlite"),
      ]) == "store sqlite: plain · rows=10 | plain · rows=20 | odd · rows=20")
  }
}

// What a scenario asked when it was accepted and does not ask any more, or less strictly: a gate can be weakened only
// where it is seen.

import FaultlineMeasures
import Foundation

extension Comparison {
  /// An expectation that was loosened, changed or deleted, or a metric that decides no longer.
  package struct Loosening: Sendable, Hashable {
    /// The scenario's name.
    package var scenario: String
    /// The scenario's file.
    package var file: String
    /// What was expected, or the metric that decided the verdict.
    package var earlier: String
    /// The checkpoints at which the metric decided; empty for an expectation.
    package var checkpoints: [String] = []
    /// What is expected instead; nil where nothing is.
    package var later: String?
    /// The line of what is expected instead.
    package var line: Int?

    /// What became of it, in a sentence.
    package var sentence: String {
      guard checkpoints.isEmpty else {
        return "\(earlier) decided the verdict at \(checkpoints.listed), and does not any more"
      }
      guard let later else { return "the expectation \(earlier) is gone" }
      return "the expectation \(earlier) was loosened to \(later)"
    }

    /// Returns whether an expectation names a metric, and not only one whose name begins alike.
    fileprivate func names(_ metric: String) -> Bool {
      earlier.split { !($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
        .contains { $0 == MetricName.base(of: metric) }
    }
  }
}

extension ScenarioPair {
  /// What the earlier side asked and nothing as strict has taken the place of.
  package var loosenings: [Comparison.Loosening] {
    let expectations = loosenedExpectations
    // What a lost expectation asked for is said with it.
    return expectations
      + droppedMetrics.filter { dropped in
        !expectations.contains { $0.names(dropped.earlier) }
      }
  }

  /// The metrics that decided the verdict when a baseline was accepted, and do not any more.
  private var droppedMetrics: [Comparison.Loosening] {
    let ids = Set(head.trials.map(\.id))
    var dropped: [Comparison.Loosening] = []
    for trial in base?.trials ?? [] where ids.contains(trial.result.id) {
      for checkpoint in trial.result.samples.first?.checkpoints.map(\.name) ?? [] {
        for metric in (trial.gating?[checkpoint] ?? []).sorted()
        where !gate.contains(metric, at: checkpoint) {
          guard let place = dropped.firstIndex(where: { $0.earlier == metric }) else {
            dropped.append(
              Comparison.Loosening(
                scenario: head.name, file: head.file, earlier: metric, checkpoints: [checkpoint]))
            continue
          }
          if !dropped[place].checkpoints.contains(checkpoint) {
            dropped[place].checkpoints.append(checkpoint)
          }
        }
      }
    }
    return dropped
  }

  private var loosenedExpectations: [Comparison.Loosening] {
    guard let earlier = base?.expectations, !head.parts.isEmpty else { return [] }
    let now = head.parts.filter { $0.kind == .expectation }
    let kept = Set(now.map(\.text))
    let known = Set(earlier)
    var fresh = now.filter { !known.contains($0.text) }
    return earlier.filter { !kept.contains($0) }.compactMap { text in
      let old = ExpectedRange(text)
      let place = fresh.firstIndex { ExpectedRange($0.text).subject == old.subject }
      let replacement = place.map { fresh.remove(at: $0) }
      if let replacement, ExpectedRange(replacement.text).isAsStrict(as: old) { return nil }
      return Comparison.Loosening(
        scenario: head.name, file: head.file, earlier: text, later: replacement?.text,
        line: replacement?.line)
    }
  }
}

/// A condition as a range of values of what it is about, as far as its text shows that.
package struct ExpectedRange {
  /// What is compared; the whole text where it is no plain comparison.
  package let subject: String
  private let range: (low: Double, high: Double, isOpen: Bool)?

  private static let signs = ["<=", ">=", "==", "<", ">"]

  package init(_ text: String) {
    // What stands behind the condition says where it is asked.
    let parts = text.components(separatedBy: Self.where)
    let condition = parts[0]
    let place = parts.dropFirst().joined()
    for sign in Self.signs {
      guard let found = condition.range(of: " \(sign) ") else { continue }
      let left = String(condition[..<found.lowerBound])
      let right = condition[found.upperBound...]
      let isPlain = ![" and ", " or ", "not "].contains { condition.contains($0) }
      guard isPlain, let value = Self.number(right) else { break }
      subject = left + place
      range =
        switch sign {
        case "<=": (-.infinity, value, false)
        case "<": (-.infinity, value, true)
        case ">=": (value, .infinity, false)
        case ">": (value, .infinity, true)
        default: (value, value, false)
        }
      return
    }
    subject = Self.named(condition) + place
    range = nil
  }

  /// What separates a condition from where it is asked.
  package static let `where` = " when "

  /// The left side of a comparison with something that is no number.
  private static func named(_ condition: String) -> String {
    for sign in signs {
      if let found = condition.range(of: " \(sign) ") {
        return String(condition[..<found.lowerBound])
      }
    }
    return condition
  }

  /// Returns the value of a number as scenarios write it, such as `-4k` or `2 MiB`.
  private static func number(_ text: Substring) -> Double? {
    let isNegative = text.first == "-"
    let digits = String(isNegative ? text.dropFirst() : text)
    let value = (NumberLiteral(ofBytes: digits) ?? NumberLiteral(digits))?.value.double
    return value.map { isNegative ? -$0 : $0 }
  }

  /// Whether it allows nothing that another one forbids.
  package func isAsStrict(as other: ExpectedRange) -> Bool {
    guard let range, let before = other.range else { return false }
    // An end that is nowhere is neither open nor closed.
    let isAsOpen = range.isOpen || !before.isOpen
    let isLowFine =
      range.low > before.low || range.low == before.low && (range.low.isInfinite || isAsOpen)
    let isHighFine =
      range.high < before.high || range.high == before.high && (range.high.isInfinite || isAsOpen)
    return isLowFine && isHighFine
  }
}

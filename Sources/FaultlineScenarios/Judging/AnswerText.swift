// What an expectation found, for readers: digits in groups, and bytes in a unit that can be pictured.

import FaultlineMeasures
import FaultlineProfiler

extension FormulaValue {
  /// The value as a sentence says it; what is no whole number stays the fraction that it is.
  func text(in scale: Metric.Scale) -> String {
    guard case .number(.exact(let ratio)) = self, let whole = ratio.whole else {
      return description
    }
    return FaultlineMeasures.NumberText.full(.integer(whole), scale)
  }
}

extension MetricForm {
  /// What its answer is counted in.
  var scale: Metric.Scale {
    if case .ratio = self { return .ratio }
    return Probes.scale(of: metric.text)
  }
}

extension Probes {
  /// What a metric is counted in; whatever is no metric is a number.
  static func scale(of name: String) -> Metric.Scale {
    metrics.first { $0.name == name }?.scale ?? .count
  }
}

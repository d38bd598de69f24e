// Expectations that say what may differ from the baseline.

import FaultlineMeasures
import FaultlineProfiler

/// Reads what a scenario allows.
struct ToleranceReader {
  private let variants: [String]

  init(_ variants: [Variant]) { self.variants = variants.map(\.name) }

  /// The tolerances among expectations, in their order.
  func tolerances(_ node: Node?) throws(Diagnostic) -> [Tolerance] {
    var tolerances: [Tolerance] = []
    for node in try node?.list() ?? [] {
      let fields = try Fields(
        node, of: "an expectation", keys: ScenarioReader.expectationKeys)
      if let metrics = fields.optional("baseline") {
        if let that = fields.key("that") {
          throw that.diagnostic("an expectation has a condition or a baseline, not both")
        }
        tolerances.append(try tolerance(metrics, fields))
      } else if let key = fields.key("tolerance") {
        throw key.diagnostic(
          "a tolerance belongs to a baseline", notes: ["for example baseline: 'bytes.*'"])
      }
    }
    return tolerances
  }

  private func tolerance(_ node: Node, _ fields: Fields) throws(Diagnostic) -> Tolerance {
    let pattern = try node.text()
    let known = Probes.metrics.map(\.name)
    guard known.contains(where: Wildcard(pattern).matches) else {
      throw .unknown("metric", pattern, at: node.range, known: known)
    }
    var tolerance = Tolerance(metrics: pattern)
    if let when = fields.optional("when") {
      let fields = try Fields(when, of: "when", keys: MatrixReader.patternKeys)
      if let store = fields.key("store") {
        throw store.diagnostic("a tolerance holds on every store; choose variants only")
      }
      tolerance.variants = try names(fields.optional("variant"))
    }
    let amount = try fields.required("tolerance")
    guard case .mapping = amount.value else {
      let (number, isPercent) = try self.amount(amount)
      tolerance.absolute = isPercent ? nil : number
      tolerance.relative = isPercent ? number / 100 : nil
      return tolerance
    }
    let parts = try Fields(amount, of: "a tolerance", keys: ScenarioReader.toleranceKeys)
    tolerance.absolute = try parts.optional("absolute").map { node throws(Diagnostic) in
      try self.amount(node).number
    }
    tolerance.relative = try parts.optional("relative").map { node throws(Diagnostic) in
      try self.amount(node).number / 100
    }
    tolerance.range = try parts.optional("range").map(range)
    return tolerance
  }

  private func names(_ node: Node?) throws(Diagnostic) -> [String] {
    guard let node else { return [] }
    var names: [String] = []
    let nodes = if case .list(let items) = node.value { items } else { [node] }
    for node in nodes {
      let name = try node.label()
      guard variants.contains(name) else {
        throw .unknown("variant", name, at: node.range, known: variants)
      }
      names.append(name)
    }
    return names
  }

  private func range(_ node: Node) throws(Diagnostic) -> ClosedRange<Double> {
    let ends = try node.list()
    guard ends.count == 2 else {
      throw node.diagnostic("a range has two ends", notes: ["for example [0, 100]"])
    }
    let low = try ends[0].number()
    let high = try ends[1].number()
    guard low <= high else { throw node.diagnostic("the range ends before it begins") }
    return low...high
  }

  /// A number that is not negative, and whether it was in percent.
  private func amount(_ node: Node) throws(Diagnostic) -> (number: Double, isPercent: Bool) {
    let text = try node.text()
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast().split(separator: " ").joined(separator: " ") : text
    let value = try Node(.scalar(.init(text: digits, style: .plain)), at: node.range).number()
    guard value >= 0 else { throw node.diagnostic("a tolerance is not negative") }
    return (value, isPercent)
  }
}

// Expectations that say what may differ from the baseline.

import FaultlineMeasures
import FaultlineProfiler

/// Reads what a scenario allows.
struct ToleranceReader {
  private let variants: [String]

  init(_ variants: [Variant]) { self.variants = variants.map(\.name) }

  /// The tolerances among expectations with their metrics, in their order.
  func tolerances(_ node: Node?) throws(Diagnostic) -> ([Tolerance], [Node]) {
    var tolerances: [Tolerance] = []
    var nodes: [Node] = []
    for node in try node?.list() ?? [] {
      let fields = try Fields(
        node, of: "an expectation", keys: ScenarioReader.expectationKeys)
      if let metrics = fields.optional("baseline") {
        if let that = fields.key("that") {
          throw that.diagnostic("an expectation has a condition or a baseline, not both")
        }
        let tolerance = try tolerance(metrics, fields)
        for (earlier, node) in zip(tolerances, nodes) where covers(tolerance, earlier) {
          throw metrics.diagnostic(
            "this says again how much \(earlier.metrics.inQuotes) may differ, as line \(node.range.line) does",
            notes: ["the later line counts: leave one of them out, or put the wider one first"])
        }
        tolerances.append(tolerance)
        nodes.append(metrics)
      } else if let key = fields.key("tolerance") {
        throw key.diagnostic(
          "a tolerance belongs to a baseline", notes: ["for example baseline: 'bytes.*'"])
      }
    }
    return (tolerances, nodes)
  }

  /// Whether one is about every metric and variant that another is about.
  private func covers(_ tolerance: Tolerance, _ other: Tolerance) -> Bool {
    let of = other.variants.isEmpty ? variants : other.variants
    return Probes.metrics.filter { metric in of.contains { other.isAbout(metric.name, of: $0) } }
      .allSatisfy { metric in of.allSatisfy { tolerance.isAbout(metric.name, of: $0) } }
  }

  private func tolerance(_ node: Node, _ fields: Fields) throws(Diagnostic) -> Tolerance {
    var variants: [String] = []
    if let when = fields.optional("when") {
      let fields = try Fields(when, of: "when", keys: MatrixReader.patternKeys)
      if let store = fields.key("store") {
        throw store.diagnostic("a tolerance holds on every store; choose variants only")
      }
      variants = try names(fields.optional("variant"))
    }
    var tolerance = try tolerance(of: node, amount: try fields.required("tolerance"))
    tolerance.variants = variants
    return tolerance
  }

  /// Reads how much the metrics of a pattern may differ.
  func tolerance(of node: Node, amount: Node) throws(Diagnostic) -> Tolerance {
    let pattern = try node.text()
    let wildcard = Wildcard(pattern)
    let metrics =
      Probes.metric(named: pattern).map { [$0] }
      ?? Probes.metrics.filter { wildcard.matches($0.name) }
    guard !metrics.isEmpty else {
      throw .unknown("metric", pattern, at: node.range, known: Probes.metrics.map(\.name))
    }
    if metrics.count == 1, metrics[0].name == pattern, metrics[0].exactness == .informative {
      throw node.onlyInforms(pattern)
    }
    var tolerance = Tolerance(metrics: pattern)
    try checkUnit(of: amount, metrics, pattern)
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
    let low = try ends[0].number(hasUnits: true)
    let high = try ends[1].number(hasUnits: true)
    guard low <= high else { throw node.diagnostic("the range ends before it begins") }
    return low...high
  }

  /// Refuses a `k` or `M` without its unit for metrics in bytes.
  private func checkBareUnit(of node: Node, _ metrics: [Metric]) throws(Diagnostic) {
    guard !metrics.isEmpty, metrics.allSatisfy({ $0.scale == .bytes }) else { return }
    try node.refuseBareUnit()
  }

  /// Refuses an amount of bytes for a metric that counts something else.
  private func checkUnit(
    of node: Node, _ metrics: [Metric], _ pattern: String
  ) throws(Diagnostic) {
    let nodes: [Node]
    switch node.value {
    case .list(let items): nodes = items
    case .mapping(let entries): nodes = entries.map(\.value)
    case .scalar:
      try checkBareUnit(of: node, metrics)
      guard let text = node.scalar?.text, NumberLiteral(ofBytes: text) != nil,
        let other = metrics.first(where: { $0.scale != .bytes })
      else { return }
      throw node.diagnostic(
        "\(node.inWords) is a number of bytes, and \(other.name.inQuotes) has none",
        notes: [
          pattern == other.name
            ? "write the number alone"
            : "\(pattern.inQuotes) stands for \(other.name.inQuotes), too"
        ])
    }
    for node in nodes { try checkUnit(of: node, metrics, pattern) }
  }

  /// A number that is not negative, and whether it was in percent.
  private func amount(_ node: Node) throws(Diagnostic) -> (number: Double, isPercent: Bool) {
    let text = try node.text()
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast().split(separator: " ").joined(separator: " ") : text
    let value = try Node(.scalar(.init(text: digits, style: .plain)), at: node.range)
      .number(hasUnits: !isPercent)
    guard value >= 0 else { throw node.diagnostic("a tolerance is not negative") }
    return (value, isPercent)
  }
}

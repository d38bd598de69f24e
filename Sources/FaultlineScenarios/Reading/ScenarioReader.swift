// A file into a scenario.

import Faultline
import FaultlineMeasures
import Foundation

/// Reads scenario files; every mistake is a diagnostic with its place.
package struct ScenarioReader {
  static let keys = [
    Key("faultline", .integer(1...1), required: true, "The version of the format: 1."),
    Key(
      "name", .name, required: true,
      "The scenario's name: baselines and results are filed under it."),
    Key("title", .text, required: true, "One line that says what it shows."),
    Key("rules", .list(.name), "The rules that it shows, such as C1."),
    Key("tags", .list(.name), "Words to choose scenarios by."),
    Key(
      "notes", .either([.text, .list(.text)]), "What happens and why, for whoever reads the report."
    ),
    Key(
      "model", .other("entities with their properties"), required: true, "The model of the objects."
    ),
    Key(
      "stores", .list(.choice(StoreCatalog.all.map(\.name))),
      "The kinds of stores that every variant runs on; memory if it is left out."),
    Key("seed", .integer(0...Int.max), "Where random numbers start; 0 if it is left out."),
    Key("parameters", .names(.table(parameterKeys)), "What a run may choose."),
    Key("context", .table(ContextSettings.keys), "What every variant's context starts from."),
    Key(
      "variants", .names(.other("context settings and parameters")),
      "The ways to run it, side by side."),
    Key(
      "reference", .name,
      "The variant that the others are compared with; the first if it is left out."),
    Key("steps", .steps, required: true, "What is done."),
    Key("measure", .table(measureKeys), "How often it is measured."),
    Key("limits", .table(limitKeys), "How much a run may do."),
    Key("columns", .names(.other("a metric at a checkpoint")), "What the table of variants shows."),
    Key("expect", .list(.table(expectationKeys)), "What must hold."),
  ]
  static let parameterKeys = [
    Key(
      "type", .choice(["int", "choice"]), required: true, "A whole number, or one of some words."),
    Key("default", .text, required: true, "Its value, unless somebody sets another."),
    Key("min", .integer(Int.min...Int.max), "The least number."),
    Key("max", .integer(Int.min...Int.max), "The greatest number."),
    Key("of", .list(.name), "The words to choose from."),
    Key("quick", .text, "Its value in a quick run."),
  ]
  static let measureKeys = [
    Key("repeats", .integer(1...1000), "Measured passes; 3 if it is left out."),
    Key("warmup", .integer(0...100), "Passes before them; 1 if it is left out."),
  ]
  static let limitKeys = [
    Key(
      "operations", .integer(1...Int.max),
      "The most steps and objects of a pass; \(Workload.usualLimit) if it is left out.")
  ]
  static let expectationKeys = [
    Key("that", .formula, "The condition."),
    Key(
      "baseline", .text, "Instead: metrics that may differ from the baseline: bytes.* for example."),
    Key("tolerance", .either([.text, .table(toleranceKeys)]), "How much: 64, or 2 %, or a table."),
    Key("when", .table(whenKeys), "Where it is asked; of every variant if it is left out."),
    Key("because", .text, "Why it must hold; shown when it does not."),
  ]
  static let toleranceKeys = [
    Key("absolute", .text, "A difference in the metric's own unit, such as 64."),
    Key("relative", .text, "A difference in percent of the base, such as 2 %."),
    Key("range", .list(.text), "The least and the greatest value that are fine: [0, 100]."),
  ]
  static let whenKeys = [
    Key(
      "variant", .either([.name, .list(.name)]),
      "The variants that it is asked of; all if it is left out."),
    Key(
      "store", .choice(StoreCatalog.all.map(\.name)),
      "The store that it is asked of; all if it is left out."),
  ]

  private let fields: Fields
  private let file: String

  /// Reads a scenario from its text.
  package static func scenario(_ text: String, file: String) throws(Diagnostic) -> Scenario {
    let node = try YAMLReader.read(text, file: file)
    return try ScenarioReader(
      fields: Fields(node, of: "a scenario", keys: keys), file: file
    ).scenario()
  }

  private func scenario() throws(Diagnostic) -> Scenario {
    _ = try fields.required("faultline").integer(in: 1...1)
    let parameters = try parameters()
    var context = ContextSettings()
    if let node = fields.optional("context") {
      try context.apply(Fields(node, of: "context", keys: ContextSettings.keys))
    }
    let variants = try variants(context, parameters)
    let numbering = StepNumbering()
    let steps = try StepReading.steps(try fields.required("steps"), numbering)
    let (columns, columnNodes) = try columns()
    return Scenario(
      file: file, name: try fields.required("name").identifier(),
      title: try fields.required("title").text(), rules: try words("rules"),
      tags: try words("tags"), notes: try notes() + numbering.notes,
      model: try ModelReader.model(try fields.required("model")), stores: try stores(),
      seed: UInt64(try fields.optional("seed")?.integer(in: 0...Int.max) ?? 0),
      parameters: parameters, context: context, variants: variants,
      reference: try reference(variants), steps: steps, stepTitles: numbering.titles,
      measure: try measure(), mostOperations: try mostOperations(), columns: columns,
      columnNodes: columnNodes,
      expectations: try expectations(variants),
      tolerances: try ToleranceReader(variants).tolerances(fields.optional("expect")),
      workload: try workload())
  }

  // MARK: - The parts

  private func words(_ key: String) throws(Diagnostic) -> [String] {
    var words: [String] = []
    for node in try fields.optional(key)?.list() ?? [] { words.append(try node.identifier()) }
    return words
  }

  private func notes() throws(Diagnostic) -> [String] {
    guard let node = fields.optional("notes") else { return [] }
    guard case .list(let items) = node.value else { return [try node.text()] }
    var notes: [String] = []
    for item in items { notes.append(try item.text()) }
    return notes
  }

  private func stores() throws(Diagnostic) -> [StoreKind] {
    let known = StoreCatalog.all
    guard let node = fields.optional("stores") else { return [known[0]] }
    var stores: [StoreKind] = []
    for item in try node.list() {
      let name = try item.choice(among: known.map(\.name))
      guard !stores.contains(where: { $0.name == name }) else {
        throw item.diagnostic("the store \(name.inQuotes) stands here a second time")
      }
      stores += known.filter { $0.name == name }
    }
    guard !stores.isEmpty else {
      throw node.diagnostic(
        "a scenario needs a store to run on",
        notes: ["allowed: \(Spelling.list(known.map(\.name)))"])
    }
    return stores
  }

  private func parameters() throws(Diagnostic) -> [Parameter] {
    var parameters: [Parameter] = []
    for entry in try fields.optional("parameters")?.entries() ?? [] {
      parameters.append(try parameter(entry))
    }
    return parameters
  }

  private func parameter(_ entry: Node.Entry) throws(Diagnostic) -> Parameter {
    let name = try entry.key.identifier()
    let settings = ContextSettings.keys.map(\.name)
    if settings.contains(name) || name == Recipes.index {
      throw entry.key.diagnostic("\(name.inQuotes) has a meaning already; choose another name")
    }
    let fields = try Fields(
      entry.value, of: "the parameter '\(name)'", keys: Self.parameterKeys)
    let kind: Parameter.Kind
    let isNumber = try fields.required("type").choice(among: ["int", "choice"]) == "int"
    for key in isNumber ? ["of"] : ["min", "max"] {
      guard let node = fields.key(key) else { continue }
      throw node.diagnostic(
        "the key '\(key)' belongs to \(isNumber ? "a choice" : "a whole number"), "
          + "and this is \(isNumber ? "a whole number" : "a choice")")
    }
    if isNumber {
      let least = try fields.optional("min")?.integer() ?? 0
      let most = try fields.optional("max")?.integer() ?? Int.max
      guard least <= most else {
        throw entry.value.diagnostic("the least value \(least) is above the greatest \(most)")
      }
      kind = .integer(least...most)
    } else {
      var words: [String] = []
      for node in try fields.optional("of")?.list() ?? [] { words.append(try node.identifier()) }
      guard !words.isEmpty else {
        throw entry.value.diagnostic("a choice needs its words: of: [this, that]")
      }
      kind = .choice(words)
    }
    let blank = Parameter(name: name, kind: kind, usual: FormulaValue(0), quick: nil)
    return Parameter(
      name: name, kind: kind, usual: try blank.value(try fields.required("default")),
      quick: try fields.optional("quick").map { node throws(Diagnostic) in try blank.value(node) })
  }

  private func variants(
    _ context: ContextSettings, _ parameters: [Parameter]
  ) throws(Diagnostic) -> [Variant] {
    var variants: [Variant] = []
    for entry in try fields.optional("variants")?.entries() ?? [] {
      let name = try entry.key.label()
      let fields = try Fields(
        entry.value, of: "the variant '\(name)'", keys: ContextSettings.keys + parameters.map(\.key)
      )
      var settings = context
      try settings.apply(fields)
      var values: [String: FormulaValue] = [:]
      for parameter in parameters {
        if let node = fields.optional(parameter.name) {
          values[parameter.name] = try parameter.value(node)
        }
      }
      variants.append(Variant(name: name, settings: settings, parameters: values))
    }
    return variants.isEmpty
      ? [Variant(name: "default", settings: context, parameters: [:])] : variants
  }

  private func reference(_ variants: [Variant]) throws(Diagnostic) -> String {
    guard let node = fields.optional("reference") else { return variants[0].name }
    let name = try node.label()
    guard variants.contains(where: { $0.name == name }) else {
      throw .unknown("variant", name, at: node.range, known: variants.map(\.name))
    }
    return name
  }

  private func measure() throws(Diagnostic) -> Scenario.Measure {
    var measure = Scenario.Measure()
    guard let node = fields.optional("measure") else { return measure }
    let fields = try Fields(node, of: "measure", keys: Self.measureKeys)
    if let node = fields.optional("repeats") { measure.repeats = try node.integer(in: 1...1000) }
    if let node = fields.optional("warmup") { measure.warmup = try node.integer(in: 0...100) }
    return measure
  }

  private func mostOperations() throws(Diagnostic) -> Int {
    guard let node = fields.optional("limits") else { return Workload.usualLimit }
    return try Fields(node, of: "limits", keys: Self.limitKeys).optional("operations")?
      .integer(in: 1...Int.max) ?? Workload.usualLimit
  }

  private func columns() throws(Diagnostic) -> ([Column], [Node]) {
    var columns: [Column] = []
    var nodes: [Node] = []
    for entry in try fields.optional("columns")?.entries() ?? [] {
      let formula = try Formula(entry.value)
      guard case .metric(.reading(let metric, let checkpoint, nil)) = formula.root.kind else {
        throw entry.value.diagnostic(
          "a column shows a metric at a checkpoint", notes: ["for example objects.live@end"])
      }
      columns.append(
        Column(
          title: try entry.key.text(), metric: metric.text, checkpoint: checkpoint.text))
      nodes.append(entry.value)
    }
    return (columns, nodes)
  }

  private func expectations(_ variants: [Variant]) throws(Diagnostic) -> [Expectation] {
    var expectations: [Expectation] = []
    for node in try fields.optional("expect")?.list() ?? [] {
      let fields = try Fields(node, of: "an expectation", keys: Self.expectationKeys)
      guard fields.optional("baseline") == nil else { continue }
      guard let that = fields.optional("that") else {
        throw node.diagnostic(
          "an expectation needs a condition", notes: ["for example that: leaked.objects == 0"])
      }
      let when = try fields.optional("when").map { node throws(Diagnostic) in
        try Fields(node, of: "when", keys: Self.whenKeys)
      }
      expectations.append(
        Expectation(
          that: try Formula(that), because: try fields.optional("because")?.text(),
          variants: try chosen(when?.optional("variant"), among: variants),
          stores: try chosenStore(when?.optional("store")), place: that.range))
    }
    return expectations
  }

  private func workload() throws(Diagnostic) -> [Setting] {
    let seed = try fields.optional("seed")?.integer(in: 0...Int.max) ?? 0
    return [
      Setting(name: "model", value: try fields.required("model").fingerprint),
      Setting(name: "seed", value: "\(seed)"),
      Setting(name: "steps", value: try fields.required("steps").fingerprint),
      Setting(name: "warm-up", value: "\(try measure().warmup)"),
    ]
  }

  private func chosenStore(_ node: Node?) throws(Diagnostic) -> [String] {
    guard let node else { return [] }
    return [try node.choice(among: try stores().map(\.name))]
  }

  private func chosen(_ node: Node?, among variants: [Variant]) throws(Diagnostic) -> [String] {
    guard let value = node else { return [] }
    var names: [String] = []
    let nodes: [Node]
    if case .list(let items) = value.value { nodes = items } else { nodes = [value] }
    for node in nodes {
      let name = try node.label()
      guard variants.contains(where: { $0.name == name }) else {
        throw .unknown("variant", name, at: node.range, known: variants.map(\.name))
      }
      names.append(name)
    }
    return names
  }
}

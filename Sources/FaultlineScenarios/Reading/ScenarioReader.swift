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
      "notes", .either([.text, .list(.text)]),
      "What happens and why, for readers of the report; a lesson opens with the first of them."
    ),
    Key(
      "model", .model, required: true,
      "The model of the objects; a file is an .xcdatamodeld, an .xcdatamodel, or YAML beside the scenario."
    ),
    Key(
      "stores", StoreCatalog.listing,
      "The stores that every variant runs on; memory if it is left out."),
    Key("seed", .integer(0...Int.max), "Where random numbers start; 0 if it is left out."),
    Key(
      "data", .open([DataText.seedKey], others: .table(DataText.rowKeys)),
      "The rows that stores hold before anything is measured, by entity; 'seed' beside them starts their random numbers."
    ),
    Key("parameters", .names(.table(parameterKeys)), "What a run may choose."),
    Key(
      "sizes",
      .names(.either([.list(.integer(Int.min...Int.max)), .table(MatrixReader.sizeKeys)])),
      "The values of a parameter that a run goes through, so that growth can be seen."),
    Key(
      BehaviorProfile.key, BehaviorProfile.kind,
      "Whose behaviour it shows: \(BehaviorProfile.guides.rawValue) for what Core Data's guides promise, as when it is left out, "
        + "\(BehaviorProfile.coreData.rawValue) for the framework of today, or single switches; 'faultline list behaviours' has them."
    ),
    Key("context", .table(ContextSettings.keys), "What every variant's context starts from."),
    Key(
      "variants", .names(.open(ContextSettings.keys, others: .text.orOff)),
      "The ways to run it, side by side."),
    Key(
      "reference", .name,
      "The variant that the others are compared with; the first if it is left out."),
    Key(
      "matrix",
      .open(
        MatrixReader.reservedKeys,
        others: .list(.other("values of a context setting or a parameter"))),
      "Settings and parameters that every variant is run with, in every combination."),
    Key("steps", .steps, required: true, "What is done."),
    Key("measure", .table(measureKeys), "How often it is measured."),
    Key("limits", .table(limitKeys), "How much a run may do."),
    Key("columns", .names(.formula), "What the table of variants shows."),
    Key(
      "goal", .text,
      "What the headline answers: 'least' with a metric and its checkpoint, or 'no leaks'; which peak is the lowest if it is left out."
    ),
    Key("expect", .list(.table(expectationKeys)), "What must hold."),
    Key(
      "gate", .table(GateReader.keys),
      "What decides a comparison with the baseline besides columns and expectations."),
  ]
  static let measureKeys = [
    Key("repeats", .integer(1...1000), "Measured passes; 3 if it is left out."),
    Key("warmup", .integer(0...100).orOff, "Passes before them; 1 if it is left out."),
  ]
  static let operationsKey = Key(
    "operations", .integer(1...Int.max).orOff,
    "The most steps and objects of a pass; \(PassLimits.standard.operations) if it is left out, and any number with \(DisabledKeyword.word)."
  )
  static let checkpointsKey = Key(
    "checkpoints", .integer(1...Int.max).orOff,
    "The most checkpoints of a pass, all of whose readings are kept; \(PassLimits.standard.checkpoints) if it is left out, and any number with \(DisabledKeyword.word)."
  )
  static let bytesKey = Key(
    "bytes", .integer(1...Int.max).orOff,
    "The most bytes of text and data that a pass sets or loads; \(PassLimits.standard.bytes) if it is left out, and any number with \(DisabledKeyword.word)."
  )
  static let limitKeys = [operationsKey, checkpointsKey, bytesKey]

  let fields: Fields
  private let file: String
  /// Whose behaviour a command line wants, instead of what stands at the top.
  private let behaves: [BehaviorChoice]
  /// The models and stores that it names.
  private let files: ForeignFiles

  /// Reads a scenario from its text; what it names lies in a folder, that of its file if no other is given, and a command
  /// line may want another behaviour than stands at its top.
  package static func scenario(
    _ text: String, file: String, beside folder: String? = nil, behaves: [BehaviorChoice] = []
  ) throws(Diagnostic) -> Scenario {
    let node = try YAMLReader.read(text, file: file)
    return try ScenarioReader(
      fields: Fields(node, of: "a scenario", keys: keys), file: file, behaves: behaves,
      files: ForeignFiles(in: folder ?? FilePath.folder(of: file))
    ).scenario()
  }

  /// What a context starts from before the scenario says anything of it.
  private func behaviours() throws(Diagnostic) -> BehaviorSettings {
    var behaviours = BehaviorSettings()
    if let node = fields.optional(BehaviorProfile.key) { try behaviours.set(node) }
    for choice in behaves { try choice.apply(to: &behaviours) }
    return behaviours
  }

  private func scenario() throws(Diagnostic) -> Scenario {
    _ = try fields.required("faultline").integer(in: 1...1)
    let parameters = try parameters()
    var context = ContextSettings()
    context.behaviours = try behaviours()
    if let node = fields.optional("context") {
      try context.apply(Fields(node, of: "context", keys: ContextSettings.keys))
    }
    let variants = try variants(context, parameters)
    let stores = try stores()
    let reader = MatrixReader(parameters: parameters, variants: variants, stores: stores)
    let sizes = try reader.sizes(fields.optional("sizes"))
    var matrix = try reader.matrix(fields.optional("matrix"), beside: sizes)
    matrix.node = fields.optional("matrix") ?? fields.optional("sizes")
    let outline = StepOutline()
    let steps = try outline.steps(try fields.required("steps"))
    let (columns, columnNodes) = try columns()
    let expectations = try expectations { node throws(Diagnostic) in
      try reader.pattern(node, of: "when", matrix, sizes)
    }
    let (tolerances, toleranceNodes) = try ToleranceReader(variants).tolerances(
      fields.optional("expect"))
    var gate = try GateReader().settings(fields.optional("gate"), variants)
    let goal = try GateReader().goal(fields.optional("goal"), &gate)
    let model = try files.model(try fields.required("model"))
    return Scenario(
      file: file, foreign: (files.names, files.folder),
      name: try fields.required("name").fileName(),
      title: try fields.required("title").text(), rules: try words("rules"),
      tags: try words("tags"), notes: try notes() + outline.notes, ownNotes: try notes(),
      model: model, stores: stores,
      seed: UInt64(try fields.optional("seed")?.integer(in: 0...Int.max) ?? 0),
      parameters: parameters, context: context,
      data: try data(stores), variants: variants,
      reference: try reference(variants), matrix: matrix, sizes: sizes, steps: steps,
      stepTitles: outline.titles,
      measure: try measure(), limits: try limits(), goal: goal, columns: columns,
      columnNodes: columnNodes,
      expectations: expectations, momentaryExpectations: outline.expectations,
      questions: outline.questions,
      tolerances: tolerances, toleranceNodes: toleranceNodes,
      gate: gate,
      parts: try parts(expectations), workload: try workload())
  }

  // MARK: - The parts

  private func parts(_ expectations: [Expectation]) throws(Diagnostic) -> [ScenarioPart] {
    var parts = ScenarioParts()
    parts.addParameters(fields.optional("parameters"))
    parts.addSettings(of: "sizes", fields.optional("sizes"))
    parts.addSettings(of: "context", fields.optional("context"))
    parts.addVariants(fields.optional("variants"))
    parts.addSettings(of: "matrix", fields.optional("matrix"))
    parts.addSteps(try fields.required("steps"))
    parts.addExpectations(expectations, fields.optional("expect"))
    return parts.parts
  }

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

  private func stores() throws(Diagnostic) -> [StoreSet] {
    let known = StoreCatalog.all
    guard let node = fields.optional("stores") else { return [StoreSet(known[0])] }
    var stores: [StoreSet] = []
    for item in try node.list() {
      let store = try storeSet(item)
      guard !stores.contains(where: { $0.name == store.name }) else {
        throw item.diagnostic("the store \(store.name.inQuotes) stands here a second time")
      }
      stores.append(store)
    }
    guard !stores.isEmpty else {
      throw node.diagnostic(
        "a scenario needs a store to run on",
        notes: ["allowed: \(Spelling.list(known.map(\.name)))"])
    }
    return stores
  }

  private func storeSet(_ node: Node) throws(Diagnostic) -> StoreSet {
    guard case .mapping = node.value else { return StoreSet(try storeKind(node)) }
    let together = StoreCatalog.togetherKeys
    guard try node.entries().contains(where: { $0.name == together[0].name }) else {
      return StoreSet(try files.store(node))
    }
    let fields = try Fields(node, of: "stores together", keys: together)
    let named = try fields.required(together[0].name)
    var stores: [(name: String, kind: StoreKind)] = []
    for entry in try named.entries() {
      stores.append((try entry.key.identifier(), try storeKind(entry.value)))
    }
    guard stores.count > 1 else {
      throw named.diagnostic("stores stand together where there are at least two")
    }
    let name = fields.optional(together[1].name)
    return StoreSet(stores, called: try name.map { node throws(Diagnostic) in try node.label() })
  }

  private func storeKind(_ node: Node) throws(Diagnostic) -> StoreKind {
    let known = StoreCatalog.all
    let name = try node.choice(among: known.map(\.name))
    return known.first { $0.name == name } ?? known[0]
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
      var values: [String: Setting.Value] = [:]
      for parameter in parameters {
        if let node = fields.optional(parameter.name) {
          values[parameter.name] = try parameter.kind.value(node)
        }
      }
      variants.append(
        Variant(
          name: name, settings: settings, parameters: values,
          sets: try entry.value.isBlank ? [] : entry.value.entries().map(\.name)))
    }
    return variants.isEmpty
      ? [Variant(name: "default", settings: context, parameters: [:], sets: [])] : variants
  }

  private func reference(_ variants: [Variant]) throws(Diagnostic) -> String {
    guard let node = fields.optional("reference") else { return variants[0].name }
    let name = try node.label()
    guard variants.contains(where: { $0.name == name }) else {
      throw .unknown("variant", name, at: node.range, known: variants.map(\.name))
    }
    return name
  }

  private func data(_ stores: [StoreSet]) throws(Diagnostic) -> DataText {
    guard let node = fields.optional("data") else { return DataText() }
    if let own = stores.first(where: { $0.source != nil }) {
      throw node.diagnostic(
        "the store '\(own.name)' brings its data along; nothing is loaded into it")
    }
    return try DataText(node)
  }

  private func measure() throws(Diagnostic) -> Scenario.Measure {
    var measure = Scenario.Measure()
    guard let node = fields.optional("measure") else { return measure }
    let fields = try Fields(node, of: "measure", keys: Self.measureKeys)
    if let node = fields.optional("repeats") { measure.repeats = try node.integer(in: 1...1000) }
    if let node = fields.optional("warmup") {
      measure.warmup = try node.integerOrOff(in: 0...100) ?? 0
    }
    return measure
  }

  private func limits() throws(Diagnostic) -> PassLimits {
    var limits = PassLimits.standard
    guard let node = fields.optional("limits") else { return limits }
    let fields = try Fields(node, of: "limits", keys: Self.limitKeys)
    for key in Self.limitKeys {
      guard let node = fields.optional(key.name) else { continue }
      try limits.set(key.name, to: node)
    }
    return limits
  }

  private func workload() throws(Diagnostic) -> [Setting] {
    let seed = try fields.optional("seed")?.integer(in: 0...Int.max) ?? 0
    var parts: [Setting] = []
    if let data = fields.optional("data") {
      parts.append(Setting(name: "data", value: data.fingerprint))
    }
    for store in try stores() {
      guard let source = store.source else { continue }
      parts.append(
        Setting(name: "store \(store.name)", value: ForeignFiles.state(of: source)))
    }
    // What other rules hold for is other work; the guides' are not named, as they always held.
    parts += try behaviours().listed
    parts += [
      Setting(name: "model", value: try files.fingerprint(ofModel: fields.required("model"))),
      Setting(name: "seed", value: "\(seed)"),
      Setting(name: "steps", value: try fields.required("steps").fingerprint),
      Setting(name: "warm-up", value: "\(try measure().warmup)"),
    ]
    return parts
  }
}

// What a run may choose: parameters with their types, bounds and usual values.
extension ScenarioReader {
  static let parameterKeys = [
    Key(
      "type", .choice(["int", "choice"]), required: true, "A whole number, or one of some words."),
    Key(
      "default", .text.orOff, required: true,
      "Its value, unless another is set; a number may have a unit of bytes, and \(DisabledKeyword.word) switches off what "
        + "is set to it."),
    Key(
      "min", .integer(Int.min...Int.max).orOff, "The least number; 0 if it is left out."),
    Key("max", .integer(Int.min...Int.max).orOff, "The greatest number; any if it is left out."),
    Key("of", .list(.name), "The words to choose from."),
    Key("quick", .text.orOff, "Its value in a quick run."),
  ]

  func parameters() throws(Diagnostic) -> [Parameter] {
    var parameters: [Parameter] = []
    for entry in try fields.optional("parameters")?.entries() ?? [] {
      parameters.append(try parameter(entry))
    }
    return parameters
  }

  private func parameter(_ entry: Node.Entry) throws(Diagnostic) -> Parameter {
    let name = try entry.key.identifier()
    let settings = ContextSettings.keys.map(\.name)
    if settings.contains(name) || name == IndexedNames.index || DisabledKeyword.isMeant(by: name) {
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
      let least = try bound(fields.optional("min"), usual: 0, none: .min)
      let most = try bound(fields.optional("max"), usual: .max, none: .max)
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
      let off = words.filter(DisabledKeyword.isMeant)
      guard off.count < 2 else {
        throw entry.value.diagnostic(
          "\(off[0].inQuotes) and \(off[1].inQuotes) mean the same, and are one word of a choice")
      }
      kind = .choice(words)
    }
    return Parameter(
      name: name, kind: kind, usual: try kind.value(try fields.required("default")),
      quick: try fields.optional("quick").map { node throws(Diagnostic) in try kind.value(node) })
  }

  private func bound(_ node: Node?, usual: Int, none: Int) throws(Diagnostic) -> Int {
    guard let node else { return usual }
    return try node.integerOrOff(hasUnits: true) ?? none
  }
}

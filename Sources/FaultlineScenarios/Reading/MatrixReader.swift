// The keys `matrix` and `sizes` of a scenario, and the conditions that choose among what they span.

import FaultlineMeasures

/// Reads what a scenario varies beside its variants.
struct MatrixReader {
  static let patternKeys = [
    Key(
      "variant", .either([.name, .list(.name)]), "The variants that are meant; all if left out."),
    Key("store", .either([.name, .list(.name)]), "The stores that are meant; all if left out."),
    Key(
      BehaviorProfile.key,
      .either([.choice(BehaviorProfile.words), .list(.choice(BehaviorProfile.words))]),
      "Whose behaviour is meant, or a key beside it for one switch: {childBatches: ignored}; all if left out."
    ),
  ]
  /// A condition as the schema has it; what a scenario varies can stand in it, too.
  static let patternKind = Kind.open(
    patternKeys, others: .either([.text, .list(Kind.text.orOff)]).orOff)
  static let extraKeys = [
    Key("variant", .name, required: true, "The variant that is run once more, in another way.")
  ]
  static let sizeKeys = [
    Key("of", .list(.integer(Int.min...Int.max)), required: true, "The values, a trial each."),
    Key("quick", .list(.integer(Int.min...Int.max)), "The values of a quick run."),
  ]
  private static let excludeKey = "exclude"
  private static let includeKey = "include"
  /// The words that stand beside the axes and can be none of them.
  static let reservedKeys = [
    Key(excludeKey, .list(patternKind), "The cells of the product that are not run."),
    Key(
      includeKey, .list(.open(extraKeys, others: .other("a context setting or a parameter"))),
      "Cells that are run in addition."),
  ]

  let parameters: [Parameter]
  let variants: [Variant]
  let stores: [StoreSet]

  // MARK: - Sizes

  /// Reads `sizes: {rows: [1e3, 1e4, 1e5]}`.
  func sizes(_ node: Node?) throws(Diagnostic) -> [ParameterSizes] {
    var series: [ParameterSizes] = []
    for entry in try node?.entries() ?? [] {
      let known = parameters.filter(\.isNumber)
      guard let parameter = known.first(where: { $0.name == entry.name }) else {
        throw .unknown(
          "parameter that is a number", entry.name, at: entry.key.range, known: known.map(\.name),
          plural: "parameters that are numbers")
      }
      for variant in variants where variant.parameters[parameter.name] != nil {
        throw entry.key.diagnostic(
          "the variant '\(variant.name)' sets '\(parameter.name)', which has sizes",
          notes: ["a parameter is varied by sizes or by variants, not by both"])
      }
      guard case .mapping = entry.value.value else {
        series.append(
          ParameterSizes(
            parameter: parameter.name, usual: try values(entry.value, of: parameter), quick: nil))
        continue
      }
      let fields = try Fields(
        entry.value, of: "the sizes of '\(parameter.name)'", keys: Self.sizeKeys)
      series.append(
        ParameterSizes(
          parameter: parameter.name, usual: try values(fields.required("of"), of: parameter),
          quick: try fields.optional("quick").map { node throws(Diagnostic) in
            try values(node, of: parameter)
          }))
    }
    return series
  }

  private func values(_ node: Node, of parameter: Parameter) throws(Diagnostic) -> [Int] {
    var sizes: [Int] = []
    for item in try Self.few(node) {
      guard let size = try parameter.kind.value(item).whole, size > 0 else {
        throw item.diagnostic("a size is a whole number from 1 on")
      }
      if let last = sizes.last, size <= last {
        throw item.diagnostic("sizes rise: \(size) stands behind \(last)")
      }
      sizes.append(size)
    }
    guard !sizes.isEmpty else { throw node.diagnostic("there is no size in this list") }
    return sizes
  }

  // MARK: - Matrix

  /// Reads `matrix: {pool: [true, false], exclude: [{variant: plain, pool: false}]}`.
  func matrix(_ node: Node?, beside sizes: [ParameterSizes]) throws(Diagnostic) -> Matrix {
    var matrix = Matrix()
    guard let node else { return matrix }
    let entries = try node.entries()
    let reserved = Self.reservedKeys.map(\.name)
    for entry in entries where !reserved.contains(entry.name) {
      if sizes.contains(where: { $0.parameter == entry.name }) {
        throw entry.key.diagnostic("'\(entry.name)' has sizes already")
      }
      matrix.axes.append(try axis(entry))
    }
    for entry in entries where entry.name == Self.excludeKey {
      for item in try Self.few(entry.value, atMost: Matrix.mostPatterns) {
        matrix.excluded.append(try pattern(item, of: "exclude", matrix, sizes))
      }
    }
    for entry in entries where entry.name == Self.includeKey {
      for item in try Self.few(entry.value) { matrix.included.append(try extra(item)) }
    }
    guard !matrix.axes.isEmpty || !matrix.included.isEmpty else {
      throw node.diagnostic(
        "a matrix varies something",
        notes: ["for example matrix: {retainsRegisteredObjects: [false, true]}"])
    }
    return matrix
  }

  private func axis(_ entry: Node.Entry) throws(Diagnostic) -> Matrix.Axis {
    let known = Override.keys(parameters).map(\.name)
    guard known.contains(entry.name) else {
      throw .unknown(
        "setting or parameter", entry.name, at: entry.key.range, known: known,
        plural: "settings and parameters")
    }
    for variant in variants where variant.sets.contains(entry.name) {
      throw entry.key.diagnostic(
        "the variant '\(variant.name)' sets '\(entry.name)', which the matrix varies",
        notes: ["leave it out of the variant, or name the cells one by one under 'include'"])
    }
    var values: [Override] = []
    var seen: Set<Setting.Value> = []
    for item in try Self.few(entry.value) {
      let value = try Override(Node.Entry(key: entry.key, value: item), parameters)
      guard seen.insert(value.value).inserted else {
        throw item.diagnostic("the value \(item.inWords) stands here a second time")
      }
      values.append(value)
    }
    guard !values.isEmpty else { throw entry.value.diagnostic("there is no value in this list") }
    return Matrix.Axis(name: entry.name, values: values)
  }

  /// The items of a list, unless there are more than a run may have cells: each of them is looked at.
  private static func few(
    _ node: Node, atMost most: Int = Matrix.mostCells
  ) throws(Diagnostic) -> [Node] {
    let items = try node.list()
    if items.count > most, most == Matrix.mostPatterns {
      throw node.diagnostic(
        "\(NumberText.grouped(items.count)) conditions are too many: \(NumberText.grouped(most)) are possible",
        notes: ["a condition may name several values: {variant: [a, b]}"])
    }
    guard items.count <= most else {
      throw node.diagnostic(
        "\(NumberText.grouped(items.count)) values are too many: a run has at most \(Matrix.mostCells) trials"
      )
    }
    return items
  }

  private func extra(_ node: Node) throws(Diagnostic) -> Matrix.Extra {
    let keys = Self.extraKeys + Override.keys(parameters)
    let fields = try Fields(node, of: "include", keys: keys)
    let variant = try self.variant(try fields.required("variant"))
    var overrides: [Override] = []
    for entry in try node.entries() where entry.name != "variant" {
      overrides.append(try Override(entry, parameters))
    }
    guard !overrides.isEmpty else {
      throw node.diagnostic("this is the variant '\(variant)' as it is run anyway")
    }
    return Matrix.Extra(variant: variant, overrides: overrides, node: node)
  }

  // MARK: - Conditions

  /// The keys of a condition in this scenario.
  func patternKeys(_ matrix: Matrix, _ sizes: [ParameterSizes]) -> [Key] {
    let varied = matrix.axes.map(\.name) + sizes.map(\.parameter)
    let known = Self.patternKeys + Behavior.ownKeys + Behavior.storeKeys
    return known
      + varied.filter { name in !known.contains { $0.name == name } }
      .map { Key($0, .other("a value, or a list of them"), "Its values that are meant.") }
  }

  /// Reads `{variant: [plain, kept], store: sqlite, rows: 1000}`.
  func pattern(
    _ node: Node, of owner: String, _ matrix: Matrix, _ sizes: [ParameterSizes]
  ) throws(Diagnostic) -> CellPattern {
    _ = try Fields(node, of: owner, keys: patternKeys(matrix, sizes))
    var pattern = CellPattern()
    for entry in try node.entries() {
      let items: [Node]
      if case .list(let nodes) = entry.value.value { items = nodes } else { items = [entry.value] }
      var values: [Setting.Value] = []
      for item in items { values.append(try value(item, of: entry, matrix, sizes)) }
      pattern.parts.append(CellPattern.Part(name: entry.name, values: Set(values)))
    }
    return pattern
  }

  private func value(
    _ item: Node, of entry: Node.Entry, _ matrix: Matrix, _ sizes: [ParameterSizes]
  ) throws(Diagnostic) -> Setting.Value {
    if entry.name == "variant" { return .word(try variant(item)) }
    if entry.name == "store" { return .word(try item.choice(among: stores.map(\.name))) }
    // Whose behaviour is shown may be chosen for one run, so it need not be varied here.
    if !matrix.axes.contains(where: { $0.name == entry.name }) {
      if entry.name == BehaviorProfile.key {
        return .word(try item.choice(of: BehaviorProfile.self).rawValue)
      }
      if let behaviour = Behavior.named(entry.name) {
        var settings = BehaviorSettings()
        try settings.set(behaviour, to: item)
        return settings.value(of: behaviour)
      }
    }
    if let series = sizes.first(where: { $0.parameter == entry.name }) {
      let size = try item.integer(hasUnits: true)
      guard series.usual.contains(size) || series.quick?.contains(size) == true else {
        throw item.diagnostic(
          "\(size) is no size of '\(entry.name)'",
          notes: ["sizes: \(Spelling.list(series.usual.map(\.description)))"])
      }
      return .whole(size)
    }
    let value = try Override(Node.Entry(key: entry.key, value: item), parameters)
    let axis = matrix.axes.first { $0.name == entry.name }
    guard let axis, axis.takes(value.value) else {
      throw item.diagnostic(
        "the matrix has no value \(item.inWords) of '\(entry.name)'",
        notes: ["its values: \(Spelling.list(axis?.values.map(\.value.plain) ?? []))"])
    }
    return value.value
  }

  private func variant(_ node: Node) throws(Diagnostic) -> String {
    let name = try node.label()
    guard variants.contains(where: { $0.name == name }) else {
      throw .unknown("variant", name, at: node.range, known: variants.map(\.name))
    }
    return name
  }
}

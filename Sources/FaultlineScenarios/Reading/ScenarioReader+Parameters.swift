// What a run may choose: parameters with their types, bounds and usual values.

import FaultlineMeasures

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

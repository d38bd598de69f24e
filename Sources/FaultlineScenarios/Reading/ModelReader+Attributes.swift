// Attributes as they stand in a scenario's model: their types, their defaults, and what their values must satisfy.

import Faultline
import Foundation

extension ModelReader {
  static let attributeKeys = [
    Key(
      "type", .choice(AttributeType.allCases.map(\.rawValue)), required: true,
      "The type of its values."),
    Key("optional", .flag, "Whether it may be saved empty; true if it is left out."),
    Key("default", .text, "The value that a new object starts with."),
    Key(
      "external", .flag,
      "Whether a store in a file may keep large data in files of its own beside it, as 'Allows External Storage' does; "
        + "false if it is left out."),
    Key(
      "derived", .text,
      "The expression from which a save computes the value: reports.@count, department.name, canonical:(name) or now()."
    ),
    Key(
      "transient", .flag,
      "Whether the value stays in memory and reaches no store; false if it is left out."),
    Key("min", .text, "The least number, or the first day of a date, that a save accepts."),
    Key("max", .text, "The greatest number, or the last day of a date, that a save accepts."),
    Key("min length", .count, "The fewest characters of a text that a save accepts."),
    Key("max length", .count, "The most characters of a text that a save accepts."),
    Key("pattern", .text, "The regular expression that a text must match from end to end."),
  ]

  static func attribute(
    _ name: String, _ node: Node
  ) throws(Diagnostic) -> AttributeDescription {
    if node.scalar != nil {
      return AttributeDescription(name, try node.choice(of: AttributeType.self))
    }
    if case .mapping(let entries) = node.value, !entries.contains(where: { $0.name == "type" }) {
      throw node.diagnostic(
        "'\(name)' has no 'type', as an attribute has, and neither 'to one' nor 'to many'",
        notes: [
          "an attribute is written {type: string}, or string alone; a relationship {to one: Department} "
            + "or {to many: Employee}"
        ])
    }
    let fields = try Fields(node, of: "the attribute '\(name)'", keys: attributeKeys)
    let type = try fields.required("type").choice(of: AttributeType.self)
    let isOptional = try fields.optional("optional")?.flag() ?? true
    let usual = try fields.optional("default").map { node throws(Diagnostic) in
      try value(node, type)
    }
    let isExternal = try fields.optional("external")?.flag() ?? false
    if isExternal, type != .binary, let node = fields.optional("external") {
      throw node.diagnostic("only 'binary' data can lie in files of its own")
    }
    let derivation = try fields.optional("derived")?.text()
    if derivation != nil, let node = fields.optional("default") {
      throw node.diagnostic("a derived value is computed by the save, and has no default")
    }
    let isTransient = try fields.optional("transient")?.flag() ?? false
    if isTransient, let key = fields.key("external") ?? fields.key("derived") {
      throw key.diagnostic(
        "a transient value reaches no store", notes: ["leave 'transient' out, or \(key.inWords)"])
    }
    return AttributeDescription(
      name, type, isOptional: isOptional, isTransient: isTransient, defaultValue: usual,
      derivation: derivation, validation: try bounds(fields, of: type),
      allowsExternalBinaryDataStorage: isExternal)
  }

  /// What a value must satisfy to be saved.
  private static func bounds(
    _ fields: Fields, of type: AttributeType
  ) throws(Diagnostic) -> AttributeValidation {
    for name in ["min", "max"] where !type.isNumber && type != .date {
      try refuse(fields, name, "only numbers and dates have a least and a greatest value", of: type)
    }
    for name in ["min length", "max length", "pattern"] where type != .string {
      try refuse(fields, name, "only text has a length and a pattern", of: type)
    }
    var bounds = AttributeValidation()
    if type == .date {
      bounds.minDate = try fields.optional("min").map { node throws(Diagnostic) in
        try day(node, isEnd: false)
      }
      bounds.maxDate = try fields.optional("max").map { node throws(Diagnostic) in
        try day(node, isEnd: true)
      }
    } else {
      bounds.min = try fields.optional("min").map(decimal)
      bounds.max = try fields.optional("max").map(decimal)
    }
    bounds.minLength = try fields.optional("min length")?.integer(in: 0...Int.max)
    bounds.maxLength = try fields.optional("max length")?.integer(in: 0...Int.max)
    bounds.regularExpression = try fields.optional("pattern")?.text()
    if let node = fields.optional("max"), isReversed(bounds.min, bounds.max) {
      throw node.diagnostic("the greatest value is below the least")
    }
    if let node = fields.optional("max"), isReversed(bounds.minDate, bounds.maxDate) {
      throw node.diagnostic("the last day is before the first")
    }
    if let node = fields.optional("max length"), isReversed(bounds.minLength, bounds.maxLength) {
      throw node.diagnostic("the greatest length is below the least")
    }
    if let node = fields.optional("pattern"), let pattern = bounds.regularExpression,
      (try? NSRegularExpression(pattern: pattern)) == nil
    {
      throw node.diagnostic("\(node.inWords) is no regular expression")
    }
    return bounds
  }

  private static func refuse(
    _ fields: Fields, _ name: String, _ reason: String, of type: AttributeType
  ) throws(Diagnostic) {
    guard let key = fields.key(name) else { return }
    throw key.diagnostic("\(reason), and this attribute holds \(type.words)")
  }

  private static func isReversed<Bound: Comparable>(_ least: Bound?, _ most: Bound?) -> Bool {
    guard let least, let most else { return false }
    return least > most
  }

  private static func decimal(_ node: Node) throws(Diagnostic) -> Decimal {
    let number = try node.number()
    // The digits as they are written, where they are a number of that form; 4k or 1e3 are computed.
    return node.scalar.flatMap { Decimal(string: $0.text) }.flatMap {
      NSDecimalNumber(decimal: $0).doubleValue == number ? $0 : nil
    } ?? Decimal(number)
  }

  /// The beginning of a day, or its last second.
  private static func day(_ node: Node, isEnd: Bool) throws(Diagnostic) -> Date {
    guard let seconds = DateGenerator.day(try node.text()) else {
      throw node.diagnostic(
        "\(node.inWords) is no day", notes: ["a day is written 2020-01-31, in UTC"])
    }
    return Date(timeIntervalSinceReferenceDate: Double(isEnd ? seconds + 86_399 : seconds))
  }

  private static func value(_ node: Node, _ type: AttributeType) throws(Diagnostic) -> Any {
    switch type {
    case .integer16, .integer32, .integer64: try node.integer()
    case .double, .float, .decimal: try node.number()
    case .boolean: try node.truth()
    case .string: try node.text()
    default:
      throw node.diagnostic("a scenario cannot give a default of the type '\(type.rawValue)'")
    }
  }
}

// A checker of JSON documents against JSON Schema, as far as our schemas use it.

import Foundation

/// Checks documents against a schema; it knows the words that our own schemas are written in, and
/// names any other.
public struct JSONSchema {
  private let root: [String: Any]

  /// Takes a schema, or throws when it is no JSON.
  public init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Everything in which a document is not as the schema says, each with its place.
  public func problems(of text: String) throws -> [String] {
    check(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, at: "$")
  }

  private func check(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.keys.sorted().flatMap { word -> [String] in
      guard let rule = schema[word] else { return [] }
      return check(value, word, rule, in: schema, at: place)
    }
  }

  private func check(
    _ value: Any, _ word: String, _ rule: Any, in schema: [String: Any], at place: String
  ) -> [String] {
    let object = value as? [String: Any]
    let list = value as? [Any]
    switch word {
    case "$schema", "$id", "$defs", "title", "description": return []
    case "$ref":
      let name = (rule as? String ?? "").replacing("#/$defs/", with: "")
      guard let part = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
        return ["\(place): the schema has no part '\(name)'"]
      }
      return check(value, part, at: place)
    case "type":
      let wanted = rule as? String ?? ""
      return Self.isA(value, wanted) ? [] : ["\(place): is no \(wanted)"]
    case "const", "enum":
      let allowed = rule as? [Any] ?? [rule]
      return allowed.contains { "\($0)" == "\(value)" }
        ? [] : ["\(place): '\(value)' is not allowed"]
    case "pattern":
      let matches = (value as? String)?.range(
        of: rule as? String ?? "", options: .regularExpression)
      return matches == nil ? ["\(place): does not match"] : []
    case "minimum":
      guard let number = value as? NSNumber, let least = rule as? NSNumber else { return [] }
      return number.doubleValue < least.doubleValue ? ["\(place): is below \(least)"] : []
    case "maximum":
      guard let number = value as? NSNumber, let most = rule as? NSNumber else { return [] }
      return number.doubleValue > most.doubleValue ? ["\(place): is above \(most)"] : []
    case "minItems": return (list?.count ?? .max) < rule as? Int ?? 0 ? ["\(place): too few"] : []
    case "maxItems": return (list?.count ?? 0) > rule as? Int ?? .max ? ["\(place): too many"] : []
    case "required":
      let missing = (rule as? [String] ?? []).filter { object?[$0] == nil }
      return object == nil ? [] : missing.map { "\(place): '\($0)' is missing" }
    case "properties":
      return (rule as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }
        .flatMap { name, schema in
          object?[name].map { check($0, schema, at: "\(place).\(name)") } ?? []
        }
    case "propertyNames":
      return (object ?? [:]).keys.sorted().flatMap {
        check($0, rule as? [String: Any] ?? [:], at: "\(place), the name '\($0)'")
      }
    case "additionalProperties":
      let named = (schema["properties"] as? [String: Any] ?? [:]).keys
      return (object ?? [:]).filter { !named.contains($0.key) }.sorted { $0.key < $1.key }
        .flatMap { check($0.value, rule as? [String: Any] ?? [:], at: "\(place).\($0.key)") }
    case "items":
      return (list ?? []).enumerated().flatMap {
        check($1, rule as? [String: Any] ?? [:], at: "\(place)[\($0)]")
      }
    case "oneOf":
      let fitting = (rule as? [[String: Any]] ?? []).filter { check(value, $0, at: place).isEmpty }
      return fitting.count == 1 ? [] : ["\(place): fits \(fitting.count) of several shapes"]
    default: return ["\(place): this checker does not know '\(word)'"]
    }
  }

  private static func isA(_ value: Any, _ wanted: String) -> Bool {
    // Every number passes for a Bool here, so the type itself is asked.
    let isFlag = "\(type(of: value))".contains("Bool")
    let number = isFlag ? nil : value as? NSNumber
    return switch wanted {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isFlag
    case "integer": number.map { Int(exactly: $0) != nil } ?? false
    case "number": number != nil
    default: false
    }
  }
}

// The tables of keys as a JSON Schema, for editors that check and complete while one writes.

import FaultlineMeasures
import Foundation

/// The schema of scenario files, in the words of JSON Schema 2020-12.
package enum ScenarioSchema {
  /// The schema as text: sorted keys, so that two builds print the same.
  package static var json: String {
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    guard let data = try? JSONSerialization.data(withJSONObject: document, options: options) else {
      return "{}"
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static var document: [String: Any] {
    var schema = mapping(ScenarioReader.keys)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "A Faultline scenario"
    schema["$defs"] = [
      "step": ["anyOf": Glossary.steps.map(step)],
      "model": model,
      "values": values,
    ]
    return schema
  }

  /// One step: its keyword, what stands beside it, and perhaps a note.
  private static func step(_ step: any Step.Type) -> [String: Any] {
    let keyword = Key(step.keyword, step.value, required: true, step.meaning)
    var schema = mapping([keyword] + step.beside + [Steps.noteKey])
    // One other step may stand beside it.
    if step == EveryStep.self { schema["additionalProperties"] = true }
    return schema
  }

  private static func mapping(_ keys: [Key]) -> [String: Any] {
    var properties: [String: Any] = [:]
    for key in keys {
      var schema = self.schema(key.kind)
      schema["description"] = key.meaning
      properties[key.name] = schema
    }
    var schema: [String: Any] = [
      "type": "object", "properties": properties, "additionalProperties": false,
    ]
    let required = keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { schema["required"] = required }
    return schema
  }

  /// What editors see in a scalar depends on its looks, and only its place says what it is.
  private static var scalar: [String: Any] { ["type": ["string", "number", "boolean"]] }

  private static func schema(_ kind: Kind) -> [String: Any] {
    switch kind {
    case .text, .name, .formula: return scalar
    case .integer(let range): return integer(range)
    case .number: return ["type": ["number", "string"]]
    case .flag: return ["anyOf": [["type": "boolean"], off]]
    case .off: return off
    case .choice(let words): return ["enum": words]
    case .steps: return ["type": "array", "items": ["$ref": "#/$defs/step"]]
    case .list(let kind): return ["type": "array", "items": schema(kind)]
    case .names(let kind):
      return orNothing(["type": "object", "additionalProperties": schema(kind)])
    case .table(let keys): return orNothing(mapping(keys))
    case .open(let keys, let others):
      var schema = mapping(keys)
      schema["additionalProperties"] = self.schema(others)
      return orNothing(schema)
    case .either(let kinds): return ["anyOf": kinds.map(schema)]
    case .model: return ["$ref": "#/$defs/model"]
    case .values: return ["$ref": "#/$defs/values"]
    case .other: return [:]
    }
  }

  /// The words that switch something off, as editors see them: YAML has a null of its own, and readers of its older
  /// version take `off` for false.
  private static var off: [String: Any] {
    ["enum": (DisabledKeyword.words as [Any]) + [NSNull(), false]]
  }

  /// `key:` with nothing behind it is a mapping without keys.
  private static func orNothing(_ schema: [String: Any]) -> [String: Any] {
    var schema = schema
    schema["type"] = ["object", "null"]
    return schema
  }

  /// Numbers may have groups and endings that JSON's have not: 10_000, 1e4, 4k; those of a parameter a unit of bytes.
  private static func integer(_ range: ClosedRange<Int>) -> [String: Any] {
    var number: [String: Any] = ["type": "number"]
    if range.lowerBound > .min { number["minimum"] = range.lowerBound }
    if range.upperBound < .max { number["maximum"] = range.upperBound }
    let units = ByteUnit.names.joined(separator: "|")
    let pattern = "^[-+]?[0-9][0-9_]*([eE][0-9]+|k|M|([.][0-9]+)? *(\(units)))?$"
    let text: [String: Any] = ["type": "string", "pattern": pattern]
    return ["anyOf": [number, text]]
  }

  /// Entities with their properties, or the name of a file that has them.
  private static var model: [String: Any] {
    let types = mapping(ModelReader.attributeKeys)
    let typeNames = (types["properties"] as? [String: Any])?["type"] ?? [:]
    var entity = mapping(ModelReader.entityKeys)
    entity["additionalProperties"] = [
      "anyOf": [
        typeNames, types, mapping(ModelReader.relationshipKeys),
        mapping(ModelReader.fetchedPropertyKeys),
      ]
    ]
    return [
      "anyOf": [
        ["type": "string"], ["type": "object", "additionalProperties": orNothing(entity)],
      ]
    ]
  }

  /// Values by attribute.
  private static var values: [String: Any] {
    ["type": ["object", "null"], "additionalProperties": scalar]
  }
}

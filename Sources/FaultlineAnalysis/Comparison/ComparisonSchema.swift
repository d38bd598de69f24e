// The shape of a comparison: counts, and every reading that is not the same.

package import FaultlineMeasures

extension DocumentSchema {
  package static let comparison = DocumentSchema(
    name: "comparison", version: 1,
    meaning: "What 'faultline check' and 'faultline compare' found.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "readings", "trials"],
        "properties": {
          "schemaVersion": { "const": 1 },
          "readings": {
            "type": "object",
            "propertyNames": { "enum": [\(words(Comparison.Pair.Verdict.allCases))] },
            "additionalProperties": { "type": "integer", "minimum": 0 }
          },
          "loosened": {
            "description": "What the baseline expected and the scenario does not any more, or less strictly.",
            "$ref": "#/$defs/texts"
          },
          "trials": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["id", "scenario", "standing", "reasons", "differences"],
              "properties": {
                "id": { "type": "string" },
                "scenario": { "type": "string" },
                "standing": { "enum": [\(words(Comparison.Trial.Standing.allCases))] },
                "reasons": { "$ref": "#/$defs/texts" },
                "differences": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["checkpoint", "metric", "verdict"],
                    "properties": {
                      "checkpoint": { "type": "string" },
                      "metric": { "type": "string" },
                      "verdict": { "enum": [\(words(Comparison.Pair.Verdict.allCases))] },
                      "base": { "$ref": "#/$defs/quantity" },
                      "head": { "$ref": "#/$defs/quantity" },
                      "informs": {
                        "description": "It does not decide the verdict.",
                        "const": true
                      }
                    }
                  }
                },
                "changes": {
                  "description": "What changed in the scenario.",
                  "$ref": "#/$defs/texts"
                },
                "formerName": {
                  "description": "The variant that is gone and measured the same as this new one.",
                  "type": "string"
                },
                "reference": {
                  "description": "The trial that this one is held against, where both are of one result.",
                  "type": "string"
                },
                "owners": {
                  "description": "What each owner of bytes has more or less, where either side holds the most.",
                  "type": "object",
                  "required": ["checkpoint", "whole", "owners"],
                  "properties": {
                    "checkpoint": { "type": "string" },
                    "whole": { "$ref": "#/$defs/gain" },
                    "owners": { "type": "array", "items": { "$ref": "#/$defs/gain" } }
                  }
                },
                "calls": {
                  "description": "What functions allocate themselves, more or less.",
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["share", "functions"],
                    "properties": {
                      "share": { "enum": [\(words(CallGains.Share.allCases))] },
                      "functions": { "type": "array", "items": { "$ref": "#/$defs/gain" } }
                    }
                  }
                }
              }
            }
          }
        }
      """,
    parts: [
      SchemaParts.quantity, SchemaParts.texts,
      Shape.part(
        "gain",
        [
          .always("name", .text), .always("base", .whole), .always("head", .whole),
          .always("change", .whole), .always("way", .word(Gain.Way.self)),
        ], about: "Bytes on both sides: 'change' is how much more 'head' has than 'base'."),
    ])
}

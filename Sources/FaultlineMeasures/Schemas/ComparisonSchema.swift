// The shape of a comparison: counts, and every reading that is not the same.

extension DocumentSchema {
  static let comparison = DocumentSchema(
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
                      "head": { "$ref": "#/$defs/quantity" }
                    }
                  }
                }
              }
            }
          }
        }
      """,
    parts: [SchemaParts.quantity, SchemaParts.texts])
}

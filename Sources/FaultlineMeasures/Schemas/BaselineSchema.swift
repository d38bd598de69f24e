// The shape of what was accepted.

extension DocumentSchema {
  package static let baseline = DocumentSchema(
    name: "baseline", version: Baseline.currentSchemaVersion,
    meaning: "What was accepted of one scenario: a set for each size and kind of machine.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "baseline", "sets"],
        "properties": {
          "schemaVersion": { "const": \(Baseline.currentSchemaVersion) },
          "baseline": { "description": "The scenario's name.", "type": "string" },
          "file": { "description": "The scenario's file when it was accepted.", "type": "string" },
          "sets": {
            "description": "At most one of each size and kind of machine.",
            "type": "array",
            "items": {
              "type": "object",
              "required": ["size", "measured", "trials"],
              "properties": {
                "size": { "enum": [\(words(RunSize.allCases))] },
                "measured": { "$ref": "#/$defs/measured" },
                "trials": { "type": "array", "items": { "$ref": "#/$defs/acceptedTrial" } }
              }
            }
          }
        }
      """,
    parts: [
      """
          "acceptedTrial": {
            "type": "object",
            "required": ["id", "variant", "settings", "checkpoints"],
            "properties": {
              "id": { "type": "string" },
              "variant": { "type": "string" },
              "axes": { "$ref": "#/$defs/settings" },
              "sizes": { "$ref": "#/$defs/settings" },
              "store": { "type": "string" },
              "settings": { "$ref": "#/$defs/named" },
              "measured": {
                "description": "How it was measured, where that is not how the set was.",
                "$ref": "#/$defs/measured"
              },
              "checkpoints": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": ["at"],
                  "properties": {
                    "at": { "description": "The checkpoint.", "type": "string" },
                    "gates": {
                      "description": "What decides the verdict.",
                      "$ref": "#/$defs/readings"
                    },
                    "informs": {
                      "description": "Totals that are reported and fail nothing.",
                      "$ref": "#/$defs/readings"
                    },
                    "owners": {
                      "description": "The owners of each total of bytes that gates; they sum to the total.",
                      "type": "object",
                      "additionalProperties": {
                        "type": "object",
                        "additionalProperties": { "type": "integer" }
                      }
                    },
                    "partial": {
                      "description": "Only counters were read: a pass before has looked at every object.",
                      "const": true
                    }
                  }
                }
              }
            }
          }
      """,
      """
          "measured": {
            "description": "How it was measured.",
            "type": "object",
            "properties": {
              "expectations": {
                "description": "What the scenario expected.",
                "type": "array",
                "items": { "type": "string" }
              },
              "facts": {
                "description": "The machine and the program.",
                "type": "object",
                "required": ["architecture", "pageSize"],
                "properties": {
                  "architecture": { "type": "string" },
                  "behavior": {
                    "description": "A digest of what the program measures of its built-in workload.",
                    "type": "string"
                  },
                  "build": { "type": "string" },
                  "faultline": { "description": "The version of Faultline.", "type": "string" },
                  "jemalloc": { "type": "string" },
                  "pageSize": { "type": "integer" },
                  "sqlite": { "type": "string" },
                  "swift": { "type": "string" }
                }
              },
              "profile": { "description": "The behavior profile.", "type": "string" },
              "steps": {
                "description": "The fingerprint of each step, with blanks between.",
                "type": "string"
              },
              "workload": { "$ref": "#/$defs/named" }
            }
          }
      """,
      """
          "readings": {
            "type": "object",
            "additionalProperties": { "$ref": "#/$defs/quantity" }
          }
      """,
      """
          "named": { "type": "object", "additionalProperties": \(SchemaParts.value) }
      """,
      SchemaParts.quantity, SchemaParts.settings,
    ])
}

// The shape of what was accepted.

extension DocumentSchema {
  static let baseline = DocumentSchema(
    name: "baseline", version: Baseline.currentSchemaVersion,
    meaning: "What was accepted of one scenario, and on which machines.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "baseline", "trials", "machines"],
        "properties": {
          "schemaVersion": { "const": \(Baseline.currentSchemaVersion) },
          "baseline": { "description": "The scenario's name.", "type": "string" },
          "file": { "description": "The scenario's file when it was accepted.", "type": "string" },
          "workload": { "$ref": "#/$defs/named" },
          "trials": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["id", "variant", "fingerprint", "settings", "checkpoints"],
              "properties": {
                "id": { "type": "string" },
                "variant": { "type": "string" },
                "axes": { "$ref": "#/$defs/settings" },
                "sizes": { "$ref": "#/$defs/settings" },
                "store": { "type": "string" },
                "fingerprint": { "type": "string", "pattern": "^[0-9a-f]{16}$" },
                "settings": { "$ref": "#/$defs/named" },
                "checkpoints": { "$ref": "#/$defs/checkpoints" }
              }
            }
          },
          "machines": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["trials"],
              "properties": {
                "facts": {
                  "type": "object",
                  "required": ["architecture", "pageSize"],
                  "properties": {
                    "architecture": { "type": "string" },
                    "build": { "type": "string" },
                    "jemalloc": { "type": "string" },
                    "pageSize": { "type": "integer" },
                    "sqlite": { "type": "string" },
                    "swift": { "type": "string" }
                  }
                },
                "trials": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["id", "checkpoints"],
                    "properties": {
                      "id": { "type": "string" },
                      "checkpoints": { "$ref": "#/$defs/checkpoints" }
                    }
                  }
                }
              }
            }
          }
        }
      """,
    parts: [
      """
          "named": { "type": "object", "additionalProperties": \(SchemaParts.value) }
      """,
      SchemaParts.quantity, SchemaParts.checkpoints, SchemaParts.origin, SchemaParts.settings,
    ])
}

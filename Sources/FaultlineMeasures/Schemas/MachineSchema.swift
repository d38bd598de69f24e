// The shape of what stands beside a result.

extension DocumentSchema {
  package static let machine = DocumentSchema(
    name: "machine", version: RunSidecar.currentSchemaVersion,
    meaning:
      "What differs from run to run: the machine, the revision, the times, and readings that only inform.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "machine", "trials"],
        "properties": {
          "schemaVersion": { "const": \(RunSidecar.currentSchemaVersion) },
          "machine": {
            "type": "object",
            "required": ["os", "kernel", "architecture", "cpu", "cores", "pageSize", "libraries"],
            "properties": {
              "os": { "type": "string" },
              "kernel": { "type": "string" },
              "architecture": { "type": "string" },
              "cpu": { "type": "string" },
              "cores": { "type": "integer", "minimum": 1 },
              "pageSize": { "type": "integer", "minimum": 1 },
              "swift": { "type": "string" },
              "build": { "type": "string" },
              "libraries": { "$ref": "#/$defs/settings" }
            }
          },
          "program": {
            "description": "What measured: its version, and the build id in its file, or 'none'.",
            "type": "object",
            "required": ["version", "build"],
            "properties": { "version": { "type": "string" }, "build": { "type": "string" } }
          },
          "behavior": {
            "description": "A digest of what the program measures of its built-in workload.",
            "type": "string"
          },
          "revision": { "type": "string" },
          "trials": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["id", "passes"],
              "properties": {
                "host": { "description": "Where it ran, of several machines.", "type": "string" },
                "id": { "type": "string" },
                "seconds": { "type": "number" },
                "passes": { "$ref": "#/$defs/passes" }
              }
            }
          }
        }
      """,
    parts: [
      SchemaParts.quantity, SchemaParts.checkpoints, SchemaParts.passes, SchemaParts.origin,
      SchemaParts.settings,
    ])
}

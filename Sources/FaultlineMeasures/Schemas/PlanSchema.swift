// The shape of what 'faultline plan --format json' prints.

extension DocumentSchema {
  package static let plan = DocumentSchema(
    name: "plan", version: PlannedRun.currentSchemaVersion,
    meaning: "What 'faultline run' would do: every trial, and the work of a pass.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "scenarios"],
        "properties": {
          "schemaVersion": { "const": \(PlannedRun.currentSchemaVersion) },
          "scenarios": { "type": "array", "items": { "$ref": "#/$defs/scenario" } }
        }
      """,
    parts: [
      Shape.part("scenario", PlannedScenario.fields.rows()),
      Shape.part("trial", [.always("id", .text)] + PlannedTrial.fields.rows()),
      Shape.part("finding", Finding.fields.rows()), SchemaParts.settings, SchemaParts.texts,
    ])
}

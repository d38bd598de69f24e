// The shapes of what a sweep's folder holds, for programs that read it.

package import FaultlineMeasures

extension DocumentSchema {
  /// The plan of a sweep.
  package static let sweep = DocumentSchema(
    name: "sweep", version: SweepPlan.currentSchemaVersion,
    meaning: "The plan of a sweep: every cell, and the shard that runs it.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "name", "shards", "choices", "scenarios"],
        "properties": {
          "schemaVersion": { "const": \(SweepPlan.currentSchemaVersion) },
          "name": { "description": "The digest of the work.", "type": "string" },
          "shards": { "type": "integer", "minimum": 1 },
          "revision": { "type": "string" },
          "choices": { "$ref": "#/$defs/choices" },
          "scenarios": { "type": "array", "items": { "$ref": "#/$defs/scenario" } }
        }
      """,
    parts: [
      Shape.part("choices", SweepChoices.fields.rows()),
      Shape.part("scenario", SweepScenario.fields.rows()),
      Shape.part("cell", [.always("id", .text)] + SweepCell.fields.rows()), SchemaParts.settings,
      SchemaParts.texts,
    ])

  /// A line of a trial file.
  package static let sweepTrial = DocumentSchema(
    name: "sweep-trial", version: TrialHeader.currentSchemaVersion,
    meaning:
      "A line of a sweep's trial file: its head, the trial as the result has it, or its end.",
    body: """
        "type": "object",
        "oneOf": [
          { "required": ["header"] }, { "required": ["trial"] }, { "required": ["end"] }
        ],
        "properties": {
          "header": { "$ref": "#/$defs/header" },
          "trial": { "$ref": "#/$defs/trial" },
          "end": { "$ref": "#/$defs/ending" }
        }
      """,
    parts: DocumentSchema.result.parts + [
      Shape.part("header", TrialHeader.fields.rows()),
      Shape.part("facts", TrialFacts.fields.rows()),
      Shape.part(
        "keyFacts",
        [
          .always("architecture", .text), .optional("build", .text), .optional("jemalloc", .text),
          .always("pageSize", .whole), .optional("sqlite", .text), .optional("swift", .text),
        ]),
      Shape.part(
        "ending", [.always("lines", .whole(from: 2)), .always("sha256", .text)],
        about: "How many lines stand before it, and their digest."),
    ])
}

// The shape of what a run writes.

extension DocumentSchema {
  static let result = DocumentSchema(
    name: "result", version: RunResult.currentSchemaVersion,
    meaning: "What 'faultline run' read: every scenario, every variant, every checkpoint.",
    body: """
        "type": "object",
        "required": ["schemaVersion", "scenarios"],
        "properties": {
          "schemaVersion": { "const": \(RunResult.currentSchemaVersion) },
          "scenarios": { "type": "array", "items": { "$ref": "#/$defs/scenario" } }
        }
      """,
    parts: [
      scenario, trial, metric, finding, death, judgement, tolerance, SchemaParts.quantity,
      SchemaParts.checkpoints, SchemaParts.passes, SchemaParts.settings, SchemaParts.texts,
    ])

  private static let scenario = """
        "scenario": {
          "type": "object",
          "required": [
            "name", "title", "file", "rules", "notes", "parameters", "reference", "repeats", "metrics",
            "columns", "trials", "judgements"
          ],
          "properties": {
            "name": { "type": "string" },
            "title": { "type": "string" },
            "file": { "type": "string" },
            "workload": { "$ref": "#/$defs/settings" },
            "rules": { "$ref": "#/$defs/texts" },
            "notes": { "$ref": "#/$defs/texts" },
            "parameters": { "$ref": "#/$defs/settings" },
            "reference": { "type": "string" },
            "repeats": { "type": "integer" },
            "metrics": { "type": "array", "items": { "$ref": "#/$defs/metric" } },
            "columns": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["title", "metric", "checkpoint"],
                "properties": {
                  "title": { "type": "string" },
                  "metric": { "type": "string" },
                  "checkpoint": { "type": "string" }
                }
              }
            },
            "trials": { "type": "array", "items": { "$ref": "#/$defs/trial" } },
            "judgements": { "type": "array", "items": { "$ref": "#/$defs/judgement" } },
            "tolerances": { "type": "array", "items": { "$ref": "#/$defs/tolerance" } }
          }
        }
    """

  private static let trial = """
        "trial": {
          "description": "Checkpoints stand once where all passes agree, else each pass has its own.",
          "type": "object",
          "required": ["id", "variant", "settings", "passes", "identical", "findings"],
          "properties": {
            "id": { "type": "string" },
            "variant": { "type": "string" },
            "store": { "type": "string" },
            "settings": { "$ref": "#/$defs/settings" },
            "passes": { "type": "integer", "minimum": 0 },
            "identical": { "type": "boolean" },
            "checkpoints": { "$ref": "#/$defs/checkpoints" },
            "samples": { "$ref": "#/$defs/passes" },
            "findings": { "type": "array", "items": { "$ref": "#/$defs/finding" } },
            "death": { "$ref": "#/$defs/death" }
          },
          "oneOf": [{ "required": ["checkpoints"] }, { "required": ["samples"] }]
        }
    """

  private static let metric = """
        "metric": {
          "type": "object",
          "required": ["name", "group", "scale", "polarity", "exactness", "meaning", "rules"],
          "properties": {
            "name": { "type": "string" },
            "group": { "enum": [\(words(Metric.Group.allCases))] },
            "scale": { "enum": [\(words(Metric.Scale.allCases))] },
            "polarity": { "enum": [\(words(Metric.Polarity.allCases))] },
            "exactness": { "enum": [\(words(Metric.Exactness.allCases))] },
            "meaning": { "type": "string" },
            "rules": { "$ref": "#/$defs/texts" }
          }
        }
    """

  private static let finding = """
        "finding": {
          "type": "object",
          "required": ["kind", "message", "advice", "evidence"],
          "properties": {
            "kind": { "enum": [\(words(Finding.Kind.allCases))] },
            "message": { "type": "string" },
            "advice": { "type": "string" },
            "evidence": { "$ref": "#/$defs/texts" },
            "trace": { "$ref": "#/$defs/texts" },
            "fingerprint": { "type": "string" }
          }
        }
    """

  private static let death = """
        "death": {
          "type": "object",
          "required": ["cause", "output"],
          "properties": {
            "cause": {
              "type": "object",
              "required": ["kind"],
              "properties": {
                "kind": { "enum": ["signal", "exit", "timeout", "memory", "silence"] },
                "number": { "type": "integer" },
                "status": { "type": "integer" },
                "seconds": { "type": "number" },
                "limit": { "type": "integer" },
                "reached": { "type": "integer" }
              }
            },
            "lastStep": { "type": "string" },
            "pass": { "type": "integer" },
            "lastEvents": { "$ref": "#/$defs/texts" },
            "output": { "$ref": "#/$defs/texts" }
          }
        }
    """

  private static let judgement = """
        "judgement": {
          "type": "object",
          "required": ["that", "place", "outcome", "detail"],
          "properties": {
            "that": { "type": "string" },
            "because": { "type": "string" },
            "place": {
              "type": "object",
              "required": ["file", "line", "column"],
              "properties": {
                "file": { "type": "string" },
                "line": { "type": "integer" },
                "column": { "type": "integer" }
              }
            },
            "variant": { "type": "string" },
            "outcome": { "enum": [\(words(Judgement.Outcome.allCases))] },
            "detail": { "type": "string" }
          }
        }
    """

  private static let tolerance = """
        "tolerance": {
          "type": "object",
          "required": ["metrics", "variants"],
          "properties": {
            "metrics": { "type": "string" },
            "variants": { "$ref": "#/$defs/texts" },
            "absolute": { "type": "number", "minimum": 0 },
            "relative": { "type": "number", "minimum": 0 },
            "range": {
              "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2
            }
          }
        }
    """

  /// The words that a field may have, so that the schema cannot lag behind the code.
  static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}

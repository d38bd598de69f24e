// Parts that several schemas share.

/// Named parts of schemas.
package enum SchemaParts {
  package static let quantity = """
        "quantity": {
          "description": "An exact integer, a real number, or the word for one that JSON cannot represent.",
          "oneOf": [
            { "type": "number" },
            { "type": "string", "enum": ["infinite", "-infinite", "nan"] }
          ]
        }
    """

  static let checkpoints = """
        "checkpoints": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "readings"],
            "properties": {
              "name": { "type": "string" },
              "readings": {
                "type": "object",
                "additionalProperties": { "$ref": "#/$defs/quantity" }
              },
              "parts": {
                "description": "The parts of readings by context and by entity, without zeros.",
                "type": "object",
                "additionalProperties": {
                  "type": "object",
                  "properties": {
                    "contexts": { "type": "object", "additionalProperties": { "type": "integer" } },
                    "entities": { "type": "object", "additionalProperties": { "type": "integer" } }
                  }
                }
              },
              "partial": {
                "description": "Only counters were read: a pass before has looked at every object.",
                "const": true
              },
              "origin": { "$ref": "#/$defs/origin" }
            }
          }
        }
    """

  static let passes = """
        "passes": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["pass", "checkpoints"],
            "properties": {
              "pass": { "type": "integer" },
              "checkpoints": { "$ref": "#/$defs/checkpoints" }
            }
          }
        }
    """

  package static let settings = """
        "settings": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "value"],
            "properties": { "name": { "type": "string" }, "value": \(value) }
          }
        }
    """

  /// What a setting is set to.
  static let value = #"{ "oneOf": [{ "type": "string" }, { "type": "integer" }] }"#

  /// A pass as one process hands it to another.
  package static let playedPass =
    [
      Shape.part(
        "playedPass",
        [
          .always("pass", .whole), .always("metrics", .list(.texts)),
          .always("checkpoints", .list(.named("playedCheckpoint"))),
        ], about: "A pass; each list of metrics stands once."),
      Shape.part(
        "playedCheckpoint",
        [
          .always("name", .text), .optional("origin", .named("origin")),
          .optional("isPartial", .truth), .always("metrics", .whole(from: 0)),
          .always("quantities", .text),
        ],
        about:
          "The place of its metrics among the lists, and a quantity for each, with blanks between."),
    ].joined(separator: ",\n")

  package static let origin =
    Shape.part(
      "origin",
      [
        .always("template", .text),
        .always("rounds", .list(.named("round"))),
      ], about: "The step that took a checkpoint, and the rounds of the loops around it.") + ",\n"
    + Shape.part("round", [.optional("loop", .text), .always("number", .whole)])

  static let place = Shape.part(
    "place", [.always("file", .text), .always("line", .whole), .always("column", .whole)])

  package static let texts = """
        "texts": { "type": "array", "items": { "type": "string" } }
    """
}

// Parts that several schemas share.

/// Named parts of schemas.
enum SchemaParts {
  static let quantity = """
        "quantity": {
          "description": "An exact integer, a real number, or the word for one that JSON cannot spell.",
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
              "partial": {
                "description": "Only counters were read: a pass before has looked at every object.",
                "const": true
              }
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

  static let settings = """
        "settings": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "value"],
            "properties": { "name": { "type": "string" }, "value": { "type": "string" } }
          }
        }
    """

  static let texts = """
        "texts": { "type": "array", "items": { "type": "string" } }
    """
}

// The shape of a film: what was alive after each step of a trial, and what held what.

import FaultlineKnowledge
package import FaultlineMeasures

extension DocumentSchema {
  package static let film = DocumentSchema(
    name: "film", version: Replay.currentSchemaVersion,
    meaning: "What a replay shows: the object graph of one trial after each of its steps.",
    body: """
        "type": "object",
        "required": [
          "schemaVersion", "scenario", "title", "rules", "variant", "settings", "notes", "script", "nodes",
          "edges", "frames"
        ],
        "properties": {
          "schemaVersion": { "const": \(Replay.currentSchemaVersion) },
          "scenario": { "type": "string" },
          "title": { "type": "string" },
          "rules": { "$ref": "#/$defs/texts" },
          "tags": { "$ref": "#/$defs/texts" },
          "variant": { "type": "string" },
          "settings": { "$ref": "#/$defs/settings" },
          "notes": { "$ref": "#/$defs/texts" },
          "script": {
            "description": "The lines of the scenario's steps, by their numbers in its file.",
            "type": "array",
            "items": {
              "type": "object",
              "required": ["number", "text"],
              "properties": {
                "number": { "type": "integer", "minimum": 1 },
                "text": { "type": "string" }
              }
            }
          },
          "nodes": { "type": "array", "items": { "$ref": "#/$defs/node" } },
          "edges": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
          "frames": { "type": "array", "items": { "$ref": "#/$defs/frame" }, "minItems": 1 },
          "setup": { "$ref": "#/$defs/place" }
        }
      """,
    parts: [
      node, edge, frame, offer, state, place, SchemaParts.quantity, SchemaParts.settings,
      SchemaParts.texts,
    ])

  private static let node = """
        "node": {
          "description": "A root that holds objects, or objects that are alike in every frame.",
          "type": "object",
          "required": ["kind", "title", "count"],
          "properties": {
            "kind": { "enum": [\(words(Replay.Node.Kind.allCases))] },
            "title": { "type": "string" },
            "entity": { "type": "string" },
            "detail": { "type": "string" },
            "instance": { "type": "integer", "minimum": 2 },
            "count": { "type": "integer", "minimum": 1 }
          }
        }
    """

  private static let edge = """
        "edge": {
          "description": "A hold of one node on another, by their places among the nodes.",
          "type": "object",
          "required": ["from", "to", "reason", "name"],
          "properties": {
            "from": { "$ref": "#/$defs/place" },
            "to": { "$ref": "#/$defs/place" },
            "reason": { "enum": [\(words(HoldReason.drawn))] },
            "name": { "type": "string" }
          }
        }
    """

  private static let frame = """
        "frame": {
          "description": "What there was after a step; the first is the moment before the first step.",
          "type": "object",
          "required": [
            "step", "rounds", "roundsLeftOut", "stepsLeftOut", "notes", "questions", "sentence", "standing",
            "cited", "states", "ties", "changed", "released", "readings"
          ],
          "properties": {
            "line": { "type": "integer", "minimum": 1 },
            "step": { "type": "string" },
            "rounds": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["number"],
                "properties": {
                  "loop": { "type": "string" },
                  "number": { "type": "integer", "minimum": 0 },
                  "of": { "type": "integer", "minimum": 1 }
                }
              }
            },
            "roundsLeftOut": { "type": "integer", "minimum": 0 },
            "stepsLeftOut": { "type": "integer", "minimum": 0 },
            "notes": { "$ref": "#/$defs/texts" },
            "questions": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["text", "answer"],
                "properties": {
                  "text": { "type": "string" },
                  "answer": { "type": "string" },
                  "offer": { "$ref": "#/$defs/offer" }
                }
              }
            },
            "sentence": { "type": "string" },
            "standing": { "type": "string" },
            "cited": { "$ref": "#/$defs/texts" },
            "states": { "type": "array", "items": { "$ref": "#/$defs/state" } },
            "ties": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["edge", "count", "isInCycle"],
                "properties": {
                  "edge": { "$ref": "#/$defs/place" },
                  "count": { "type": "integer", "minimum": 1 },
                  "isInCycle": { "type": "boolean" }
                }
              }
            },
            "changed": { "type": "array", "items": { "$ref": "#/$defs/place" } },
            "released": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["node", "count"],
                "properties": {
                  "node": { "$ref": "#/$defs/place" },
                  "count": { "type": "integer", "minimum": 1 }
                }
              }
            },
            "readings": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["metric", "quantity"],
                "properties": {
                  "metric": { "type": "string" },
                  "quantity": { "$ref": "#/$defs/quantity" }
                }
              }
            }
          }
        }
    """

  private static let offer = """
        "offer": {
          "description": "What a question lets one choose from; exactly one is right in what was measured.",
          "type": "object",
          "required": ["choices", "measured", "reason", "line"],
          "properties": {
            "choices": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["says", "isRight"],
                "properties": {
                  "says": { "type": "string" },
                  "isRight": { "type": "boolean" },
                  "mistake": { "type": "string" }
                }
              },
              "minItems": 2
            },
            "measured": { "type": "string" },
            "reason": { "$ref": "#/$defs/place" },
            "line": { "type": "integer", "minimum": 1 },
            "inventory": { "type": "integer", "minimum": 1 },
            "here": { "type": "string" }
          }
        }
    """

  private static let state = """
        "state": {
          "description": "How many objects of a node are alive, and how many of those are what.",
          "type": "object",
          "required": ["node", "count", "faults", "inserted", "updated", "deleted", "inCycles"],
          "properties": {
            "node": { "$ref": "#/$defs/place" },
            "count": { "type": "integer", "minimum": 0 },
            "faults": { "type": "integer", "minimum": 0 },
            "inserted": { "type": "integer", "minimum": 0 },
            "updated": { "type": "integer", "minimum": 0 },
            "deleted": { "type": "integer", "minimum": 0 },
            "inCycles": { "type": "integer", "minimum": 0 },
            "retains": { "type": "integer" }
          }
        }
    """

  private static let place = """
        "place": { "description": "A place in a list, from 0.", "type": "integer", "minimum": 0 }
    """
}

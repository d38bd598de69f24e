// What a search found, as programs read it.

package import FaultlineMeasures

/// The document that 'faultline tune --format json' prints.
package struct TuneDocument: Encodable {
  package static let currentSchemaVersion = 1

  /// A metric and its budget.
  package struct Goal: Encodable {
    package var metric: String
    package var budget: Quantity?
  }

  /// How much of the space was looked at.
  package struct Cells: Encodable {
    package var all: Int
    /// Those whose readings are known, from this call or one before.
    package var known: Int
    /// Those that this call ran.
    package var run: Int
    /// Those that a sweep ran.
    package var swept: Int
    package var leftOut: Int
    /// Those that the matrix excludes, or that make no plan.
    package var absent: Int
    /// Those that would have been left out and were run to see whether that is right.
    package var checked: Int
    package var surprises: Int
    package var died: Int
    /// Those that are nothing to take, whatever they cost.
    package var unsound: Int
  }

  /// An axis along which a metric turns around.
  package struct Turn: Encodable {
    package var axis: String
    package var metric: String
    /// How deep the deepest valley is, as a part of the height of its edges; nil where it has no end.
    package var share: Double?
  }

  /// Settings that read nowhere worse than others, which were only sampled.
  package struct Cover: Encodable {
    package var settings: [Setting]
    /// How many parts of the space they cover.
    package var parts: Int
  }

  /// What a search in small sizes came to, before the one in full size.
  package struct SmallSizes: Encodable {
    /// The cells that it knows.
    package var cells: Int
    package var died: Int
    /// Pairs of readings of which one is greater in both sizes, and those of which it is not the same one.
    package var pairs: Int
    package var turned: Int
  }

  /// Values, or cells, that make no plan and are left out.
  package struct Refusal: Encodable {
    /// The range whose values they are; nil for cells.
    package var axis: String?
    package var count: Int
    package var example: String
    package var reason: String
  }

  /// Why cells are nothing to take.
  package struct Objection: Encodable {
    package var reason: String
    /// Whether it is an expectation of the file.
    package var isExpectation: Bool
    package var cells: Int
  }

  /// Work of which the recommended point does another amount than the start.
  package struct OtherWork: Encodable {
    package var metric: String
    package var start: Quantity
    package var recommended: Quantity
  }

  package struct Reading: Encodable {
    package var metric: String
    package var quantity: Quantity
  }

  package struct Point: Encodable {
    package var settings: [Setting]
    package var readings: [Reading]
    /// How many of the cells that were run read the same.
    package var alike: Int
  }

  package struct Miss: Encodable {
    package var metric: String
    package var budget: Quantity
    package var quantity: Quantity
  }

  package struct Cliff: Encodable {
    package var axis: String
    package var value: String
    package var metric: String
    package var quantity: Quantity
    package var recommended: Quantity
    package var breaksBudget: Bool
  }

  /// What one setting alone is worth.
  package struct Worth: Encodable {
    package var axis: String
    package var from: String
    package var to: String
    package var before: [Reading]
    package var after: [Reading]
  }

  package var schemaVersion = currentSchemaVersion
  package var scenario: String
  package var file: String
  package var store: String
  /// Whose behaviour the readings show.
  package var behaves: String
  package var goals: [Goal]
  package var isComplete: Bool
  package var fits: Bool
  package var cells: Cells
  package var smallSizes: SmallSizes?
  package var refusals: [Refusal] = []
  package var objections: [Objection] = []
  package var turns: [Turn] = []
  package var covers: [Cover] = []
  package var front: [Point] = []
  package var recommended: Point?
  package var reason: String?
  package var misses: [Miss] = []
  package var otherWork: [OtherWork] = []
  package var cliffs: [Cliff] = []
  package var worth: [Worth] = []
  package var yaml: String?
  /// What is best elsewhere among the points that were weighed there; nil where that was not asked for.
  package var elsewhere: [AdviceElsewhere]?
  /// How many points were weighed there.
  package var weighed: Int?
}

extension DocumentSchema {
  /// The shape of what a search found.
  package static let tune = DocumentSchema(
    name: "tune", version: TuneDocument.currentSchemaVersion,
    meaning:
      "What 'faultline tune' found: the front, the recommended point and what lies beside it.",
    body: """
        "type": "object",
        "required": [
          "schemaVersion", "scenario", "file", "store", "behaves", "goals", "isComplete", "fits", "cells", "refusals",
          "objections", "turns", "covers", "front", "misses", "otherWork", "cliffs", "worth"
        ],
        "properties": {
          "schemaVersion": { "const": \(TuneDocument.currentSchemaVersion) },
          "scenario": { "type": "string" },
          "file": { "type": "string" },
          "store": { "type": "string" },
          "behaves": { "type": "string" },
          "goals": { "type": "array", "items": { "$ref": "#/$defs/goal" } },
          "isComplete": { "type": "boolean" },
          "fits": { "type": "boolean" },
          "cells": { "$ref": "#/$defs/cells" },
          "smallSizes": { "$ref": "#/$defs/smallSizes" },
          "refusals": { "type": "array", "items": { "$ref": "#/$defs/refusal" } },
          "objections": { "type": "array", "items": { "$ref": "#/$defs/objection" } },
          "turns": { "type": "array", "items": { "$ref": "#/$defs/turn" } },
          "covers": { "type": "array", "items": { "$ref": "#/$defs/cover" } },
          "front": { "type": "array", "items": { "$ref": "#/$defs/point" } },
          "recommended": { "$ref": "#/$defs/point" },
          "reason": { "type": "string" },
          "misses": { "type": "array", "items": { "$ref": "#/$defs/miss" } },
          "otherWork": { "type": "array", "items": { "$ref": "#/$defs/otherWork" } },
          "cliffs": { "type": "array", "items": { "$ref": "#/$defs/cliff" } },
          "worth": { "type": "array", "items": { "$ref": "#/$defs/worth" } },
          "yaml": { "type": "string" },
          "elsewhere": { "type": "array", "items": { "$ref": "#/$defs/adviceElsewhere" } },
          "weighed": { "type": "integer", "minimum": 1 }
        }
      """,
    parts: [
      Shape.part("goal", [.always("metric", .text), .optional("budget", .named("quantity"))]),
      Shape.part(
        "cells",
        [
          "all", "known", "run", "swept", "leftOut", "absent", "checked", "surprises", "died",
          "unsound",
        ].map {
          .always($0, .whole(from: 0))
        }),
      Shape.part(
        "smallSizes", ["cells", "died", "pairs", "turned"].map { .always($0, .whole(from: 0)) }),
      Shape.part(
        "turn", [.always("axis", .text), .always("metric", .text), .optional("share", .number)]),
      Shape.part(
        "refusal",
        [
          .optional("axis", .text), .always("count", .whole(from: 1)), .always("example", .text),
          .always("reason", .text),
        ]),
      Shape.part(
        "cover",
        [.always("settings", .named("settings")), .always("parts", .whole(from: 1))]),
      Shape.part(
        "objection",
        [
          .always("reason", .text), .always("isExpectation", .truth),
          .always("cells", .whole(from: 1)),
        ]),
      Shape.part(
        "otherWork",
        [
          .always("metric", .text), .always("start", .named("quantity")),
          .always("recommended", .named("quantity")),
        ]),
      Shape.part("reading", [.always("metric", .text), .always("quantity", .named("quantity"))]),
      Shape.part(
        "point",
        [
          .always("settings", .named("settings")), .always("readings", .list(.named("reading"))),
          .always("alike", .whole(from: 1)),
        ]),
      Shape.part(
        "miss",
        [
          .always("metric", .text), .always("budget", .named("quantity")),
          .always("quantity", .named("quantity")),
        ]),
      Shape.part(
        "cliff",
        [
          .always("axis", .text), .always("value", .text), .always("metric", .text),
          .always("quantity", .named("quantity")), .always("recommended", .named("quantity")),
          .always("breaksBudget", .truth),
        ]),
      Shape.part(
        "worth",
        [
          .always("axis", .text), .always("from", .text), .always("to", .text),
          .always("before", .list(.named("reading"))), .always("after", .list(.named("reading"))),
        ]),
      Shape.part("adviceElsewhere", AdviceElsewhere.fields.rows()), SchemaParts.texts,
      SchemaParts.quantity, SchemaParts.settings,
    ])
}

// What a search found, as programs read it.

import FaultlineMeasures

/// The document that 'faultline tune --format json' prints.
struct TuneDocument: Encodable {
  static let currentSchemaVersion = 1

  /// A metric and its budget.
  struct Goal: Encodable {
    var metric: String
    var budget: Quantity?
  }

  /// How much of the space was looked at.
  struct Cells: Encodable {
    var all: Int
    /// Those whose readings are known, from this call or one before.
    var known: Int
    /// Those that this call ran.
    var run: Int
    /// Those that a sweep ran.
    var swept: Int
    var leftOut: Int
    /// Those that the matrix excludes, or that make no plan.
    var absent: Int
    /// Those that would have been left out and were run to see whether that is right.
    var checked: Int
    var surprises: Int
    var died: Int
    /// Those that are nothing to take, whatever they cost.
    var unsound: Int
  }

  /// An axis along which a metric turns around.
  struct Turn: Encodable {
    var axis: String
    var metric: String
    /// How deep the deepest valley is, as a part of the height of its edges; nil where it has no end.
    var share: Double?
  }

  /// Settings that read nowhere worse than others, which were only sampled.
  struct Cover: Encodable {
    var settings: [Setting]
    /// How many parts of the space they cover.
    var parts: Int
  }

  /// What a search in small sizes came to, before the one in full size.
  struct SmallSizes: Encodable {
    /// The cells that it knows.
    var cells: Int
    var died: Int
    /// Pairs of readings of which one is greater in both sizes, and those of which it is not the same one.
    var pairs: Int
    var turned: Int
  }

  /// Values, or cells, that make no plan and are left out.
  struct Refusal: Encodable {
    /// The range whose values they are; nil for cells.
    var axis: String?
    var count: Int
    var example: String
    var reason: String
  }

  /// Why cells are nothing to take.
  struct Objection: Encodable {
    var reason: String
    /// Whether it is an expectation of the file.
    var isExpectation: Bool
    var cells: Int
  }

  /// Work of which the recommended point does another amount than the start.
  struct OtherWork: Encodable {
    var metric: String
    var start: Quantity
    var recommended: Quantity
  }

  struct Reading: Encodable {
    var metric: String
    var quantity: Quantity
  }

  struct Point: Encodable {
    var settings: [Setting]
    var readings: [Reading]
    /// How many of the cells that were run read the same.
    var alike: Int
  }

  struct Miss: Encodable {
    var metric: String
    var budget: Quantity
    var quantity: Quantity
  }

  struct Cliff: Encodable {
    var axis: String
    var value: String
    var metric: String
    var quantity: Quantity
    var recommended: Quantity
    var breaksBudget: Bool
  }

  /// What one setting alone is worth.
  struct Worth: Encodable {
    var axis: String
    var from: String
    var to: String
    var before: [Reading]
    var after: [Reading]
  }

  var schemaVersion = currentSchemaVersion
  var scenario: String
  var file: String
  var store: String
  /// Whose behaviour the readings show.
  var behaves: String
  var goals: [Goal]
  var isComplete: Bool
  var fits: Bool
  var cells: Cells
  var smallSizes: SmallSizes?
  var refusals: [Refusal] = []
  var objections: [Objection] = []
  var turns: [Turn] = []
  var covers: [Cover] = []
  var front: [Point] = []
  var recommended: Point?
  var reason: String?
  var misses: [Miss] = []
  var otherWork: [OtherWork] = []
  var cliffs: [Cliff] = []
  var worth: [Worth] = []
  var yaml: String?
  /// What is best elsewhere among the points that were weighed there; nil where that was not asked for.
  var elsewhere: [AdviceElsewhere]?
  /// How many points were weighed there.
  var weighed: Int?
}

extension DocumentSchema {
  /// The shape of what a search found.
  static let tune = DocumentSchema(
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

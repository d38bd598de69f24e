// The shape of what a run writes.

extension DocumentSchema {
  package static let result = DocumentSchema(
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
      Shape.part("scenario", ScenarioResult.fields.rows()), trial, column, metric,
      Shape.part("finding", Finding.fields.rows()), death, cause,
      Shape.part("judgement", Judgement.fields.rows()), asked, bound, SchemaParts.place, tolerance,
      gate, softLimit, scenarioPart,
      SchemaParts.quantity, SchemaParts.checkpoints, SchemaParts.passes, SchemaParts.origin,
      SchemaParts.settings, SchemaParts.texts, SchemaParts.peak,
      Shape.part(
        "playedBand", PlayedBehavior.fields.rows(),
        about:
          "What nothing public settles: the end that is shown, and the other, which was played by itself."
      ),
      Shape.part(
        "adviceElsewhere", AdviceElsewhere.fields.rows(),
        about:
          "What is best in the other description of Core Data, or at the other end of what nothing public settles."
      ),
      Shape.part(
        "range", ReadingRange.fields.rows(),
        about: "How far a reading goes between the ends, and the band that moves it most."),
    ])

  private static let gate = Shape.part(
    "gate", Gate.rows, about: "The measurements that gate, and the limits that only warn.")

  private static let softLimit = Shape.part(
    "softLimit",
    [
      .always("metric", .text), .optional("checkpoint", .text), .always("most", .named("quantity")),
    ], about: "A limit above which a measurement is reported, and fails nothing.")

  private static let scenarioPart = Shape.part(
    "scenarioPart",
    [
      .always("kind", .word(ScenarioPart.Kind.self)), .always("name", .text),
      .always("text", .text), .always("line", .whole),
    ], about: "A part of the scenario's file, by which a changed line is found.")

  private static let trial = Shape.part(
    "trial",
    [.always("id", .text)] + TrialResult.fields.rows() + [
      .always("passes", .whole(from: 0)), .always("identical", .truth),
      .optional("checkpoints", .named("checkpoints")), .optional("samples", .named("passes")),
    ], about: "Checkpoints stand once where all passes agree, else each pass has its own.",
    oneOf: ["checkpoints", "samples"])

  private static let column = Shape.part(
    "column", [.always("title", .text), .always("metric", .text), .always("checkpoint", .text)])

  private static let metric = Shape.part(
    "metric",
    [
      .always("name", .text), .always("group", .word(Metric.Group.self)),
      .always("scale", .word(Metric.Scale.self)), .always("polarity", .word(Metric.Polarity.self)),
      .always("exactness", .word(Metric.Exactness.self)), .always("meaning", .text),
      .always("rules", .texts),
    ])

  private static let death = Shape.part(
    "death",
    [
      .always("cause", .named("cause")), .optional("lastStep", .text), .optional("pass", .whole),
      .optional("lastEvents", .texts), .always("output", .texts),
    ])

  private static let cause = Shape.part(
    "cause",
    [
      .always(
        "kind", Shape(json: #"{ "enum": ["signal", "exit", "timeout", "memory", "silence"] }"#)),
      .optional("number", .whole), .optional("status", .whole), .optional("seconds", .number),
      .optional("limit", .whole), .optional("reached", .whole),
    ])

  private static let asked = Shape.part(
    "asked", [.always("metric", .text), .optional("checkpoint", .text)],
    about: "A reading that is asked for; at all checkpoints where none is named.")

  private static let bound = Shape.part(
    "bound",
    [
      .always("comparison", .word(Judgement.Comparison.self)),
      .always("value", .named("quantity")),
    ], about: "The number that a reading is held against.")

  private static let tolerance = Shape.part(
    "tolerance",
    [
      .always("metrics", .text), .always("variants", .texts),
      .optional("absolute", Shape(json: #"{ "type": "number", "minimum": 0 }"#)),
      .optional("relative", Shape(json: #"{ "type": "number", "minimum": 0 }"#)),
      .optional(
        "range",
        Shape(
          json:
            #"{ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }"#)),
    ])

  /// The words that a field may have, so that the schema cannot lag behind the code.
  package static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}

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

// The shape of what explains a peak.
extension SchemaParts {
  package static let peak =
    [
      Shape.part(
        "peak", PeakExplanation.fields.rows(),
        about: "What held the memory when it was the most; the parts add up to the bytes."),
      Shape.part(
        "timeline", MemoryTimeline.fields.rows(),
        about: "What the memory was along the run: columns with a place for each moment."),
      Shape.part("timelineShare", [.always("owner", .text), .always("bytes", .list(.whole))]),
      Shape.part("timelineMark", [.always("name", .text), .always("moment", .whole(from: 0))]),
      Shape.part("peakPart", PeakExplanation.Part.fields.rows()),
      Shape.part("ownedPart", [.always("owner", .text), .always("bytes", .whole)]),
      Shape.part(
        "tried", TriedChanges.fields.rows(),
        about: "Changes of the scenario that were played because of the peak."),
      Shape.part("remedy", TriedChange.fields.rows()),
    ].joined(separator: ",\n")
}

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

// The shape of what 'faultline import --format json' prints.

package import FaultlineMeasures

extension DocumentSchema {
  /// The shape of a recording, derived from the fields of its parts.
  package static let recording = DocumentSchema(
    name: "recording", version: Recording.currentSchemaVersion,
    meaning: "What 'faultline import' read of an app's own logs, traces, leaks and metrics.",
    body: body,
    parts: [
      Shape.part("source", RecordedFile.fields.rows()),
      Shape.part("refused", RefusedLine.fields.rows()),
      Shape.part("request", RequestCount.fields.rows()),
      Shape.part("saves", SaveCounts.fields.rows()),
      Shape.part("saveSize", SaveSize.fields.rows()),
      Shape.part("entityWrites", EntityWrites.fields.rows()),
      Shape.part("batch", BatchCount.fields.rows()),
      Shape.part("repeated", RepeatedRequests.fields.rows()),
      Shape.part("caller", CallerCount.fields.rows()),
      Shape.part("spot", Spot.fields.rows()),
      Shape.part("turn", Turn.fields.rows()),
      Shape.part("firedAgain", FiredAgain.fields.rows()),
      Shape.part("upkeep", UpkeepCount.fields.rows()),
      Shape.part("maintenance", Maintenance.fields.rows()),
      Shape.part("leaks", LeakFacts.fields.rows()),
      Shape.part("cycle", LeakCycle.fields.rows()),
      Shape.part("root", LeakRoot.fields.rows()),
      Shape.part("metrics", MetricFacts.fields.rows()),
      Shape.part("calibration", Calibration.fields.rows()),
      Shape.part("calibrationLine", CalibrationLine.fields.rows()),
      Shape.part("calibrationStatements", CalibrationStatements.fields.rows()),
      SchemaParts.settings, SchemaParts.texts,
    ])

  private static var body: String {
    let rows = Recording.fields.rows()
    let required = rows.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let version = #"    "schemaVersion": { "const": \#(Recording.currentSchemaVersion) }"#
    let properties = [version] + rows.map { "    \"\($0.name)\": \($0.shape.json)" }
    return """
        "type": "object",
        "required": ["schemaVersion", \(required)],
        "properties": {
      \(properties.joined(separator: ",\n"))
        }
      """
  }
}

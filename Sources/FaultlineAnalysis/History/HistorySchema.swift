// The shape of a line of 'faultline history export --format jsonl'.

package import FaultlineMeasures

extension DocumentSchema {
  package static let history = DocumentSchema(
    name: "history", version: HistoryReading.currentSchemaVersion,
    meaning: "One line of 'faultline history export --format jsonl': what one run read.",
    body: """
        "$ref": "#/$defs/reading"
      """,
    parts: [
      Shape.part(
        "reading", HistoryReading.fields.rows(),
        about:
          "A reading of a run; 'comparable' says whether runs of all machines make one line, or those of the same machine."
      )
    ])
}

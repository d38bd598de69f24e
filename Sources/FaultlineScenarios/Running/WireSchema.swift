// The shape of what 'faultline trial' prints.

package import FaultlineMeasures
import FaultlineReplay

extension DocumentSchema {
  /// A line of a trial: one field, which says what it is about.
  package static let trial = DocumentSchema(
    name: "trial", version: WireMessage.currentSchemaVersion,
    meaning:
      "A line that 'faultline trial' prints: a pass, something seen, or how the trial ended.",
    body: """
        "type": "object",
        "oneOf": [
      \(kinds.map { "    { \"required\": [\"\($0.rawValue)\"] }" }.joined(separator: ",\n"))
        ],
        "properties": {
      \(kinds.map { "    \"\($0.rawValue)\": \($0.shape.json)" }.joined(separator: ",\n"))
        }
      """,
    parts: [
      film.part, Shape.part("finding", Finding.fields.rows()), SchemaParts.playedPass,
      SchemaParts.origin, SchemaParts.peak,
    ] + film.parts)

  private static var kinds: [WireMessage.Kind] { WireMessage.Kind.allCases }
}

extension WireMessage.Kind {
  fileprivate var shape: Shape {
    switch self {
    case .sample: .named("playedPass")
    case .finding: .named("finding")
    case .film: .named("film")
    case .peak: .named("peak")
    case .said, .failure: .text
    case .done: .truth
    }
  }
}

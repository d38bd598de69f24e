// The files of a recording, and what of them was not understood.

package import FaultlineMeasures

/// One file, and how much of it was understood.
package struct RecordedFile: Sendable, Hashable {
  /// The file as the user named it.
  package var name = ""
  /// What it is.
  package var kind: SourceKind = .log
  /// What is counted: lines, rows or payloads.
  package var unit = "lines"
  /// All of them: the sum of the next three.
  package var all = 0
  package var understood = 0
  /// Those that Core Data wrote in a form that is not known.
  package var notUnderstood = 0
  /// Those of the app itself.
  package var unrelated = 0
  /// Those of the unrelated that are empty.
  package var blank = 0
  /// The level of SQLDebug, as far as the lines show it.
  package var level: Int?
  /// Whether it ends before what it reports does.
  package var isCut = false
  /// The first of those that were not understood.
  package var refused: [RefusedLine] = []

  package init() {}
}

extension RecordedFile: FieldRecord {
  package static let fields: [Field<RecordedFile>] = [
    Field("name", \.name, .text),
    Field("kind", \.kind, .word(SourceKind.self)),
    Field("unit", \.unit, .text),
    Field("all", \.all, .whole(from: 0)),
    Field("understood", \.understood, .whole(from: 0)),
    Field("notUnderstood", \.notUnderstood, .whole(from: 0)),
    Field("unrelated", \.unrelated, .whole(from: 0)),
    Field("blank", \.blank, .whole(from: 0)),
    Field(ifKnown: "level", \.level, .whole(from: 0)),
    Field("isCut", \.isCut, .truth),
    Field(unlessEmpty: "refused", \.refused, .list(.named("refused"))),
  ]
}

/// A line that was not understood.
package struct RefusedLine: Sendable, Hashable {
  package var line = 0
  /// What it says, without values; left out where names are covered.
  package var text: String?

  package init() {}
}

extension RefusedLine: FieldRecord {
  package static let fields: [Field<RefusedLine>] = [
    Field("line", \.line, .whole(from: 0)),
    Field(ifKnown: "text", \.text, .text),
  ]
}

// What a statement of a log is: read from its text alone, once for each text.

/// A statement as Core Data writes it.
package struct LoggedStatement: Hashable, Sendable {
  /// What it does.
  package enum Verb: Hashable, Sendable {
    case begin, commit, rollback, pragma, select, insert, update, delete, schema, explain, other
  }

  /// Whose table it is about.
  package enum Ground: Hashable, Sendable {
    case app, join, opening, keys, history, mirroring
  }

  /// How the rows of a request are chosen.
  package enum Choice: Hashable, Sendable {
    case all
    /// `WHERE t0.Z_PK = ?`
    case key
    /// A list of keys, on the rows' own key or on another column.
    case list(onKey: Bool)
    /// `WHERE t0.ZOWNER = ?`: one column and nothing else.
    case column(String)
    case text
    case other
  }

  package var verb = Verb.other
  package var ground = Ground.app
  package var table: String?
  package var choice = Choice.all
  /// Whether whole rows of objects are read.
  package var hasVersion = false
  /// Whether keys are read.
  package var hasKey = false
  /// Whether objects are read with some of their properties: a 1 stands in front.
  package var isPartial = false
  package var isCount = false
  /// Whether figures are read: `COUNT(`, `TOTAL(`, groups.
  package var hasFigures = false
  package var hasSubentities = false
  package var columns: [String] = []
  package var groups: [String] = []
  package var order: [String] = []
  package var limit: Int?
  package var hasLimit = false
  package var isJoined = false
  /// Whether a row is written by its key, as a save writes.
  package var isByKey = false
  /// The rows that one run of it inserts.
  package var tuples = 1
  /// What stands behind WHERE, for what rebuilds it.
  package var condition = ""

  /// Whether it is answered with rows of its own.
  var isRequest: Bool { verb == .select && (ground == .app || ground == .join) }

  /// The kind of a request, as far as its text shows.
  var kind: RequestKind {
    if isCount { return .count }
    if choice == .key, hasVersion { return .fault }
    if case .list(let onKey) = choice {
      return onKey && hasLimit ? .batch : .list
    }
    if hasVersion { return .fetch }
    if hasFigures { return .dictionary }
    if isPartial, hasKey, !columns.isEmpty { return .fetch }
    if hasKey, columns.isEmpty { return .keys }
    return .dictionary
  }
}

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

// How a statement's text is read.
extension LoggedStatement {
  /// Reads a statement; nothing is too strange to be one, as what is not known is `other`.
  package init(_ text: String) {
    let words = SQLWords.of(text)
    guard let first = words.first?.text else { return }
    switch first {
    case "BEGIN", "SAVEPOINT": verb = .begin
    case "COMMIT", "END", "RELEASE": verb = .commit
    case "ROLLBACK": verb = .rollback
    case "PRAGMA": verb = .pragma
    case "EXPLAIN": verb = .explain
    case "CREATE", "ALTER", "DROP", "REINDEX", "ANALYZE": verb = .schema
    case "SELECT", "WITH": readSelect(words)
    case "INSERT", "REPLACE": readInsert(words)
    case "UPDATE": readUpdate(words)
    case "DELETE": readDelete(words)
    default: verb = .other
    }
  }

  // MARK: - Reading rows

  private mutating func readSelect(_ words: [SQLWord]) {
    verb = .select
    let from = words.keyword("FROM")
    let source = from.map { $0 + 1 } ?? words.count
    readTable(words, at: source)
    let whole = Array(words[1..<max(1, min(from ?? words.count, words.count))])
    readColumns(whole)
    isJoined = words.contains { $0.depth == 0 && $0.text == "JOIN" }
    hasLimit = words.keyword("LIMIT") != nil
    limit = words.keyword("LIMIT").flatMap {
      words.indices.contains($0 + 1) ? Int(words[$0 + 1].text) : nil
    }
    groups = names(words, after: ["GROUP", "BY"])
    order = names(words, after: ["ORDER", "BY"])
    if !groups.isEmpty || words.keyword("HAVING") != nil { hasFigures = true }
    readCondition(words)
    // A join table is where the members of a many-to-many relationship are found.
    if ground == .join, let member = words.firstIndex(where: { $0.text == "JOIN" }) {
      readTable(words, at: member + 1)
    }
    // A count of what another query finds.
    if table == nil, words.matches(source, "("),
      let inner = words[source...].firstIndex(where: { $0.text == "FROM" })
    {
      readTable(words, at: inner + 1)
    }
  }

  private mutating func readColumns(_ words: [SQLWord]) {
    if words.has(["COUNT", "("], at: 0) {
      // Whether it is a count request is said by how it ends; a list of groups is none.
      isCount = !words.contains { $0.depth == 0 && $0.text == "," }
      hasFigures = true
    }
    isPartial = words.has(["1", ","], at: 0)
    for place in words.indices where words[place].depth == 0 {
      let text = words[place].text
      if words.matches(place + 1, "(") {
        hasFigures = true
        continue
      }
      switch Self.column(text) {
      case "Z_PK": hasKey = true
      case "Z_OPT": hasVersion = true
      case "Z_ENT": hasSubentities = true
      case let name where name.hasPrefix("Z"): columns.append(String(name))
      default: break
      }
    }
  }

  private mutating func readCondition(_ words: [SQLWord]) {
    guard let start = words.keyword("WHERE") else { return }
    let ends = ["ORDER", "GROUP", "LIMIT", "HAVING"].compactMap(words.keyword).filter { $0 > start }
    let part = Array(words[(start + 1)..<(ends.min() ?? words.count)])
    condition = part.map(\.text).joined(separator: " ")
    choice = .other
    if part.count == 3, part[1].text == "=", part[2].text == "?" || Int(part[2].text) != nil {
      let column = Self.column(part[0].text)
      choice = column == "Z_PK" ? .key : .column(String(column))
    } else if part.count > 2, part[1].text == "IN",
      part[0].depth == 0, part[2...].allSatisfy({ $0.depth > 0 })
    {
      choice = .list(onKey: Self.column(part[0].text) == "Z_PK")
    } else if part.contains(where: { $0.text.hasPrefix("NSCOREDATA") }) {
      choice = .text
    }
  }

  // MARK: - Writing rows

  private mutating func readInsert(_ words: [SQLWord]) {
    verb = .insert
    guard let into = words.firstIndex(where: { $0.text == "INTO" }) else { return }
    readTable(words, at: into + 1)
    isByKey = true
    if let values = words.keyword("VALUES") {
      let tuples = words[values...].count { $0.text == "(" && $0.depth == 1 }
      self.tuples = max(1, tuples)
    }
    columns = words[into...].prefix { $0.text != "VALUES" }.map(\.text).filter { $0.hasPrefix("Z") }
      .dropFirst().map(String.init)
    settleGround()
  }

  private mutating func readUpdate(_ words: [SQLWord]) {
    verb = .update
    readTable(words, at: words.has(["OR"], at: 1) ? 3 : 1)
    if let set = words.keyword("SET") {
      columns = words[set...].prefix { $0.text != "WHERE" }.map(\.text).filter { $0.hasPrefix("Z") }
        .map { String(Self.column($0)) }
    }
    readKey(words)
  }

  private mutating func readDelete(_ words: [SQLWord]) {
    verb = .delete
    guard let from = words.keyword("FROM") else { return }
    readTable(words, at: from + 1)
    readKey(words)
  }

  private mutating func readKey(_ words: [SQLWord]) {
    readCondition(words)
    guard let start = words.keyword("WHERE") else { return }
    isByKey =
      words.has(["Z_PK", "=", "?"], at: start + 1)
      || (words.matches(start + 1, "Z_PK") && words.matches(start + 2, "=")
        && words.indices.contains(start + 3) && Int(words[start + 3].text) != nil)
    settleGround()
  }

  // MARK: - Tables

  private mutating func readTable(_ words: [SQLWord], at place: Int) {
    guard words.indices.contains(place), words[place].text != "(" else { return }
    let name = words[place].text
    table = String(name.drop { $0 == "\"" || $0 == "'" || $0 == "`" })
    settleGround()
  }

  private mutating func settleGround() {
    guard let table else { return }
    ground = Self.ground(of: table, columns: columns)
  }

  /// Whose table it is: names alone say it, but for two of history's that an app may have as well.
  private static func ground(of table: String, columns: [String]) -> Ground {
    switch table {
    case "Z_PRIMARYKEY": return .keys
    case "Z_METADATA", "Z_MODELCACHE", "SQLITE_MASTER", "SQLITE_SCHEMA", "SQLITE_SEQUENCE":
      return .opening
    case "ATRANSACTION", "ACHANGE", "ATRANSACTIONSTRING": return .history
    case "ZTRANSACTION", "ZCHANGE":
      let ofHistory: Set = [
        "ZCHANGETYPE", "ZBUNDLEID", "ZBUNDLEIDTS", "ZPROCESSID", "ZPROCESSIDTS", "ZTRANSACTIONID",
      ]
      return columns.contains(where: ofHistory.contains) ? .history : .app
    default: break
    }
    if table.hasPrefix("ANSCK") || table.hasPrefix("ZNSCK") { return .mirroring }
    if table.hasPrefix("Z_"), table.dropFirst(2).first?.isNumber == true { return .join }
    return .app
  }

  /// The column of `T0.ZNAME`.
  private static func column(_ text: Substring) -> Substring {
    text.lastIndex(of: ".").map { text[text.index(after: $0)...] } ?? text
  }

  private func names(_ words: [SQLWord], after keywords: [String]) -> [String] {
    guard let start = words.keyword(keywords[0]), words.has(keywords, at: start) else { return [] }
    var names: [String] = []
    for place in (start + keywords.count)..<words.count where words[place].depth == 0 {
      let text = words[place].text
      if ["LIMIT", "HAVING", "ORDER"].contains(text) { break }
      let column = Self.column(text)
      if column.hasPrefix("Z") {
        names.append(String(column) + (words.matches(place + 1, "DESC") ? " DESC" : ""))
      }
    }
    return names
  }
}

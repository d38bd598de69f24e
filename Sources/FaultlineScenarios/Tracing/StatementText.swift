// Statements as text, in the spirit of Core Data's SQLDebug: the statement, then notes of it.

import FaultlineMeasures

/// Writes the statements of a trial for people.
package struct StatementText {
  private let detail: Int

  /// 1 shows statements with rows and times, 2 their values as well, 3 SQLite's plans besides.
  package init(detail: Int) { self.detail = detail }

  /// The lines: what the script did, what it came to, and a word where nothing came of it.
  package func lines(_ events: [TraceEvent], of trial: String) -> [String] {
    var lines = ["trial: \(trial)"]
    let shown = events.filter { $0.isStatement || $0.kind == TraceEvent.step }
    for event in shown {
      if event.isStatement {
        lines += statement(event)
      } else {
        lines.append("step: \(event.subject)")
      }
    }
    if !shown.contains(where: \.isStatement) {
      lines.append("annotation: no statement was run; a store in memory has none")
    }
    return lines
  }

  private func statement(_ event: TraceEvent) -> [String] {
    var lines = ["sql: \(event.subject)"]
    let rows = event.count ?? 0
    let time = NumberText.text(.integer(Int(event.duration)), .nanoseconds)
    lines.append(
      "annotation: \(NumberText.grouped(rows)) row\(rows == 1 ? "" : "s") in \(time)"
    )
    if detail >= 2, let bound = event.bound, bound != event.subject {
      lines.append("annotation: bound: \(bound)")
    }
    if detail >= 3 { lines += (event.plan ?? []).map { "annotation: plan: \($0)" } }
    return lines
  }
}

/// Rewrites the text of a statement; what it asks for stays the same.
enum StatementSpelling {
  /// Whether it reads rows of the app's, and not what a store says of itself.
  static func isOfApp(_ text: String) -> Bool {
    guard let table = table(text) else { return false }
    return table.hasPrefix("Z") && !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(table)
  }

  private static func table(_ text: String) -> String? {
    text.firstRange(of: " FROM ").map { found in
      String(text[found.upperBound...].prefix { $0 != " " && $0 != "(" && $0 != "," })
    }
  }

  /// A read with the alias `t0`, and in front a 0, or a 1 where objects are read with some properties only.
  static func rows(_ text: String, _ bound: String?, ofObjects: Bool = false) -> String {
    var text = unnumbered(text)
    // No limit is a limit of -1 here.
    if text.hasSuffix(" LIMIT ?"), bound?.hasSuffix(" LIMIT -1") == true { text.removeLast(8) }
    text = text.replacing(", 0, NULL FROM", with: " FROM")
    if text.hasPrefix("SELECT COUNT(") { return text }
    text = aliased(text)
    guard !text.hasPrefix("SELECT t0.Z_ENT"), !text.hasPrefix("SELECT DISTINCT t0.Z_ENT") else {
      return text
    }
    let mark = ofObjects && namesProperties(text) ? "1" : "0"
    return text.replacing("SELECT ", with: "SELECT \(mark), ", maxReplacements: 1)
  }

  /// Whether columns stand behind the key and there is no version, as where a fetch names properties.
  private static func namesProperties(_ text: String) -> Bool {
    guard text.hasPrefix("SELECT t0.Z_PK, "), let end = text.firstRange(of: " FROM ") else {
      return false
    }
    let columns = text[..<end.lowerBound].split(separator: ", ").dropFirst()
    return columns.first != "t0.Z_OPT" && columns.contains { $0 != "t0.Z_ENT" }
  }

  /// A read by a list of keys, which stands in a table of its own there.
  static func list(_ text: String, limit: Int?) -> String {
    var written = rows(text, nil, ofObjects: limit != nil)
    if let open = written.firstRange(of: " IN (?") {
      let close =
        written[open.upperBound...].firstIndex(of: ")") ?? written.index(before: written.endIndex)
      written.replaceSubrange(open.lowerBound...close, with: " IN (SELECT * FROM _Z_intarray0) ")
    }
    guard let limit else { return written }
    if let order = written.firstRange(of: " ORDER BY ") {
      written = String(written[..<order.lowerBound])
    }
    return "\(written) LIMIT \(limit)"
  }

  /// A write without a blank before its columns.
  static func write(_ text: String) -> String {
    let text = unnumbered(text)
    guard text.hasPrefix("INSERT"), let bracket = text.firstRange(of: " (") else { return text }
    return text.replacingCharacters(bracket, with: "(").replacing("VALUES (", with: "VALUES(")
  }

  /// `?1` as `?`.
  private static func unnumbered(_ text: String) -> String {
    var result = ""
    var isSign = false
    for character in text {
      if isSign, character.isNumber { continue }
      isSign = character == "?"
      result.append(character)
    }
    return result
  }

  /// Columns with the alias of their table, where the statement has none or another one.
  private static func aliased(_ text: String) -> String {
    if text.contains(" t0") || text.contains("t0.") { return text }
    if text.contains("t.") {
      return text.replacing("t.", with: "t0.").replacing(" t WHERE", with: " t0 WHERE")
        .replacing(" t ORDER", with: " t0 ORDER")
    }
    guard let table = table(text) else { return text }
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for place in words.indices where words[place].drop(while: { $0 == "(" }).hasPrefix("Z") {
      if words[place] == table, place > 0, words[place - 1] == "FROM" {
        words[place] += " t0"
      } else {
        let brackets = words[place].prefix { $0 == "(" }
        words[place] = brackets + "t0." + words[place].dropFirst(brackets.count)
      }
    }
    return words.joined(separator: " ")
  }

  /// The values of a statement, in their order, found by laying both texts side by side.
  static func values(_ text: String, _ bound: String) -> [String] {
    var values: [String] = []
    var rest = bound[...]
    let parts = unnumbered(text).split(separator: "?", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      guard rest.hasPrefix(part) else { return values }
      rest = rest.dropFirst(part.count)
      guard place + 1 < parts.count else { break }
      let next = parts[place + 1]
      if let (text, end) = quoted(rest) {
        values.append("\"\(text)\"")
        rest = rest[end...]
        continue
      }
      let end =
        next.isEmpty ? rest.endIndex : rest.firstRange(of: next)?.lowerBound ?? rest.endIndex
      values.append(rest[..<end] == "NULL" ? "nil" : String(rest[..<end]))
      rest = rest[end...]
    }
    return values
  }

  /// The text in quotation marks that something begins with, and where it ends: it may have in it what stands behind it,
  /// and a mark of its own is doubled.
  private static func quoted(_ text: Substring) -> (text: String, end: Substring.Index)? {
    guard text.first == "'" else { return nil }
    var inner = ""
    var place = text.index(after: text.startIndex)
    while let mark = text[place...].firstIndex(of: "'") {
      inner += text[place..<mark]
      place = text.index(after: mark)
      guard place < text.endIndex, text[place] == "'" else { return (inner, place) }
      inner.append("'")
      place = text.index(after: place)
    }
    return nil
  }

  /// The number that a text ends with, as a key does; or the last one behind an equals sign.
  static func lastNumber(_ bound: String) -> String? {
    guard let sign = bound.ranges(of: "= ").last else { return nil }
    let digits = bound[sign.upperBound...].prefix { $0.isNumber }
    return digits.isEmpty ? nil : String(digits)
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}

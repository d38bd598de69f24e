// The rows of one save, as a scenario enters them: by entity, with their keys and values.

package import Faultline
package import FaultlineRecordings

/// What one save wrote, in the words of the model.
package struct WrittenRows {
  /// Rows of one entity with the same columns.
  package struct Group {
    package let entity: EntityDescription
    package let isNew: Bool
    /// The properties of the columns that the model has, and the places of their values.
    package let columns: [(name: String, place: Int, property: Property)]
    package var rows: [(key: Int, values: [String])] = []

    package enum Property { case attribute(AttributeType), destination }

    package var keys: [Int] { rows.map(\.key) }

    package func text(into name: String) -> String {
      var parts = ["entity: \(entity.name)"]
      if isNew { parts.append("new: true") }
      if !columns.isEmpty {
        parts.append("properties: [\(columns.map(\.name).joined(separator: ", "))]")
      }
      let rows = rows.map { row in
        let cells = columns.map { column in
          WrittenRows.cell(
            row.values.indices.contains(column.place) ? row.values[column.place] : "nil",
            column.property)
        }
        return "[\((["\(row.key)"] + cells).joined(separator: ", "))]"
      }
      parts.append("rows: [\(rows.joined(separator: ", "))]")
      return "{\(parts.joined(separator: ", ")), into: \(name)}"
    }
  }

  package private(set) var groups: [Group] = []
  package private(set) var deleted: [(entity: EntityDescription, keys: [Int])] = []
  package private(set) var remarks: [String] = []
  /// What the save has inserted so far.
  private var made: Set<Record> = []

  private struct Record: Hashable {
    package let root: String
    package let key: Int
  }

  package var isEmpty: Bool { groups.isEmpty && deleted.isEmpty }

  package init(_ lines: [ObservedSave.Line], _ words: ModelWords) {
    for line in lines {
      let statement = line.statement
      guard statement.ground == .app else {
        remark(
          "Rows of many-to-many relationships are not replayed: which side changed is not in a log."
        )
        continue
      }
      guard let entity = words.entity(EntityName(name: nil, table: statement.table), numbered: line)
      else {
        remark(
          "Writes to \(statement.table ?? "a table") are left out: the model has no such entity.")
        continue
      }
      guard !entity.isAbstract else {
        remark(
          "Writes to \(entity.name) are left out: the entity is abstract, and the log does not say which it is."
        )
        continue
      }
      switch statement.verb {
      case .delete:
        guard let key = line.values.first.flatMap({ Int($0) }) else { continue }
        if deleted.last?.entity === entity {
          deleted[deleted.count - 1].keys.append(key)
        } else {
          deleted.append((entity, [key]))
        }
      default: add(line, entity, words)
      }
    }
  }

  private mutating func remark(_ sentence: String) {
    if !remarks.contains(sentence) { remarks.append(sentence) }
  }

  private mutating func add(
    _ line: ObservedSave.Line, _ entity: EntityDescription, _ words: ModelWords
  ) {
    let isNew = line.statement.verb == .insert
    let keyPlace =
      isNew ? line.statement.columns.firstIndex(of: "Z_PK") : line.statement.columns.count
    guard let keyPlace, line.values.indices.contains(keyPlace),
      let key = Int(line.values[keyPlace]), key > 0
    else {
      remark("Rows without their keys in the log are left out; level 2 has them.")
      return
    }
    guard !isNew || made.insert(Record(root: words.root(entity).name, key: key)).inserted
    else {
      remark("Rows that one save inserts a second time are left out: a key is new once.")
      return
    }
    let columns = Self.columns(line.statement.columns, entity, words)
    let place = groups.lastIndex {
      $0.entity === entity && $0.isNew == isNew && $0.columns.map(\.name) == columns.map(\.name)
    }
    if let place {
      groups[place].rows.append((key, line.values))
    } else {
      var group = Group(entity: entity, isNew: isNew, columns: columns)
      group.rows.append((key, line.values))
      groups.append(group)
    }
  }

  private static func columns(
    _ columns: [String], _ entity: EntityDescription, _ words: ModelWords
  ) -> [(name: String, place: Int, property: Group.Property)] {
    var found: [(name: String, place: Int, property: Group.Property)] = []
    for (place, column) in columns.enumerated() where !columns[..<place].contains(column) {
      if let name = words.attribute(column, of: entity),
        let attribute = entity.attributesByName[name], !attribute.isTransient, !attribute.isDerived
      {
        switch attribute.attributeType {
        case .transformable, .objectID, .undefined: continue
        default: found.append((name, place, .attribute(attribute.attributeType)))
        }
      } else if let name = words.destination(column, of: entity) {
        found.append((name, place, .destination))
      }
    }
    return found
  }

  /// A value that was bound, as a scenario writes it.
  fileprivate static func cell(_ text: String, _ property: Group.Property) -> String {
    if text == "nil" || text == "NULL" { return "~" }
    switch property {
    case .destination: return Int(text).map { $0 > 0 ? "\($0)" : "~" } ?? "~"
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64: return Int(text).map(String.init) ?? "~"
      case .double, .float, .decimal, .date:
        return Double(text).map { $0.isFinite ? text : "~" } ?? "~"
      case .boolean: return text == "1" ? "1" : "0"
      // As many bytes, and not these.
      case .binary: return "\(max(0, text.utf8.count - 3) / 2)"
      case .uuid: return uuid(text).map { "'\($0)'" } ?? "~"
      default:
        let inner =
          text.first == "\"" && text.last == "\"" && text.utf8.count > 1
          ? text.dropFirst().dropLast() : text[...]
        let safe = inner.map {
          $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0
        }
        return "'\(String(safe).replacing("'", with: "''"))'"
      }
    }
  }

  /// A UUID of its sixteen bytes, as SQL writes them, or of its text.
  private static func uuid(_ text: String) -> String? {
    let hex = text.filter { $0.isHexDigit }
    guard hex.count == 32 else { return nil }
    var parts: [Substring] = []
    var rest = hex[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-").uppercased()
  }
}

/// Counts the rows of each entity that requests had, and that no save before them has inserted.
package struct RowsBefore {
  /// How many rows of each entity there have to be, where it is any.
  package private(set) var counts: [String: Int] = [:]
  /// How many more rows there are by now.
  private var gained: [String: Int] = [:]
  /// The keys of rows that were inserted with them.
  private var insertedKeys: [String: Set<Int>] = [:]

  /// A request had so many rows.
  package mutating func need(_ rows: Int, of entity: String) {
    raise(to: rows - gained[entity, default: 0], entity)
  }

  /// Records were asked for by their keys, and rows that are there before have the first ones.
  package mutating func need(keys: [Int], of entity: String) {
    let inserted = insertedKeys[entity] ?? []
    raise(to: keys.filter { !inserted.contains($0) }.max() ?? 0, entity)
  }

  /// A save has inserted so many rows.
  package mutating func insert(_ rows: Int, of entity: String) {
    gained[entity, default: 0] += rows
  }

  /// A save has inserted rows with these keys.
  package mutating func insert(keys: [Int], of entity: String) {
    insert(keys.count, of: entity)
    insertedKeys[entity, default: []].formUnion(keys)
  }

  /// A save has deleted so many rows, whichever they are.
  package mutating func delete(_ rows: Int, of entity: String) {
    gained[entity, default: 0] -= rows
  }

  /// A save has deleted the rows with these keys; of those that were there before nothing is known to be asked for.
  package mutating func delete(keys: [Int], of entity: String) {
    for key in keys where insertedKeys[entity]?.remove(key) != nil { delete(1, of: entity) }
  }

  private mutating func raise(to rows: Int, _ entity: String) {
    if rows > counts[entity, default: 0] { counts[entity] = rows }
  }
}

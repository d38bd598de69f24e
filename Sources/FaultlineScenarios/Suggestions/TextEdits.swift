// Changes of a scenario's text that leave the rest of it as its author wrote it, comments and all.

/// A stretch of a text that gives way to another.
struct TextEdit: Sendable, Hashable {
  let start: Int
  let end: Int
  let text: String

  init(_ start: Int, _ end: Int, _ text: String) {
    self.start = start
    self.end = end
    self.text = text
  }
}

extension SourceText {
  /// The text with changes made to it; those that come first are made first where they meet.
  func changed(by edits: [TextEdit]) -> String {
    var text = ""
    var place = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    for (_, edit) in sorted where edit.start >= place {
      text += slice(place..<edit.start) + edit.text
      place = edit.end
    }
    return text + slice(place..<count)
  }

  /// The text of the line in front of an offset.
  func lead(before offset: Int) -> String { slice(lines[lineIndex(at: offset)].start..<offset) }

  /// Where the line of an offset ends, its comment included.
  func lineEnd(at offset: Int) -> Int {
    let line = lines[lineIndex(at: offset)]
    return line.start + line.count
  }
}

extension Node {
  /// The value of a key; nil for what is no mapping, or lacks it.
  subscript(_ name: String) -> Node? {
    guard case .mapping(let entries) = value else { return nil }
    return entries.first { $0.name == name }?.value
  }

  /// Whether it is written in brackets.
  var isFlow: Bool {
    switch value {
    case .scalar: true
    case .list: range.source.scalar(at: range.start) == "["
    case .mapping: range.source.scalar(at: range.start) == "{"
    }
  }

  /// Where its last character stands; libyaml ends what is not in brackets at the next thing that begins.
  var contentEnd: Int {
    if let scalar, scalar.style == .block {
      var end = range.end
      while end > range.start, range.source.scalar(at: end - 1)?.properties.isWhitespace ?? true {
        end -= 1
      }
      return end
    }
    guard !isFlow else { return range.end }
    switch value {
    case .scalar: return range.end
    case .list(let items): return items.last?.contentEnd ?? range.end
    case .mapping(let entries):
      guard let last = entries.last else { return range.end }
      return last.value.isBlank ? last.key.range.end + 1 : last.value.contentEnd
    }
  }

  /// The spaces in front of what stands in its column.
  private var indent: String { String(repeating: " ", count: range.column - 1) }

  /// Gives a key of a mapping a value.
  func setting(_ name: String, to text: String) -> [TextEdit]? {
    guard case .mapping(let entries) = value else { return nil }
    if let entry = entries.first(where: { $0.name == name }) {
      guard entry.value.isFlow, !entry.value.isBlank else { return nil }
      return [TextEdit(entry.value.range.start, entry.value.contentEnd, text)]
    }
    guard let last = entries.last else {
      return isFlow ? [TextEdit(range.start + 1, range.start + 1, "\(name): \(text)")] : nil
    }
    let end = last.value.isBlank ? last.key.range.end + 1 : last.value.contentEnd
    guard !isFlow else { return [TextEdit(end, end, ", \(name): \(text)")] }
    let line = range.source.lineEnd(at: end)
    return [TextEdit(line, line, "\n\(entries[0].key.indent)\(name): \(text)")]
  }

  /// Takes a key out of a mapping in brackets, or one that has a line of its own.
  func removing(_ name: String) -> [TextEdit]? {
    guard case .mapping(let entries) = value,
      let place = entries.firstIndex(where: { $0.name == name })
    else { return nil }
    let (start, end) = (entries[place].key.range.start, entries[place].value.contentEnd)
    guard isFlow else {
      let source = range.source
      guard source.lead(before: start).allSatisfy({ $0 == " " }) else { return nil }
      let line = source.lines[source.lineIndex(at: start)].start
      return [TextEdit(line, source.lineEnd(at: end) + 1, "")]
    }
    if place + 1 < entries.count {
      return [TextEdit(start, entries[place + 1].key.range.start, "")]
    }
    return [TextEdit(place > 0 ? entries[place - 1].value.contentEnd : start, end, "")]
  }

  /// Whether it is an item of a list that stands behind a dash.
  private var isBehindDash: Bool {
    range.source.lead(before: range.start).drop { $0 == " " }.allSatisfy { $0 == "-" || $0 == " " }
  }

  /// Puts steps behind this one, an item of a list of steps.
  func following(with steps: [String]) -> [TextEdit]? {
    let end = contentEnd
    guard isBehindDash, !isFlow || range.column > 1 else {
      return [TextEdit(end, end, steps.map { ", {\($0)}" }.joined())]
    }
    guard range.column > 2 else { return nil }
    let dash = String(repeating: " ", count: range.column - 3)
    let line = range.source.lineEnd(at: end)
    return [TextEdit(line, line, steps.map { "\n\(dash)- \($0)" }.joined())]
  }

  /// Puts a loop around other steps in the place of this one.
  func becoming(loop rounds: String, as name: String, of steps: [String]) -> [TextEdit]? {
    guard isBehindDash else {
      let list = steps.map { "{\($0)}" }.joined(separator: ", ")
      return [
        TextEdit(range.start, contentEnd, "{repeat: \(rounds), as: \(name), steps: [\(list)]}")
      ]
    }
    let lines =
      ["repeat: \(rounds)", "\(indent)as: \(name)", "\(indent)steps:"]
      + steps.map { "\(indent)  - \($0)" }
    return [TextEdit(range.start, contentEnd, lines.joined(separator: "\n"))]
  }

  /// A mapping in brackets with other values and more keys, as text; nil for one that is not in brackets.
  func rewritten(_ changes: [(name: String, text: String)]) -> String? {
    guard case .mapping(let entries) = value, isFlow else { return nil }
    var parts = entries.map { entry in
      let own = range.source.slice(entry.value.range.start..<entry.value.contentEnd)
      return "\(entry.name): \(changes.first { $0.name == entry.name }?.text ?? own)"
    }
    parts += changes.filter { change in !entries.contains { $0.name == change.name } }
      .map { "\($0.name): \($0.text)" }
    return "{\(parts.joined(separator: ", "))}"
  }
}

// What a YAML text says, before anyone decides what it means: values, each with its place.

import FaultlineMeasures

/// A value of a YAML text with the place where it stands.
///
/// Nothing is guessed from looks: a scalar is text until a reader that knows what belongs there
/// asks for a number, a flag or a choice.
package struct Node: Sendable {
  package enum Value: Sendable {
    case scalar(Scalar)
    case list([Node])
    case mapping([Entry])
  }

  package struct Scalar: Sendable {
    package enum Style: Sendable { case plain, quoted, block }

    package let text: String
    package let style: Style

    package var isPlain: Bool { style == .plain }
  }

  /// A key with its value, in the order of the text.
  package struct Entry: Sendable {
    package let key: Node
    package let value: Node

    /// The key's text; the reader admits no other keys than scalars.
    package var name: String { key.scalar?.text ?? "" }
  }

  package let value: Value
  package let range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }

  /// A value that was given on the command line, so that messages can point into it as into a file.
  package init(argument text: String, of option: String) {
    let source = SourceText(name: option, text: text)
    self.init(
      .scalar(Scalar(text: text, style: .plain)),
      at: source.range(0, text.unicodeScalars.count))
  }

  package var scalar: Scalar? {
    if case .scalar(let scalar) = value { scalar } else { nil }
  }

  /// Whether nothing was written: `key:` with no value behind it.
  package var isBlank: Bool {
    scalar.map { $0.isPlain && $0.text.isEmpty } ?? false
  }

  /// What the value is, for messages: `'abc'`, `a list`, `a mapping`, `nothing`.
  package var inWords: String {
    switch value {
    case .scalar(let scalar): isBlank ? "nothing" : scalar.text.inQuotes
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// A diagnostic that points at this value.
  package func diagnostic(_ message: String, notes: [String] = []) -> Diagnostic {
    Diagnostic(message, at: range, notes: notes)
  }

  /// The place of a stretch of a scalar's text, or of the whole scalar where its text in the file
  /// is not letter for letter its value: in a block, with escapes, or over several lines.
  package func place(of offsets: Range<Int>) -> SourceRange {
    guard let scalar, scalar.style != .block else { return range.opening }
    let count = scalar.text.unicodeScalars.count
    let start = range.start + (scalar.style == .quoted ? 1 : 0)
    guard range.source.slice(start..<start + count) == scalar.text else {
      return range.opening
    }
    return range.source.range(start + offsets.lowerBound, start + offsets.upperBound)
  }
}

extension SourceRange {
  /// The place where the stretch begins, with no length.
  fileprivate var opening: SourceRange { source.range(start, start) }
}

/// What may be written without quotes as a name: `Employee`, `objects.live`, `no-undo`.
package enum Word {
  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    isStart(scalar) || ("0"..."9").contains(scalar)
      || scalar.properties.generalCategory == .nonspacingMark
  }

  /// A `.` or `-` that stands between two parts belongs to the name.
  static func isJoint(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "-" }

  /// How many scalars at the front of the text make one word.
  static func length(in scalars: ArraySlice<Unicode.Scalar>) -> Int {
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let isInner = index > scalars.startIndex && index + 1 < scalars.endIndex
      guard
        isPart(scalars[index])
          || isInner && isJoint(scalars[index]) && isPart(scalars[index + 1])
      else { break }
      index += 1
    }
    return index - scalars.startIndex
  }

  /// Whether the text is a name from its first letter to its last.
  package static func isName(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return scalars.first.map(isStart) == true && length(in: scalars[...]) == scalars.count
  }
}

// What a part of a scenario comes to, in a word: comments, spaces, notes and the order of keys do
// not count.
extension Node {
  /// Differs when the part means something else.
  var fingerprint: String { Fingerprint.of(words) }

  private var words: [String] {
    switch value {
    case .scalar(let scalar): ["scalar", scalar.text]
    case .list(let items):
      items.filter { !$0.onlyExplains }
        .reduce(into: ["list"]) { words, item in words += item.words } + ["end"]
    case .mapping(let entries):
      // An explanation does no work.
      entries.filter { !Self.explanations.contains($0.name) }.sorted { $0.name < $1.name }
        .reduce(into: ["mapping"]) { words, entry in
          // Which word says that something is switched off is no difference.
          let isOff = entry.value.isOff && Glossary.mayBeOff.contains(entry.name)
          words += [entry.name] + (isOff ? ["scalar", DisabledKeyword.word] : entry.value.words)
        } + ["end"]
    }
  }

  /// The keys of what is only read, a question with its answer among it.
  private static let explanations: Set = [
    "note", "question", "answer", OfferedQuestion.choicesKey.name,
    OfferedQuestion.inventoryKey.name, OfferedQuestion.hereKey.name,
  ]

  /// Whether it is a step that says or asks something, and does nothing.
  var onlyExplains: Bool {
    guard case .mapping(let entries) = value, !entries.isEmpty else { return false }
    return entries.allSatisfy { Self.explanations.contains($0.name) }
  }
}

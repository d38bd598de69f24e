// What formulas and texts of steps can name while a pass plays: parameters, loops, positions.

import Faultline
package import FaultlineMeasures

/// The values of names, innermost last.
///
/// A step knows the place of each name that it mentions, since what encloses it is the same in every run.
package struct Names: FormulaScope, Sendable {
  /// Names and values, hidden ones too, as a report lists them.
  private(set) var settings: [Setting]

  /// Starts with some values, such as the parameters of a trial.
  package init(_ settings: [Setting] = []) { self.settings = settings }

  /// The same names, and one more that may hide another.
  func with(_ name: String, _ value: Int) -> Names {
    var names = self
    names.push(name, value)
    return names
  }

  /// Adds a name, which may hide another until it is dropped.
  mutating func push(_ name: String, _ value: Int) {
    settings.append(Setting(name: name, value: value))
  }

  /// Drops the innermost name.
  mutating func pop() { settings.removeLast() }

  /// Gives the innermost of the names that are alike another value.
  mutating func set(_ name: String, to value: Int) {
    guard let slot = slot(of: name) else { return }
    settings[slot].value = .whole(value)
  }

  /// The place of a name; nil for one that means nothing here.
  func slot(of name: String) -> Int? { settings.lastIndex { $0.name == name } }

  /// How many there are, hidden ones too.
  var count: Int { settings.count }

  /// Every name once, outermost first.
  var known: [String] {
    settings.indices
      .filter { index in !settings[..<index].contains { $0.name == settings[index].name } }
      .map { settings[$0].name }
  }

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: settings, .script) }

  /// The value at a place, as formulas compute with it.
  subscript(slot: Int) -> FormulaValue { FormulaValue(settings[slot].value) }

  /// The value of a name; one that is not there is not added.
  subscript(name: String) -> Setting.Value? {
    get { slot(of: name).map { settings[$0].value } }
    set {
      if let newValue, let slot = slot(of: name) { settings[slot].value = newValue }
    }
  }

  package func find(_ mention: Mention) -> FormulaValue? {
    (mention.slot ?? slot(of: mention.text)).map { self[$0] }
  }
}

/// Names with the position of an object behind them.
struct IndexedNames: FormulaScope {
  /// The name under which the values of an object find its position.
  static let index = "index"

  let names: Names
  let index: Int

  func find(_ mention: Mention) -> FormulaValue? {
    let isIndex = mention.slot.map { $0 == names.count } ?? (mention.text == Self.index)
    return isIndex ? FormulaValue(index) : names.find(mention)
  }
}

/// A text whose braces are filled while a pass plays; its names are found once.
package struct NameText: Sendable {
  private enum Part: Sendable {
    case text(String)
    /// A formula, and where in the text it begins.
    case formula(Formula, at: Int)
  }

  private let parts: [Part]
  private let node: Node

  /// Reads `{…}` as formulas over some names, and all else as it stands.
  init(_ node: Node, in names: Names) throws(Diagnostic) {
    self.node = node
    var parts: [Part] = []
    let text = try node.text()
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw node.diagnostic("the brace '{' is never closed")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let inner = String(rest[rest.index(after: open)..<close])
      do throws(Diagnostic) {
        let offset = text.unicodeScalars.distance(
          from: text.startIndex, to: text.index(after: open))
        parts.append(
          .formula(try Formula(inner, named: "{\(inner)}").bound(to: names), at: offset))
      } catch {
        throw node.diagnostic("between the braces: \(error.message)", notes: error.notes)
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty || parts.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
    try check(names)
  }

  /// The text as it stands in the file.
  var source: String { node.scalar?.text ?? "" }

  /// Whether a name stands in its braces.
  func mentions(_ name: String) -> Bool {
    parts.contains { part in
      guard case .formula(let formula, _) = part else { return false }
      return formula.mentions.contains { $0.text == name }
    }
  }

  /// Whether a text can be one of those that this one becomes.
  func matches(_ text: String) -> Bool {
    var rest = Substring(text)
    for (index, part) in parts.enumerated() {
      guard case .text(let fixed) = part else { continue }
      if index == 0 {
        guard rest.hasPrefix(fixed) else { return false }
        rest = rest.dropFirst(fixed.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(fixed)
      } else {
        guard let found = rest.firstRange(of: fixed) else { return false }
        rest = rest[found.upperBound...]
      }
    }
    if case .formula = parts.last { return true }
    return rest.isEmpty
  }

  /// Whether every name in its braces is known.
  private func check(_ names: Names) throws(Diagnostic) {
    for case .formula(let formula, let offset) in parts {
      for mention in formula.mentions where mention.slot == nil {
        let start = offset + mention.offsets.lowerBound
        throw .unknown(
          "name", mention.text, at: node.place(of: start..<offset + mention.offsets.upperBound),
          known: names.known)
      }
    }
  }

  /// The text with its braces filled.
  func text(in scope: some FormulaScope) throws(FormulaError) -> String {
    if let counted = try counted(in: scope) { return counted }
    var text = ""
    for part in parts {
      switch part {
      case .text(let fixed): text += fixed
      case .formula(let formula, _): text += try formula.value(in: scope).description
      }
    }
    return text
  }

  /// The same where every brace counts something, as in `Employee {i}-{index}`; nil where one does not.
  ///
  /// A million objects have a million names: each is written once, digit by digit, into a block of its size.
  private func counted(in scope: some FormulaScope) throws(FormulaError) -> String? {
    var numbers = InlineArray<4, Int>(repeating: 0)
    var count = 0
    var length = 0
    for part in parts {
      switch part {
      case .text(let fixed): length += fixed.utf8.count
      case .formula(let formula, _):
        guard count < numbers.count, case .number(.exact(let ratio)) = try formula.value(in: scope),
          let whole = ratio.whole
        else { return nil }
        numbers[count] = whole
        length += Digits.count(of: whole)
        count += 1
      }
    }
    return String(unsafeUninitializedCapacity: length) { buffer in
      var (end, next) = (0, 0)
      for part in parts {
        if case .text(let fixed) = part {
          end = buffer[end...].update(fromContentsOf: fixed.utf8)
        } else {
          end = Digits.write(numbers[next], to: buffer, at: end)
          next += 1
        }
      }
      return end
    }
  }
}

/// Whole numbers as text.
private enum Digits {
  static func count(of number: Int) -> Int {
    var count = number < 0 ? 2 : 1
    var rest = number.magnitude
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// Writes a number, and says where it ends.
  static func write(_ number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int)
    -> Int
  {
    let end = start + count(of: number)
    var place = end
    var rest = number.magnitude
    repeat {
      place -= 1
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 { buffer[start] = UInt8(ascii: "-") }
    return end
  }
}

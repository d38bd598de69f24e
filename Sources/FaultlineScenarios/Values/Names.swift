// What formulas and texts of steps can name while a pass plays: parameters, loops, positions.

import Faultline
import FaultlineMeasures

/// The values of names, innermost last.
///
/// A step knows the place of each name that it mentions, since what encloses it is the same in every run.
package struct Names: FormulaScope, Sendable {
  private var values: [(name: String, value: FormulaValue)]

  /// Starts with some values, such as the parameters of a trial.
  package init(_ values: [(name: String, value: FormulaValue)] = []) { self.values = values }

  /// The same names, and one more that may hide another.
  func with(_ name: String, _ value: Int) -> Names {
    var names = self
    names.push(name, value)
    return names
  }

  /// Adds a name, which may hide another until it is dropped.
  mutating func push(_ name: String, _ value: Int) { values.append((name, FormulaValue(value))) }

  /// Drops the innermost name.
  mutating func pop() { values.removeLast() }

  /// Gives the innermost of the names that are alike another value.
  mutating func set(_ name: String, to value: Int) {
    guard let slot = slot(of: name) else { return }
    values[slot].value = FormulaValue(value)
  }

  /// The place of a name; nil for one that means nothing here.
  func slot(of name: String) -> Int? { values.lastIndex { $0.name == name } }

  /// How many there are, hidden ones too.
  var count: Int { values.count }

  /// Every name once, outermost first.
  var known: [String] {
    values.indices.filter { index in !values[..<index].contains { $0.name == values[index].name } }
      .map { values[$0].name }
  }

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: values, .script) }

  /// The value at a place.
  subscript(slot: Int) -> FormulaValue { values[slot].value }

  /// The value of a name; one that is not there is not added.
  subscript(name: String) -> FormulaValue? {
    get { find(name) }
    set {
      if let newValue, let slot = slot(of: name) { values[slot].value = newValue }
    }
  }

  /// Names and values, one after the other.
  var described: [String] { values.flatMap { [$0.name, $0.value.description] } }

  /// The values as a report lists them.
  var settings: [Setting] { values.map { Setting(name: $0.name, value: $0.value.setting) } }

  package func value(of name: String) throws(FormulaError) -> FormulaValue {
    guard let value = find(name) else {
      throw FormulaError(.unknownName, "nothing is named \(name.inQuotes) here")
    }
    return value
  }

  package func find(_ name: String) -> FormulaValue? { slot(of: name).map { values[$0].value } }

  package func value(of mention: Mention) throws(FormulaError) -> FormulaValue {
    if let slot = mention.slot { return values[slot].value }
    return try value(of: mention.text)
  }

  package func find(_ mention: Mention) -> FormulaValue? {
    mention.slot.map { values[$0].value } ?? find(mention.text)
  }
}

/// Names with the position of an object behind them.
struct IndexedNames: FormulaScope {
  /// The name under which the values of an object find its position.
  static let index = "index"

  let names: Names
  let index: Int

  func value(of name: String) throws(FormulaError) -> FormulaValue {
    name == Self.index ? FormulaValue(index) : try names.value(of: name)
  }

  func find(_ name: String) -> FormulaValue? {
    name == Self.index ? FormulaValue(index) : names.find(name)
  }

  func value(of mention: Mention) throws(FormulaError) -> FormulaValue {
    guard let slot = mention.slot else { return try value(of: mention.text) }
    return slot == names.count ? FormulaValue(index) : names[slot]
  }

  func find(_ mention: Mention) -> FormulaValue? {
    guard let slot = mention.slot else { return find(mention.text) }
    return slot == names.count ? FormulaValue(index) : names[slot]
  }
}

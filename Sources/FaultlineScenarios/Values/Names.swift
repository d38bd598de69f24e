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

// What formulas and texts of steps can name while a pass plays: parameters, loops, positions.

import Faultline

/// The values of names, innermost first.
package struct Names: FormulaScope, Sendable {
  private var values: [(name: String, value: FormulaValue)]

  /// Starts with the parameters of a trial.
  package init(_ parameters: [(name: String, value: FormulaValue)]) { values = parameters }

  /// The same names, and one more that may hide another.
  func with(_ name: String, _ value: Int) -> Names {
    var names = self
    names.values.append((name, FormulaValue(value)))
    return names
  }

  /// Every name once, outermost first.
  var known: [String] {
    values.indices.filter { index in !values[..<index].contains { $0.name == values[index].name } }
      .map { values[$0].name }
  }

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: values, .script) }

  package func value(of name: String) throws(FormulaError) -> FormulaValue {
    guard let value = find(name) else {
      throw FormulaError(.unknownName, "nothing is named \(name.inQuotes) here")
    }
    return value
  }

  package func find(_ name: String) -> FormulaValue? {
    values.last { $0.name == name }?.value
  }
}

// A formula of the scenario language, compiled once and evaluated as often as needed.

/// An expression such as `peak(bytes.live, no-undo) <= 0.5 * peak(bytes.live, default)`.
///
/// A class, so that a formula that is evaluated for each of a million objects is not copied for each.
package final class Formula: Sendable, CustomStringConvertible {
  /// The formula's tree, where each part knows its stretch of the text.
  package let root: FormulaTree

  private let place: Place

  private enum Place: Sendable {
    case node(Node)
    case text(SourceText)
  }

  /// Compiles the scalar of a scenario; errors point into its text.
  package init(_ node: Node) throws(Diagnostic) {
    let text = try node.text()
    place = .node(node)
    root = try Self.parse(text, at: place)
  }

  /// Compiles a text from elsewhere, such as the command line, under a name for its errors.
  package init(_ text: String, named name: String) throws(Diagnostic) {
    place = .text(SourceText(name: name, text: text))
    root = try Self.parse(text, at: place)
  }

  private init(_ root: FormulaTree, at place: Place) {
    self.root = root
    self.place = place
  }

  /// The same formula, which finds the values of some names by their places.
  func bound(to names: Names) -> Formula { Formula(root.bound(to: names), at: place) }

  private static func parse(_ text: String, at place: Place) throws(Diagnostic) -> FormulaTree {
    do throws(FormulaSyntaxError) {
      return try FormulaParser.parse(text)
    } catch {
      throw Diagnostic(error.message, at: range(error.offsets, in: place), notes: error.notes)
    }
  }

  private static func range(_ offsets: Range<Int>, in place: Place) -> SourceRange {
    switch place {
    case .node(let node): node.place(of: offsets)
    case .text(let source): source.range(offsets.lowerBound, offsets.upperBound)
    }
  }

  /// The formula in its canonical spelling, which compiles to the same formula.
  package var description: String { root.description }

  /// Everything the formula mentions, in the order of its text.
  package var mentions: [Mention] { root.mentions }

  /// A diagnostic that points at something the formula mentions.
  package func diagnostic(
    _ message: String, at mention: Mention, notes: [String] = []
  ) -> Diagnostic {
    Diagnostic(message, at: Self.range(mention.offsets, in: place), notes: notes)
  }

  /// A diagnostic for a name that nothing has; a `-` that was meant as a minus is explained.
  package func unknown(
    _ what: String, _ mention: Mention, known: [String], plural: String? = nil
  ) -> Diagnostic {
    let range = Self.range(mention.offsets, in: place)
    let plain = Diagnostic.unknown(what, mention.text, at: range, known: known, plural: plural)
    guard mention.role.isOperand, mention.text.contains("-") else { return plain }
    let spaced = mention.text.split(separator: "-").joined(separator: " - ")
    return Diagnostic(
      plain.message, at: range, notes: plain.notes + ["a subtraction has spaces: \(spaced)"])
  }

  /// A diagnostic for an error that came up while evaluating.
  package func diagnostic(_ error: FormulaError, notes: [String] = []) -> Diagnostic {
    Diagnostic(
      error.message, at: Self.range(error.offsets ?? root.offsets, in: place), notes: notes)
  }

  /// The formula's value in a scope.
  package func value(in scope: some FormulaScope) throws(FormulaError) -> FormulaValue {
    try root.value(in: scope)
  }

  /// The value of a formula that says how many.
  func count(in scope: some FormulaScope) throws(FormulaError) -> Int {
    try value(in: scope).count()
  }

  /// The truth of a formula that must be a condition.
  package func holds(in scope: some FormulaScope) throws(FormulaError) -> Bool {
    try value(in: scope).truth(of: root)
  }
}

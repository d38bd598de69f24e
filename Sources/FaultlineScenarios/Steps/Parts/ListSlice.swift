// The rows of a list that a step goes over, and how many of them are on the screen at a time.

import Faultline

/// A part of a list, which is gone over a screenful at a time where the list comes in batches.
struct ListSlice: Sendable {
  private static let firstKey = Key(
    "first", .formula, "How many rows are left out in front; 0 if it is left out.")
  private static let countKey = Key(
    "count", .formula.orOff, "The most rows that are taken; all if it is left out.")
  private static let screenKey = Key(
    "screen", .formula,
    "How many rows are on the screen: outside of 'turn', a turn ends after so many. If it is left out, a list that "
      + "comes in batches has its batch size, or \(usualScreen) without one; any other list is gone over in one turn."
  )
  /// The keys of a step that goes over a part of a list.
  static let keys = [firstKey, countKey, screenKey]

  /// The rows on a screen where neither the step nor a batch size says it: those of a phone, about.
  static let usualScreen = 12
  /// The word for the end of a list.
  static let end = "end"

  /// A place between two rows.
  private enum Edge: Sendable {
    case top
    case behind(Formula)
    case end
  }

  private let start: Edge
  private let finish: Edge
  /// The most rows; nil for all as far as `finish`.
  private let most: Limit?
  private let screen: Formula?
  /// A Boolean value that indicates whether even a list that is held as a whole is shown a screenful at a time.
  let isShown: Bool

  /// Reads 'first', 'count' and 'screen'; without any, all rows are meant.
  init(_ fields: Fields? = nil, in scope: PlanScope) throws(Diagnostic) {
    let first = try scope.formula(fields?.optional(Self.firstKey.name))
    start = first.map(Edge.behind) ?? .top
    finish = .end
    most = try scope.limit(fields?.optional(Self.countKey.name))
    screen = try scope.formula(fields?.optional(Self.screenKey.name))
    isShown = screen != nil
  }

  /// Reads where a list is scrolled from and to.
  init(
    from start: Node?, to finish: Node?, screen: Node?, in scope: PlanScope
  ) throws(Diagnostic) {
    self.start = try start.map { node throws(Diagnostic) in try Self.edge(node, scope) } ?? .top
    self.finish = try finish.map { node throws(Diagnostic) in try Self.edge(node, scope) } ?? .end
    most = nil
    self.screen = try scope.formula(screen)
    isShown = true
  }

  private static func edge(_ node: Node, _ scope: PlanScope) throws(Diagnostic) -> Edge {
    node.scalar?.text == end ? .end : .behind(try scope.formula(node))
  }

  /// The rows of a list with so many.
  func rows(of count: Int, in names: Names) throws(FormulaError) -> ListRows {
    ListRows(
      from: try position(start, of: count) { formula throws(FormulaError) in
        try formula.count(in: names)
      },
      to: try position(finish, of: count) { formula throws(FormulaError) in
        try formula.count(in: names)
      }, atMost: try most?.value(in: names))
  }

  /// How many rows are on the screen at a time, of a list with a batch size or without one.
  func screenful(of batchSize: Int, in names: Names) throws(FormulaError) -> Int {
    if let screen { return max(1, try screen.count(in: names)) }
    return batchSize > 0 ? batchSize : Self.usualScreen
  }

  private func position<Failure: Error>(
    _ edge: Edge, of count: Int, _ value: (Formula) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    switch edge {
    case .top: 0
    case .behind(let formula): min(try value(formula), count)
    case .end: count
    }
  }

  /// How many rows of a list are taken, under the values of one run.
  fileprivate func count(
    of whole: Int, in estimate: inout CostEstimate
  ) throws(Diagnostic) -> Int {
    let from = try position(start, of: whole) { formula throws(Diagnostic) in
      try estimate.count(formula)
    }
    let to = try position(finish, of: whole) { formula throws(Diagnostic) in
      try estimate.count(formula)
    }
    if let screen, try estimate.count(screen) == 0 {
      throw screen.diagnostic(FormulaError(.wrongKind, "a screen has at least one row"))
    }
    return ListRows(from: from, to: to, atMost: try estimate.count(most)).count
  }
}

/// Rows of a list that were not yet gone over, from one place to another.
struct ListRows: Sendable {
  private var rest: Range<Int>
  /// A Boolean value that indicates whether the last row comes first, as where a list is scrolled back up.
  let isUpward: Bool

  fileprivate init(from start: Int, to finish: Int, atMost most: Int?) {
    isUpward = finish < start
    let all = isUpward ? finish..<start : start..<finish
    rest = all.prefix(most ?? .max)
  }

  /// How many there are.
  var count: Int { rest.count }

  /// Takes the next rows.
  mutating func take(_ most: Int) -> Range<Int> {
    let taken = isUpward ? rest.suffix(most) : rest.prefix(most)
    rest = isUpward ? rest.dropLast(most) : rest.dropFirst(most)
    return taken
  }
}

extension CostEstimate {
  /// Adds the objects of a part of a list; returns how many they are.
  @discardableResult
  mutating func handle(
    _ variable: Variable, _ part: ListSlice, times: Int = 1
  ) throws(Diagnostic) -> Int {
    let count = try part.count(of: try objects.count(in: variable), in: &self)
    try contexts.check(variable)
    try add(count.times(times))
    return count
  }
}

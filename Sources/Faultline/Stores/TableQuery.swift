// What a store is asked for when no objects are wanted: values in rows and columns.

/// A question for values: computed for each row, or for each group of rows.
package struct TableQuery: Sendable {
  /// Which rows count.
  package let rows: StoreQuery
  /// What is computed.
  package let columns: [BoundTerm]
  /// What the rows of a group have in common.
  package let groups: [BoundTerm]
  /// What a group must satisfy.
  package let having: BoundCondition?
  /// What puts lines in an order that the request leaves open.
  package var lastOrder: [BoundSortKey] {
    groups.map { BoundSortKey(term: $0, isAscending: true, isLocalized: false) }
  }

  /// Whether lines stand for groups of rows, and not for single rows.
  package let isGrouped: Bool

  /// The same question about other rows.
  package func about(_ rows: StoreQuery) -> TableQuery {
    TableQuery(rows: rows, columns: columns, groups: groups, having: having, isGrouped: isGrouped)
  }
}

/// One value of a line.
package enum TableCell: Sendable, Hashable {
  case value(Scalar)
  /// An object, by its entity and key.
  case object(ForeignKey)
}

extension BoundTerm {
  /// Whether it is a figure about all rows of a group, or is computed from one.
  var isAboutGroup: Bool {
    switch self {
    case .groupAggregate: true
    case .constant, .attribute, .object, .aggregate: false
    case .negative(let part), .folded(let part, _): part.isAboutGroup
    case .arithmetic(_, let one, let two): one.isAboutGroup || two.isAboutGroup
    case .function(_, let parts): parts.contains(where: \.isAboutGroup)
    case .ternary(_, let one, let two): one.isAboutGroup || two.isAboutGroup
    }
  }
}

extension BoundTerm {
  /// The term with every figure about a group in place of what it is computed from.
  func replacingFigures(
    _ figure: (Aggregate, BoundTerm?) throws(GraphError) -> Scalar
  ) throws(GraphError) -> BoundTerm {
    switch self {
    case .groupAggregate(let aggregate, let part): return .constant(try figure(aggregate, part))
    case .constant, .attribute, .object, .aggregate: return self
    case .negative(let part): return .negative(try part.replacingFigures(figure))
    case .folded(let part, let options):
      return .folded(try part.replacingFigures(figure), options)
    case .arithmetic(let operation, let one, let two):
      return .arithmetic(
        operation, try one.replacingFigures(figure), try two.replacingFigures(figure))
    case .function(let function, let parts):
      var replaced: [BoundTerm] = []
      for part in parts { replaced.append(try part.replacingFigures(figure)) }
      return .function(function, replaced)
    case .ternary(let condition, let one, let two):
      return .ternary(
        try condition.replacingFigures(figure), try one.replacingFigures(figure),
        try two.replacingFigures(figure))
    }
  }
}

extension BoundCondition {
  /// The condition with every figure about a group in place of what it is computed from.
  func replacingFigures(
    _ figure: (Aggregate, BoundTerm?) throws(GraphError) -> Scalar
  ) throws(GraphError) -> BoundCondition {
    func replaced(_ parts: [BoundCondition]) throws(GraphError) -> [BoundCondition] {
      var replaced: [BoundCondition] = []
      for part in parts { replaced.append(try part.replacingFigures(figure)) }
      return replaced
    }
    switch self {
    case .truth, .exists: return self
    case .all(let parts): return .all(try replaced(parts))
    case .any(let parts): return .any(try replaced(parts))
    case .not(let part): return .not(try part.replacingFigures(figure))
    case .compare(let one, let relation, let two):
      return .compare(
        try one.replacingFigures(figure), relation, try two.replacingFigures(figure))
    case .text(let one, let relation, let two, let options):
      return .text(
        try one.replacingFigures(figure), relation, try two.replacingFigures(figure), options)
    case .between(let term, let low, let high):
      return .between(
        try term.replacingFigures(figure), try low.replacingFigures(figure),
        try high.replacingFigures(figure))
    case .among(let term, let constants):
      return .among(try term.replacingFigures(figure), constants)
    }
  }
}

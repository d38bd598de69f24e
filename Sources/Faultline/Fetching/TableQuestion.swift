// What a request for dictionaries asks of stores: properties, and what is computed from them.

import Foundation

/// A request for dictionaries whose names have found their places.
struct TableQuestion {
  struct Column {
    let name: String
    let term: BoundTerm
    let type: QueryType
  }

  let rows: StoreQuestion
  private(set) var columns: [Column] = []
  private var groups: [BoundTerm] = []
  private var having: BoundCondition?
  private let isDistinct: Bool
  private let limit: Int
  private let offset: Int

  /// Whether lines stand for groups of rows.
  private var isGrouped: Bool {
    !groups.isEmpty || having != nil || columns.contains { $0.term.isAboutGroup }
      || rows.order.contains { $0.term.isAboutGroup }
  }

  /// Whether lines of several stores cannot be put together.
  var needsOneStore: Bool {
    isGrouped || isDistinct || !rows.order.isEmpty
      || limit > 0 || offset > 0
  }

  init(_ request: FetchRequest, in context: ManagedObjectContext) throws(GraphError) {
    var plain = request
    plain.sortKeys = []
    var rows = try context.question(plain)
    let coordinator = try context.coordinator()
    var binder = QueryBinder(rows.entity, .groups) { coordinator.objectID($0) }
    isDistinct = request.returnsDistinctResults
    limit = request.fetchLimit
    offset = request.fetchOffset
    do throws(QueryMistake) {
      for property in Self.properties(request, rows.entity) {
        let (term, type) = try binder.single(property.term)
        columns.append(Column(name: property.name, term: term, type: type))
      }
      for property in request.propertiesToGroupBy {
        groups.append(try binder.single(property.term).term)
      }
      having = try request.havingPredicate.map { predicate throws(QueryMistake) in
        try binder.condition(predicate.condition)
      }
      for key in request.sortKeys {
        // A key may be the name of something that is computed.
        let column = columns.first { $0.name == key.keyPath }
        rows.order.append(try key.bound(&binder, to: column.map { ($0.term, $0.type) }))
      }
    } catch {
      throw error.error
    }
    self.rows = rows
    try check()
    // To return equal lines once is to group by everything that a line has.
    if isDistinct, !isGrouped { groups = columns.map(\.term) }
  }

  private static func properties(
    _ request: FetchRequest, _ entity: EntityDescription
  ) -> [PropertyExpression] {
    guard request.propertiesToFetch.isEmpty else { return request.propertiesToFetch }
    return entity.layout.slots.compactMap(\.attribute).filter { !$0.isTransient }
      .map { PropertyExpression($0.name) }
  }

  /// A group has what its rows have in common, and figures about them (semantics 134).
  private func check() throws(GraphError) {
    for column in columns {
      if case .sealed(let why) = column.type {
        throw GraphError(
          .unsupportedRequest, "'\(column.name)' holds \(why); fetch the objects instead.",
          key: column.name)
      }
    }
    guard having == nil || !groups.isEmpty else {
      throw GraphError(
        .unsupportedRequest, "A having predicate needs propertiesToGroupBy; say what a group is.")
    }
    guard isGrouped else { return }
    let common = Set(groups.compactMap(\.place))
    let names = columns.map { ($0.name, $0.term) }
    for (name, term) in names + rows.order.map({ ("a sort key", $0.term) }) {
      guard !term.bareValues.allSatisfy({ $0.place.map(common.contains) ?? false }) else {
        continue
      }
      throw GraphError(
        .unsupportedRequest,
        "'\(name)' differs within a group; group by it, or ask for its count, sum, min, max or average.",
        key: name)
    }
    for term in having?.terms ?? []
    where !term.bareValues.allSatisfy({ $0.place.map(common.contains) ?? false }) {
      throw GraphError(
        .unsupportedRequest,
        "A having predicate can speak of what a group has in common and of figures about it.")
    }
  }

  func query(in space: KeySpace, holding kept: [Bool]? = nil) -> TableQuery {
    // Equal lines of groups are found when all lines are there, and the limit counts what is left.
    let isLate = isDistinct && !groups.isEmpty
    return TableQuery(
      rows: rows.query(
        in: space, holding: kept, from: isLate ? 0 : offset, atMost: isLate ? 0 : limit,
        withValues: true),
      columns: columns.map(\.term), groups: groups, having: having,
      isGrouped: isGrouped)
  }

  /// The lines that are returned of those that a store has found.
  func window(_ lines: [[TableCell]]) -> [[TableCell]] {
    guard isDistinct, !groups.isEmpty else { return lines }
    var seen: Set<[TableCell]> = []
    let distinct = lines.filter { seen.insert($0).inserted }
    return Array(distinct.dropFirst(offset).prefix(limit == 0 ? distinct.count : limit))
  }
}

extension BoundTerm {
  /// A property of a row, by where it is found; nil for what is computed.
  fileprivate var place: String? {
    switch self {
    case .attribute(let path, let slot): "\(path.steps.map(\.tie)).\(slot)"
    case .object(let path): "\(path.steps.map(\.tie))"
    default: nil
    }
  }

  /// What of it differs from row to row.
  fileprivate var bareValues: [BoundTerm] {
    switch self {
    case .constant, .groupAggregate: []
    case .attribute, .object, .aggregate: [self]
    case .negative(let part), .folded(let part, _): part.bareValues
    case .arithmetic(_, let one, let two): one.bareValues + two.bareValues
    case .function(_, let parts): parts.flatMap(\.bareValues)
    case .ternary(let condition, let one, let two):
      condition.terms.flatMap(\.bareValues) + one.bareValues + two.bareValues
    }
  }
}

extension BoundCondition {
  /// The terms that it compares.
  fileprivate var terms: [BoundTerm] {
    switch self {
    case .truth: []
    case .all(let parts), .any(let parts): parts.flatMap(\.terms)
    case .not(let part): part.terms
    case .compare(let one, _, let two), .text(let one, _, let two, _): [one, two]
    case .between(let term, let low, let high): [term, low, high]
    case .among(let term, _): [term]
    case .exists(let chain, _): chain.links.map { .object($0.owner) }
    }
  }
}

extension FetchPredicate {
  /// Checks a condition on groups: it speaks of what a group has in common and of figures about it.
  package func check(
    inGroupsOf entity: EntityDescription, by groups: [PropertyExpression]
  ) throws(QueryMistake) {
    var binder = QueryBinder(entity, .groups)
    var common: Set<String> = []
    for group in groups {
      if let place = try binder.single(group.term).term.place { common.insert(place) }
    }
    for term in try binder.condition(condition).terms
    where !term.bareValues.allSatisfy({ $0.place.map(common.contains) ?? false }) {
      throw QueryMistake(
        "this speaks of single rows, and a group has what its rows have in common and figures about them",
        at: nil)
    }
  }
}

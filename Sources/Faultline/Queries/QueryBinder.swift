// From a tree of words to a tree of places: every key is looked up once, and every kind is checked.

import Foundation

/// Binds predicates, expressions and sort keys to an entity.
struct QueryBinder {
  /// Where a question will be answered.
  enum Purpose {
    /// In a store, which knows nothing of transient values.
    case rows
    /// In a store, about groups of rows.
    case groups
    /// On objects in memory.
    case objects
  }

  /// A term whose keys have found their places.
  enum Operand {
    case one(BoundTerm, QueryType)
    /// Values at the end of to-many relationships.
    case many(Chain, BoundTerm, QueryType)
    case list([(term: BoundTerm, type: QueryType)])
  }

  let entity: EntityDescription
  let purpose: Purpose
  /// Finds the object that a URI stands for.
  let resolve: (String) -> ManagedObjectID?
  /// One moment for the whole question.
  let now = Date()
  /// Whether the question refers to that moment, and so means something else the next time.
  var usesClock = false
  private var scopeCount = 1
  private var variables: [String: BoundPath] = [:]

  init(
    _ entity: EntityDescription, _ purpose: Purpose,
    resolve: @escaping (String) -> ManagedObjectID? = { _ in nil }
  ) {
    self.entity = entity
    self.purpose = purpose
    self.resolve = resolve
  }

  // MARK: - Conditions

  mutating func condition(_ condition: QueryCondition) throws(QueryMistake) -> BoundCondition {
    switch condition {
    case .truth(let holds): return .truth(holds)
    case .all(let parts): return .all(try conditions(parts))
    case .any(let parts): return .any(try conditions(parts))
    case .not(let part): return .not(try self.condition(part))
    case .comparison(let comparison): return try self.comparison(comparison)
    }
  }

  private mutating func conditions(_ parts: [QueryCondition]) throws(QueryMistake)
    -> [BoundCondition]
  {
    var bound: [BoundCondition] = []
    for part in parts { bound.append(try condition(part)) }
    return bound
  }

  private mutating func comparison(
    _ comparison: QueryComparison
  ) throws(QueryMistake) -> BoundCondition {
    let left = try operand(comparison.left)
    let right = try operand(comparison.right)
    guard comparison.quantifier == .direct else {
      return try quantified(comparison, left, right)
    }
    return try plain(comparison, left, right)
  }

  /// `ANY`, `ALL` and `NONE`: whether there is a member for which the comparison holds, or does not.
  private func quantified(
    _ comparison: QueryComparison, _ left: Operand, _ right: Operand
  ) throws(QueryMistake) -> BoundCondition {
    guard case .many(let chain, let term, let type) = left else {
      throw QueryMistake(
        "\(comparison.quantifier.rawValue) needs a to-many relationship on its left",
        at: comparison.left.place)
    }
    let inner = try plain(comparison, .one(term, type), right)
    switch comparison.quantifier {
    case .all: return .not(.exists(chain, .not(inner)))
    case .none: return .not(.exists(chain, inner))
    case .any, .direct: return .exists(chain, inner)
    }
  }

  private func plain(
    _ comparison: QueryComparison, _ left: Operand, _ right: Operand
  ) throws(QueryMistake) -> BoundCondition {
    switch (comparison.relation, left, right) {
    case (.among, _, .many), (.among, _, .list): return try among(comparison, left, right)
    case (.contains, .many, _), (.contains, .list, _): return try among(comparison, right, left)
    // Text among text: whether it is a part of it.
    case (.among, .one, .one):
      return try text(comparison, .contains, right, left)
    case (.between, .one(let term, let type), .list(let bounds)):
      return try between(comparison, term, type, bounds)
    case (.between, _, _):
      throw QueryMistake("BETWEEN needs two bounds, as in {1, 10}", at: comparison.right.place)
    case (_, .one(let one, let first), .one(let two, let second)):
      if comparison.relation.isAboutText {
        return try text(comparison, comparison.relation, left, right)
      }
      let (one, two) = try matched(comparison, (one, first), (two, second))
      return .compare(
        folded(one, comparison.options), comparison.relation, folded(two, comparison.options))
    case (_, .many, _):
      throw QueryMistake(
        "this leads to many values; say ANY, ALL or NONE before it, or ask for its @count",
        at: comparison.left.place)
    case (_, _, .many):
      throw QueryMistake(
        "this leads to many values; write it on the left, behind ANY, ALL or NONE",
        at: comparison.right.place)
    default:
      throw QueryMistake(
        "a list can only stand behind IN or BETWEEN", at: comparison.right.place)
    }
  }

  private func between(
    _ comparison: QueryComparison, _ term: BoundTerm, _ type: QueryType,
    _ bounds: [(term: BoundTerm, type: QueryType)]
  ) throws(QueryMistake) -> BoundCondition {
    guard bounds.count == 2 else {
      throw QueryMistake("BETWEEN needs two bounds, as in {1, 10}", at: comparison.right.place)
    }
    let (value, low) = try matched(comparison, (term, type), bounds[0])
    let (_, high) = try matched(comparison, (term, type), bounds[1])
    return .between(value, low, high)
  }

  /// Whether a value is one of many: of constants, of other values, or at the end of relationships.
  private func among(
    _ comparison: QueryComparison, _ value: Operand, _ collection: Operand
  ) throws(QueryMistake) -> BoundCondition {
    guard case .one(let term, let type) = value else {
      throw QueryMistake("one value belongs here; say ANY before many", at: comparison.place)
    }
    let options = comparison.options
    switch collection {
    case .many(let chain, let member, let kind):
      let (one, two) = try matched(comparison, (member, kind), (term, type))
      return .exists(chain, .compare(folded(one, options), .equal, folded(two, options)))
    case .list(let parts):
      var constants: [Scalar] = []
      var others: [BoundCondition] = []
      var bound = term
      for part in parts {
        let (one, two) = try matched(comparison, (term, type), part)
        bound = one
        if case .constant(let scalar) = folded(two, options) {
          constants.append(scalar)
        } else {
          others.append(.compare(folded(one, options), .equal, folded(two, options)))
        }
      }
      let known = BoundCondition.among(folded(bound, options), ConstantSet(constants))
      return others.isEmpty ? known : .any([known] + others)
    case .one: throw QueryMistake("many values belong here", at: comparison.right.place)
    }
  }

  private func text(
    _ comparison: QueryComparison, _ relation: Relation, _ value: Operand, _ pattern: Operand
  ) throws(QueryMistake) -> BoundCondition {
    guard case .one(let term, let type) = value, case .one(let part, let kind) = pattern else {
      throw QueryMistake("\(relation.rawValue) looks into one text", at: comparison.place)
    }
    for (type, place) in [(type, comparison.left.place), (kind, comparison.right.place)]
    where !type.isText && !type.isNothing {
      throw QueryMistake(
        "\(comparison.relation.rawValue) looks into text, and this is \(type.words)", at: place)
    }
    if relation == .matches {
      if case .constant(.text(let text)) = part, TextMatching.expression(text, []) == nil {
        throw QueryMistake("this is no regular expression", at: comparison.right.place)
      }
      return .text(term, relation, part, comparison.options)
    }
    let options = comparison.options
    return .text(folded(term, options), relation, folded(part, options), [])
  }

  /// A term without what a comparison overlooks; a constant is folded at once.
  private func folded(_ term: BoundTerm, _ options: TextOptions) -> BoundTerm {
    guard !options.isEmpty else { return term }
    switch term {
    case .constant(.text(let text)): return .constant(.text(TextMatching.folded(text, options)))
    case .constant: return term
    default: return .folded(term, options)
    }
  }

  /// Two terms that can be compared; text that stands for a UUID becomes one.
  private func matched(
    _ comparison: QueryComparison, _ one: (term: BoundTerm, type: QueryType),
    _ two: (term: BoundTerm, type: QueryType)
  ) throws(QueryMistake) -> (BoundTerm, BoundTerm) {
    if one.type.goesWith(two.type) {
      guard
        comparison.options.isEmpty || one.type.isText || two.type.isText
          || one.type.isNothing
      else {
        throw QueryMistake(
          "[c] and [d] are for text, and this is \(one.type.words)", at: comparison.left.place)
      }
      return (one.term, two.term)
    }
    if case .uuid = one.type, let uuid = uuid(two.term) { return (one.term, uuid) }
    if case .uuid = two.type, let uuid = uuid(one.term) { return (uuid, two.term) }
    if case .sealed(let why) = one.type {
      throw QueryMistake(
        "this holds \(why), which can only be compared with NIL", at: comparison.left.place)
    }
    throw QueryMistake(
      "\(one.type.words) cannot be compared with \(two.type.words)", at: comparison.place)
  }

  private func uuid(_ term: BoundTerm) -> BoundTerm? {
    guard case .constant(.text(let text)) = term else { return nil }
    return UUID(uuidString: text).map { .constant(Scalar(.uuid($0))) }
  }

  // MARK: - Scopes

  /// Opens the scope of the members of a relationship.
  mutating func openScope() -> Int {
    scopeCount += 1
    return scopeCount - 1
  }

  /// The object that a subquery's variable stands for.
  func variable(_ name: String) -> BoundPath? { variables[name] }

  /// Binds a condition in which a variable stands for a member.
  mutating func condition(
    _ condition: QueryCondition, where name: String, is path: BoundPath
  ) throws(QueryMistake) -> BoundCondition {
    let outer = variables
    variables[name] = path
    defer { variables = outer }
    return try self.condition(condition)
  }
}

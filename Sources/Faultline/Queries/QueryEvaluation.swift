// Answers a question about one object, wherever its values lie.

/// Where objects and their values are: a context, or the shelves of a store.
protocol ObjectSource {
  associatedtype Object

  /// The value of an attribute.
  func value(at slot: Int, of object: Object) throws(GraphError) -> Scalar
  /// The destination of a to-one relationship.
  func destination(_ tie: Int, of object: Object) throws(GraphError) -> Object?
  /// The members of a to-many relationship.
  func members(_ tie: Int, of object: Object) throws(GraphError) -> [Object]
  func identity(of object: Object) -> Identity
}

/// The evaluation of conditions and terms.
///
/// A condition holds or it does not: a comparison with a value that is not there does not hold, except that
/// nothing equals nothing, and NOT turns that round. SQL is made to say the same.
struct QueryEvaluation<Source: ObjectSource> {
  let source: Source
  /// The object in each scope, the one that is asked about first.
  private var scopes: [Source.Object] = []

  init(_ source: Source) { self.source = source }

  /// Whether a condition holds for an object.
  mutating func holds(
    _ condition: BoundCondition, for object: Source.Object
  ) throws(GraphError) -> Bool {
    scopes = [object]
    return try holds(condition)
  }

  /// The value of a term for an object.
  mutating func value(
    _ term: BoundTerm, of object: Source.Object
  ) throws(GraphError) -> Scalar {
    scopes = [object]
    return try value(term)
  }

  /// The value of a term that refers to no object.
  mutating func value(ofNoObject term: BoundTerm) throws(GraphError) -> Scalar {
    scopes = []
    return try value(term)
  }

  /// Whether a condition that refers to no object holds.
  mutating func holds(forNoObject condition: BoundCondition) throws(GraphError) -> Bool {
    scopes = []
    return try holds(condition)
  }

  /// The object at the end of a path.
  mutating func object(
    at path: BoundPath, from object: Source.Object
  ) throws(GraphError) -> Source.Object? {
    scopes = [object]
    return try self.object(at: path)
  }

  /// Below zero if one object comes before another in a sorted answer, and zero if that is open.
  mutating func order(
    _ keys: [BoundSortKey], _ one: Source.Object, _ two: Source.Object
  ) throws(GraphError) -> Int {
    for key in keys {
      let order = key.order(try value(key.term, of: one), try value(key.term, of: two))
      if order != 0 { return order }
    }
    return 0
  }

  // MARK: - Conditions

  private mutating func holds(_ condition: BoundCondition) throws(GraphError) -> Bool {
    switch condition {
    case .truth(let holds): return holds
    case .all(let parts):
      for part in parts where try !holds(part) { return false }
      return true
    case .any(let parts):
      for part in parts where try holds(part) { return true }
      return false
    case .not(let part): return try !holds(part)
    case .compare(let one, let relation, let two):
      return Self.holds(relation, try value(one), try value(two))
    case .text(let text, let relation, let pattern, let options):
      guard case .text(let text) = try value(text), case .text(let pattern) = try value(pattern)
      else { return false }
      return try TextMatching.holds(relation, text, pattern, options)
    case .between(let term, let low, let high):
      let value = try value(term)
      guard Self.holds(.greaterOrEqual, value, try self.value(low)) else { return false }
      return Self.holds(.lessOrEqual, value, try self.value(high))
    case .among(let term, let constants): return constants.contains(try value(term))
    case .exists(let chain, let condition):
      return try forEach(chain.links[...]) { evaluation throws(GraphError) in
        try evaluation.holds(condition)
      }
    }
  }

  private static func holds(_ relation: Relation, _ one: Scalar, _ two: Scalar) -> Bool {
    switch relation {
    case .equal: return one.equals(two)
    case .unequal: return !one.equals(two)
    default: break
    }
    guard !one.isNone, !two.isNone, let order = one.compare(two) else { return false }
    switch relation {
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    default: return false
    }
  }

  /// Visits the members at the end of a chain until the body says that it has seen enough.
  private mutating func forEach(
    _ links: ArraySlice<Chain.Link>,
    _ body: (inout QueryEvaluation) throws(GraphError) -> Bool
  ) throws(GraphError) -> Bool {
    guard let link = links.first else { return try body(&self) }
    guard let owner = try object(at: link.owner) else { return false }
    for member in try source.members(link.tie, of: owner) {
      // The numbers of scopes are given in the order of the text, and inner ones are larger.
      while scopes.count <= link.scope { scopes.append(member) }
      scopes[link.scope] = member
      if let condition = link.condition, try !holds(condition) { continue }
      if try forEach(links.dropFirst(), body) { return true }
    }
    return false
  }

  // MARK: - Terms

  private func object(at path: BoundPath) throws(GraphError) -> Source.Object? {
    var object = scopes[path.scope]
    for step in path.steps {
      guard let next = try source.destination(step.tie, of: object) else { return nil }
      object = next
    }
    return object
  }

  private mutating func value(_ term: BoundTerm) throws(GraphError) -> Scalar {
    switch term {
    case .constant(let scalar): return scalar
    case .attribute(let path, let slot):
      guard let object = try object(at: path) else { return .none }
      return try source.value(at: slot, of: object)
    case .object(let path):
      guard let object = try object(at: path) else { return .none }
      return .object(source.identity(of: object))
    case .negative(let part): return Arithmetic.minus.value(.integer(0), try value(part))
    case .arithmetic(let operation, let one, let two):
      return operation.value(try value(one), try value(two))
    case .function(let function, let parts):
      var arguments: [Scalar] = []
      for part in parts { arguments.append(try value(part)) }
      return function.value(arguments)
    case .folded(let part, let options):
      guard case .text(let text) = try value(part) else { return .none }
      return .text(TextMatching.folded(text, options))
    case .ternary(let condition, let one, let two):
      return try holds(condition) ? try value(one) : try value(two)
    case .aggregate(let aggregate, let chain, let term):
      var figure = Figure(aggregate)
      _ = try forEach(chain.links[...]) { evaluation throws(GraphError) in
        if let term { figure.add(try evaluation.value(term)) } else { figure.addObject() }
        return false
      }
      return try figure.result()
    case .groupAggregate:
      throw GraphError(
        .unsupportedRequest, "A figure about all rows needs a fetch of dictionaries.")
    }
  }
}

extension BoundSortKey {
  /// Below zero if one value comes before another; what is not there is the smallest.
  package func order(_ one: Scalar, _ two: Scalar) -> Int {
    var order = one.sortOrder(two)
    if isLocalized, case .text(let left) = one, case .text(let right) = two {
      order = TextMatching.localizedOrder(left, right)
    }
    return isAscending ? order : -order
  }
}

/// A figure about many values, while they are counted; those that are not there do not count.
package struct Figure {
  private let aggregate: Aggregate
  private var count = 0
  private var whole = 0
  private var real = 0.0
  private var isWhole = true
  private var isTooLarge = false
  private var best = Scalar.none

  package init(_ aggregate: Aggregate) { self.aggregate = aggregate }

  mutating func addObject() { count += 1 }

  mutating func add(_ value: Scalar) {
    guard !value.isNone else { return }
    count += 1
    switch aggregate {
    case .count: break
    case .sum, .average:
      if case .integer(let number) = value {
        let (sum, overflow) = whole.addingReportingOverflow(number)
        whole = sum
        isTooLarge = isTooLarge || overflow
      } else {
        isWhole = false
      }
      real += value.number ?? 0
    case .min: if best.isNone || value.compare(best).map({ $0 < 0 }) == true { best = value }
    case .max: if best.isNone || value.compare(best).map({ $0 > 0 }) == true { best = value }
    }
  }

  /// The figure; the least, the greatest and the average of nothing are nothing, its sum is zero.
  func result() throws(GraphError) -> Scalar {
    switch aggregate {
    case .count: return .integer(count)
    case .min, .max: return best
    case .average: return count == 0 ? .none : Scalar(real / Double(count))
    case .sum:
      guard isWhole else { return Scalar(real) }
      guard !isTooLarge else {
        throw GraphError(
          .unsupportedRequest, "A sum of integers is too large; sum a number with a fraction.")
      }
      return .integer(whole)
    }
  }
}

/// Objects as a context has them.
///
/// A relationship without an inverse may still lead to an object that is gone for good: it counts as empty then.
struct LiveSource: ObjectSource {
  func value(at slot: Int, of object: ManagedObject) throws(GraphError) -> Scalar {
    Scalar(try object.value(at: slot))
  }

  func destination(_ tie: Int, of object: ManagedObject) throws(GraphError) -> ManagedObject? {
    try object.destination(tie).flatMap { $0.flags.contains(.detached) ? nil : $0 }
  }

  func members(_ tie: Int, of object: ManagedObject) throws(GraphError) -> [ManagedObject] {
    try object.members(tie).objects.filter { !$0.flags.contains(.detached) }
  }

  func identity(of object: ManagedObject) -> Identity {
    Identity(object.entity, object.key, object.identityTable.space)
  }
}

/// Objects as a context has them, for callers that look at many and leave them as they are.
///
/// A fault that has its row is asked without being filled, and a to-one relationship without being realized; what
/// cannot be had in that way is had as usual.
struct QuietSource: ObjectSource {
  private let usual = LiveSource()

  func value(at slot: Int, of object: ManagedObject) throws(GraphError) -> Scalar {
    guard let row = Self.row(beneath: object) else { return try usual.value(at: slot, of: object) }
    return row.scalar(at: slot, object.identityTable.layout)
  }

  func destination(_ tie: Int, of object: ManagedObject) throws(GraphError) -> ManagedObject? {
    guard let row = Self.row(beneath: object),
      let slot = object.identityTable.layout.ties[tie].slot,
      let context = object.managedObjectContext
    else { return try usual.destination(tie, of: object) }
    guard let key = row.foreignKey(slot) else { return nil }
    return try context.object(at: key, beside: object)
  }

  func members(_ tie: Int, of object: ManagedObject) throws(GraphError) -> [ManagedObject] {
    try usual.members(tie, of: object)
  }

  func identity(of object: ManagedObject) -> Identity { usual.identity(of: object) }

  /// The row of a fault that has been given one.
  static func row(beneath object: ManagedObject) -> Row? { object.isFault ? object.row : nil }
}

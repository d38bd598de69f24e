// A question after every key has found its place: what stores and contexts evaluate.

/// A condition on objects of one entity.
package indirect enum BoundCondition: Sendable {
  case truth(Bool)
  case all([BoundCondition])
  case any([BoundCondition])
  case not(BoundCondition)
  /// One of the six relations between values in an order.
  case compare(BoundTerm, Relation, BoundTerm)
  /// A relation that looks into text.
  case text(BoundTerm, Relation, BoundTerm, TextOptions)
  case between(BoundTerm, BoundTerm, BoundTerm)
  case among(BoundTerm, ConstantSet)
  /// Whether a condition holds for one of the objects that relationships lead to.
  case exists(Chain, BoundCondition)
}

/// Something that has a value for each object.
package indirect enum BoundTerm: Sendable {
  case constant(Scalar)
  case attribute(BoundPath, slot: Int)
  /// The object itself at the end of a path.
  case object(BoundPath)
  case negative(BoundTerm)
  case arithmetic(Arithmetic, BoundTerm, BoundTerm)
  case function(QueryFunction, [BoundTerm])
  case folded(BoundTerm, TextOptions)
  case ternary(BoundCondition, BoundTerm, BoundTerm)
  /// A figure about the objects that relationships lead to; of their count nothing else is asked.
  case aggregate(Aggregate, Chain, BoundTerm?)
  /// A figure about all rows of a group.
  case groupAggregate(Aggregate, BoundTerm?)
}

/// To-one relationships from one of the objects in sight.
///
/// Scope 0 is the object that is asked about; each chain of to-many relationships opens further ones.
package struct BoundPath: Sendable {
  package let scope: Int
  package internal(set) var steps: [Step]
  /// The entity at its end.
  package internal(set) var entity: EntityDescription

  init(scope: Int, steps: [Step] = [], entity: EntityDescription) {
    self.scope = scope
    self.steps = steps
    self.entity = entity
  }

  /// The path to the object before the last; the path itself, if it has no steps.
  package var upToLast: BoundPath {
    guard let last = steps.last else { return self }
    return BoundPath(scope: scope, steps: steps.dropLast(), entity: last.entity)
  }

  /// One to-one relationship, in the entity that it leads from.
  package struct Step: Sendable {
    package let entity: EntityDescription
    package let tie: Int

    package var relationship: RelationshipDescription {
      entity.layout.ties[tie].relationship
    }
  }
}

/// To-many relationships, one after the other.
package struct Chain: Sendable {
  package struct Link: Sendable {
    /// Where the owners are.
    package let owner: BoundPath
    package let tie: Int
    /// The scope in which each member stands.
    package let scope: Int
    /// What a subquery wants of a member.
    package internal(set) var condition: BoundCondition?

    package var place: EntityLayout.Tie { owner.entity.layout.ties[tie] }
  }

  package internal(set) var links: [Link]
}

/// Constants to be found among.
package struct ConstantSet: Sendable {
  package let values: [Scalar]
  package let hasNone: Bool
  private let known: Set<Scalar>

  init(_ values: [Scalar]) {
    self.values = values.filter { !$0.isNone }
    hasNone = self.values.count < values.count
    known = Set(self.values)
  }

  func contains(_ value: Scalar) -> Bool { value.isNone ? hasNone : known.contains(value) }
}

/// What can be done with two numbers.
package enum Arithmetic: String, Sendable, CaseIterable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case power = "**"
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"

  /// How strongly it binds, as in C; comparisons are weaker than all.
  var strength: Int {
    switch self {
    case .bitOr: 0
    case .bitXor: 1
    case .bitAnd: 2
    case .shiftLeft, .shiftRight: 3
    case .plus, .minus: 4
    case .times, .divided: 5
    case .power: 6
    }
  }

  /// Whether it works on the bits of whole numbers.
  package var isAboutBits: Bool {
    switch self {
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: true
    case .plus, .minus, .times, .divided, .power: false
    }
  }

  /// By the name of a function, which may end with the colons of `NSExpression`'s: `bitwiseAnd:with:`.
  package init?(function name: String) {
    let first = name.prefix { $0 != ":" }.lowercased()
    guard let operation = Self.byFunction[first] else { return nil }
    self = operation
  }

  private static let byFunction: [String: Self] = [
    "add": .plus, "from": .minus, "multiply": .times, "divide": .divided, "raise": .power,
    "bitwiseand": .bitAnd, "bitwiseor": .bitOr, "bitwisexor": .bitXor,
    "leftshift": .shiftLeft, "rightshift": .shiftRight,
  ]

  /// The names of those functions, in order.
  static var functions: [String] { byFunction.keys.sorted() }
}

/// A figure about many values.
package enum Aggregate: String, Sendable, CaseIterable {
  case count, sum, min, max
  case average = "avg"

  /// By the name in a path or of a function.
  init?(name: String) {
    let name = name.lowercased()
    if name == "average" { self = .average } else { self.init(rawValue: name) }
  }
}

/// One key of a sorted answer.
package struct BoundSortKey: Sendable {
  package let term: BoundTerm
  package let isAscending: Bool
  package let isLocalized: Bool
}

// What a predicate says, before its entity is known.

/// A condition as it was written.
package indirect enum QueryCondition: Sendable {
  case truth(Bool)
  case all([QueryCondition])
  case any([QueryCondition])
  case not(QueryCondition)
  case comparison(QueryComparison)

  /// The number of conditions and terms that lie in each other.
  var depth: Int {
    switch self {
    case .truth: 1
    case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part): 1 + part.depth
    case .comparison(let comparison): 1 + max(comparison.left.depth, comparison.right.depth)
    }
  }
}

/// Two terms and what is to hold between them.
package struct QueryComparison: Sendable {
  package let quantifier: Quantifier
  package let left: QueryTerm
  package let relation: Relation
  package let options: TextOptions
  package let right: QueryTerm
  package let place: QueryPlace
}

/// Of how many members of a relationship a comparison must hold.
package enum Quantifier: String, Sendable, CaseIterable {
  case direct = ""
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// What is to hold between two terms.
package enum Relation: String, Sendable, CaseIterable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case among = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"

  /// Whether it looks into text.
  var isAboutText: Bool {
    switch self {
    case .contains, .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }
}

/// What a comparison of text overlooks.
package struct TextOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let caseInsensitive = TextOptions(rawValue: 1)
  package static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// What makes a text canonical.
  package static let canonical: TextOptions = [.caseInsensitive, .diacriticInsensitive]
}

/// Something that has a value.
package struct QueryTerm: Sendable {
  package indirect enum Kind: Sendable {
    case constant(QueryConstant)
    /// `SELF`.
    case selfObject
    /// A key path from `SELF`, or from another term.
    case path(QueryTerm?, [KeyStep])
    /// `$NAME`, which a subquery or a substitution gives a meaning.
    case variable(String)
    /// An argument of the format that is not filled in yet, by its number.
    case argument(Int, Placeholder)
    case list([QueryTerm])
    case negative(QueryTerm)
    case binary(Arithmetic, QueryTerm, QueryTerm)
    case call(String, [QueryTerm])
    case ternary(QueryCondition, QueryTerm, QueryTerm)
    case subquery(QueryTerm, variable: String, QueryCondition)
  }

  package let kind: Kind
  package let place: QueryPlace

  /// The number of terms that lie in each other, this one among them.
  var depth: Int {
    switch kind {
    case .constant, .selfObject, .path(nil, _), .variable, .argument: 1
    case .path(let part?, _), .negative(let part): 1 + part.depth
    case .list(let parts), .call(_, let parts): 1 + (parts.map(\.depth).max() ?? 0)
    case .binary(_, let one, let two): 1 + max(one.depth, two.depth)
    case .ternary(let condition, let one, let two):
      1 + max(condition.depth, one.depth, two.depth)
    case .subquery(let collection, _, let condition): 1 + max(collection.depth, condition.depth)
    }
  }
}

/// One key of a path.
package struct KeyStep: Sendable {
  package enum Name: Sendable {
    case key(String)
    /// `@count` and the like.
    case aggregate(String)
    /// `%K`, which may bring several keys.
    case argument(Int)
  }

  package let name: Name
  package let place: QueryPlace
}

/// A value that stands in a predicate.
package enum QueryConstant: Sendable {
  case value(Value)
  case object(ManagedObjectID)
  /// The text of an object's URI, to be looked up where the predicate is used.
  case reference(String)
  case list([QueryConstant])
}

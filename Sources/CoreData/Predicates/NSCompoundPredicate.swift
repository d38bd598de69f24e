// Conditions made of conditions.

import Foundation
import Faultline

/// Several conditions that all, some or none of which must hold.
open class NSCompoundPredicate: NSPredicate {
  /// How the conditions belong together.
  public enum LogicalType: UInt, Sendable {
    case not = 0
    case and = 1
    case or = 2
  }

  /// How the conditions belong together.
  open var compoundPredicateType: LogicalType {
    if case .compound(let type, _) = meaning { type } else { .and }
  }

  /// The conditions.
  open var subpredicates: [Any] {
    if case .compound(_, let parts) = meaning { parts } else { [] }
  }

  /// Makes a condition of conditions.
  public convenience init(type: LogicalType, subpredicates: [NSPredicate]) {
    self.init(.compound(type, subpredicates))
  }

  /// Makes a condition that holds when every one of the conditions holds.
  public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(.compound(.and, subpredicates))
  }

  /// Makes a condition that holds when one of the conditions holds.
  public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(.compound(.or, subpredicates))
  }

  /// Makes a condition that holds when the condition does not.
  public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
    self.init(.compound(.not, [predicate]))
  }
}

/// Two expressions and what is to hold between them.
open class NSComparisonPredicate: NSPredicate {
  /// What is to hold.
  public enum Operator: UInt, Sendable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    case `in` = 10
    case contains = 99
    case between = 100

    var text: String {
      switch self {
      case .lessThan: "<"
      case .lessThanOrEqualTo: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqualTo: ">="
      case .equalTo: "=="
      case .notEqualTo: "!="
      case .matches: "MATCHES"
      case .like: "LIKE"
      case .beginsWith: "BEGINSWITH"
      case .endsWith: "ENDSWITH"
      case .in: "IN"
      case .contains: "CONTAINS"
      case .between: "BETWEEN"
      }
    }
  }

  /// Of how many members of a relationship the comparison must hold.
  public enum Modifier: UInt, Sendable {
    case direct = 0
    case all = 1
    case any = 2

    var text: String {
      switch self {
      case .direct: ""
      case .all: "ALL "
      case .any: "ANY "
      }
    }
  }

  /// What a comparison of text overlooks.
  public struct Options: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes options of their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Capital letters count as small ones.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Letters count without their accents.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// Text is compared as it is.
    public static let normalized = Options(rawValue: 4)

    var text: String {
      let letters =
        (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      return letters.isEmpty ? "" : "[\(letters)]"
    }
  }

  /// What a comparison was made of.
  private struct Parts {
    let left: NSExpression
    let right: NSExpression
    let modifier: Modifier
    let relation: Operator
    let options: Options
  }

  private var parts: Parts?

  /// Compares two expressions.
  public convenience init(
    leftExpression left: NSExpression, rightExpression right: NSExpression, modifier: Modifier,
    type: Operator, options: Options = []
  ) {
    do {
      let predicate = try FetchPredicate(
        format: "\(modifier.text)\(left.format) \(type.text)\(options.text) \(right.format)",
        argumentArray: left.formatArguments + right.formatArguments)
      self.init(.condition(predicate))
    } catch {
      misuse("\(error)")
    }
    parts = Parts(left: left, right: right, modifier: modifier, relation: type, options: options)
  }

  /// The expression before the relation.
  open var leftExpression: NSExpression { parts?.left ?? NSExpression(text: "SELF") }
  /// The expression behind the relation.
  open var rightExpression: NSExpression { parts?.right ?? NSExpression(text: "SELF") }
  /// Of how many members of a relationship the comparison must hold.
  open var comparisonPredicateModifier: Modifier { parts?.modifier ?? .direct }
  /// What is to hold.
  open var predicateOperatorType: Operator { parts?.relation ?? .equalTo }
  /// What a comparison of text overlooks.
  open var options: Options { parts?.options ?? [] }
}

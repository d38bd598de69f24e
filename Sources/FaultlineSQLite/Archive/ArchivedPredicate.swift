// Conditions and expressions of a keyed archive, written in the predicate language.

internal import Faultline
import Foundation

/// Translates archived predicates and expressions to text; nil for what the language does not have.
enum ArchivedPredicate {
  private static let depthLimit = 32

  // MARK: - Conditions

  static func text(_ predicate: ArchivedObject, depth: Int = 0) throws(GraphError) -> String? {
    guard depth < depthLimit else { return nil }
    switch predicate.className {
    case "NSTruePredicate": return "TRUEPREDICATE"
    case "NSFalsePredicate": return "FALSEPREDICATE"
    case "NSCompoundPredicate": return try compound(predicate, depth)
    case "NSComparisonPredicate": return try comparison(predicate, depth)
    default: return nil
    }
  }

  private static func compound(
    _ predicate: ArchivedObject, _ depth: Int
  ) throws(GraphError) -> String? {
    var parts: [String] = []
    for case .object(let part) in try predicate.elements("NSSubpredicates") {
      guard let text = try text(part, depth: depth + 1) else { return nil }
      parts.append("(\(text))")
    }
    guard !parts.isEmpty else { return nil }
    switch try predicate.integer("NSCompoundPredicateType") ?? 0 {
    case 0: return "NOT \(parts[0])"
    case 1: return parts.joined(separator: " AND ")
    case 2: return parts.joined(separator: " OR ")
    default: return nil
    }
  }

  private static func comparison(
    _ predicate: ArchivedObject, _ depth: Int
  ) throws(GraphError) -> String? {
    guard let left = try predicate.object("NSLeftExpression"),
      let right = try predicate.object("NSRightExpression"),
      let operation = try predicate.object("NSPredicateOperator"),
      let one = try expression(left, depth: depth + 1),
      let two = try expression(right, depth: depth + 1),
      let word = words[try operation.integer("NSOperatorType") ?? 0]
    else { return nil }
    let (plain, inner) = (try operation.integer("NSOptions"), try operation.integer("NSFlags"))
    let options = plain ?? inner ?? 0
    let isText = word.first?.isLetter == true && !["IN", "BETWEEN"].contains(word)
    let flags = (options & 1 == 0 ? "" : "c") + (options & 2 == 0 ? "" : "d")
    let modifier = ["", "ALL ", "ANY "]
    let place = try operation.integer("NSModifier") ?? 0
    guard modifier.indices.contains(place) else { return nil }
    return "\(modifier[place])\(one) \(word)\(isText && !flags.isEmpty ? "[\(flags)]" : "") \(two)"
  }

  /// By the numbers of operators in the format.
  private static let words: [Int: String] = [
    0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH",
    9: "ENDSWITH", 10: "IN", 99: "CONTAINS", 100: "BETWEEN",
  ]

  // MARK: - Expressions

  static func expression(
    _ expression: ArchivedObject, depth: Int = 0
  ) throws(GraphError) -> String? {
    guard depth < depthLimit else { return nil }
    switch expression.className {
    case "NSSelfExpression": return "SELF"
    case "NSVariableExpression": return try expression.text("NSVariable").map { "$\($0)" }
    case "NSKeyPathSpecifierExpression": return try expression.text("NSKeyPath")
    case "NSConstantValueExpression": return try constant(expression)
    case "NSAggregateExpression": return try aggregate(expression, depth)
    case "NSKeyPathExpression": return try keyPath(expression, depth)
    case "NSFunctionExpression": return try function(expression, depth)
    default: return nil
    }
  }

  private static func constant(_ expression: ArchivedObject) throws(GraphError) -> String? {
    let value = try expression["NSConstantValue"]
    if case .object(let list) = value, list.className.hasSuffix("Array") { return nil }
    switch try value.value() {
    case let flag as Bool: return flag ? "TRUE" : "FALSE"
    case let number as Int: return "\(number)"
    case let number as Double: return "\(number)"
    case let number as Decimal: return "\(number)"
    case let text as String:
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    case nil: if case .nothing = value { return "NIL" } else { return nil }
    default: return nil
    }
  }

  private static func aggregate(
    _ expression: ArchivedObject, _ depth: Int
  ) throws(GraphError) -> String? {
    var members: [String] = []
    for case .object(let member) in try expression.elements("NSCollection") {
      guard let text = try self.expression(member, depth: depth + 1) else { return nil }
      members.append(text)
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The path of keys behind an object or a variable.
  private static func keyPath(
    _ expression: ArchivedObject, _ depth: Int
  ) throws(GraphError) -> String? {
    guard case .object(let path)? = try expression.elements("NSArguments").first,
      let keys = try self.expression(path, depth: depth + 1)
    else { return nil }
    guard let operand = try expression.object("NSOperand") else { return keys }
    guard let owner = try self.expression(operand, depth: depth + 1) else { return nil }
    return owner == "SELF" ? keys : "\(owner).\(keys)"
  }

  private static func function(
    _ expression: ArchivedObject, _ depth: Int
  ) throws(GraphError) -> String? {
    guard let selector = try expression.text("NSSelectorName") else { return nil }
    if selector.hasPrefix("valueForKey") { return try keyPath(expression, depth) }
    var arguments: [String] = []
    for case .object(let argument) in try expression.elements("NSArguments") {
      guard let text = try self.expression(argument, depth: depth + 1) else { return nil }
      arguments.append(text)
    }
    if let operation = Arithmetic(function: selector), arguments.count == 2 {
      return "(\(arguments[0]) \(operation.rawValue) \(arguments[1]))"
    }
    guard selector == "now" || arguments.count == 1 else { return nil }
    return "\(selector)(\(arguments.joined()))"
  }
}

// Conditions on what is no managed object: texts, numbers, dictionaries, and keys that only a class knows.

import Faultline
import Foundation

/// An evaluation of a condition for anything that key-value coding can ask.
struct PredicateEvaluation {
  /// What a term comes to.
  enum Result {
    case value(Value)
    case object(ManagedObjectID)
    case list([Result])

    var bare: Any? {
      switch self {
      case .value(let value): value.bare
      case .object(let id): id
      case .list(let members): members.map { $0.bare ?? NSNull() }
      }
    }
  }

  private let object: Any?
  private let variables: [String: Any]

  init(_ object: Any?, variables: [String: Any] = [:]) {
    self.object = object
    self.variables = variables
  }

  // MARK: - Conditions

  func holds(_ condition: QueryCondition) -> Bool {
    switch condition {
    case .truth(let holds): holds
    case .all(let parts): parts.allSatisfy(holds)
    case .any(let parts): parts.contains(where: holds)
    case .not(let part): !holds(part)
    case .comparison(let comparison): holds(comparison)
    }
  }

  private func holds(_ comparison: QueryComparison) -> Bool {
    let left = value(comparison.left)
    let right = value(comparison.right)
    func holds(_ member: Result?) -> Bool {
      relates(comparison.relation, member, right, comparison.options)
    }
    guard comparison.quantifier != .direct, case .list(let members) = left else {
      return holds(left)
    }
    return switch comparison.quantifier {
    case .any: members.contains(where: holds)
    case .all: members.allSatisfy(holds)
    case .none: !members.contains(where: holds)
    case .direct: holds(left)
    }
  }

  private func relates(
    _ relation: Relation, _ left: Result?, _ right: Result?, _ options: TextOptions
  ) -> Bool {
    switch relation {
    case .equal: return isEqual(left, right, options)
    case .unequal: return !isEqual(left, right, options)
    case .among:
      guard case .list(let members) = right else {
        return relates(.contains, right, left, options)
      }
      return members.contains { isEqual(left, $0, options) }
    case .between:
      guard case .list(let bounds) = right, bounds.count == 2 else { return false }
      return relates(.greaterOrEqual, left, bounds[0], options)
        && relates(.lessOrEqual, left, bounds[1], options)
    case .contains:
      if case .list(let members) = left { return members.contains { isEqual($0, right, options) } }
      fallthrough
    case .beginsWith, .endsWith, .like, .matches:
      guard case .value(.text(let text)) = left, case .value(.text(let pattern)) = right else {
        return false
      }
      return (try? TextMatching.holds(relation, text, pattern, options)) ?? false
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let order = order(left, right, options) else { return false }
      return switch relation {
      case .less: order == .orderedAscending
      case .lessOrEqual: order != .orderedDescending
      case .greater: order == .orderedDescending
      default: order != .orderedAscending
      }
    }
  }

  private func isEqual(_ one: Result?, _ other: Result?, _ options: TextOptions) -> Bool {
    switch (one, other) {
    case (nil, nil), (nil, .value(.none)), (.value(.none), nil): true
    case (.object(let one), .object(let other)): one == other
    case (.list(let one), .list(let other)):
      one.count == other.count && zip(one, other).allSatisfy { isEqual($0, $1, options) }
    case (.value(.none), .value(.none)): true
    default: order(one, other, options) == .orderedSame
    }
  }

  private func order(
    _ one: Result?, _ other: Result?, _ options: TextOptions
  ) -> ComparisonResult? {
    guard case .value(let one) = one, case .value(let other) = other else { return nil }
    func compare<T: Comparable>(_ one: T, _ other: T) -> ComparisonResult {
      one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
    }
    switch (one, other) {
    case (.text(let one), .text(let other)):
      return compare(TextMatching.folded(one, options), TextMatching.folded(other, options))
    case (.date(let one), .date(let other)): return compare(one, other)
    case (.data(let one), .data(let other)): return one == other ? .orderedSame : nil
    case (.uuid(let one), .uuid(let other)): return compare(one.uuidString, other.uuidString)
    case (.url(let one), .url(let other)): return compare(one.absoluteString, other.absoluteString)
    default:
      guard let one = number(one), let other = number(other) else { return nil }
      return compare(one, other)
    }
  }

  private func number(_ value: Value) -> Decimal? {
    switch value {
    case .integer(let number): Decimal(number)
    case .double(let number): Decimal(number)
    case .decimal(let number): number
    case .truth(let flag): flag ? 1 : 0
    default: nil
    }
  }

  // MARK: - Terms

  func value(_ term: QueryTerm) -> Result? {
    switch term.kind {
    case .constant(let constant): result(constant)
    case .selfObject: result(object)
    case .variable(let name): result(variables[name])
    case .path(let origin, let steps): follow(origin.map(bareValue) ?? object, steps)
    case .list(let parts): .list(parts.map { value($0) ?? .value(.none) })
    case .negative(let part): arithmetic(.minus, .value(.integer(0)), value(part))
    case .binary(let operation, let one, let two): arithmetic(operation, value(one), value(two))
    case .ternary(let condition, let one, let two): value(holds(condition) ? one : two)
    case .call(let name, let parts): call(name, parts)
    case .subquery(let collection, let variable, let condition):
      subquery(collection, variable, condition)
    case .argument: nil
    }
  }

  private func bareValue(_ term: QueryTerm) -> Any? {
    switch term.kind {
    case .selfObject: object
    case .variable(let name): variables[name]
    case .path(let origin, let steps):
      KeyPathWalk.value(of: origin.map(bareValue) ?? object, names(steps)[...])
    default: value(term)?.bare
    }
  }

  private func names(_ steps: [KeyStep]) -> [String] {
    steps.compactMap { step in
      switch step.name {
      case .key(let name): name
      case .aggregate(let name): name.hasPrefix("@") ? name : "@" + name
      case .argument: nil
      }
    }
  }

  private func follow(_ origin: Any?, _ steps: [KeyStep]) -> Result? {
    if let text = origin as? String, names(steps) == ["length"] {
      return .value(.integer(text.count))
    }
    return result(KeyPathWalk.value(of: origin, names(steps)[...]))
  }

  private func subquery(
    _ collection: QueryTerm, _ variable: String, _ condition: QueryCondition
  ) -> Result? {
    let members: [Any]
    switch bareValue(collection) {
    case let set as NSSet: members = set.allObjects
    case let set as NSOrderedSet: members = set.array
    case let list as [Any]: members = list
    default: return nil
    }
    let found = members.filter { member in
      PredicateEvaluation(object, variables: variables.merging([variable: member]) { $1 })
        .holds(condition)
    }
    return .list(found.compactMap { result($0) })
  }

  private func call(_ name: String, _ parts: [QueryTerm]) -> Result? {
    guard let first = parts.first, let argument = value(first) else { return nil }
    switch (name.lowercased(), argument) {
    case ("count", .list(let members)): return .value(.integer(members.count))
    case ("uppercase", .value(.text(let text))): return .value(.text(text.uppercased()))
    case ("lowercase", .value(.text(let text))): return .value(.text(text.lowercased()))
    case ("length", .value(.text(let text))): return .value(.integer(text.count))
    default: return nil
    }
  }

  private func arithmetic(_ operation: Arithmetic, _ one: Result?, _ two: Result?) -> Result? {
    guard case .value(let one) = one, case .value(let two) = two, let one = number(one),
      let two = number(two)
    else { return nil }
    let result: Decimal? =
      switch operation {
      case .plus: one + two
      case .minus: one - two
      case .times: one * two
      case .divided: two == 0 ? nil : one / two
      default: nil
      }
    return result.map { .value(.decimal($0)) }
  }

  private func result(_ constant: QueryConstant) -> Result? {
    switch constant {
    case .value(let value): .value(value)
    case .object(let id): .object(id)
    case .reference: nil
    case .list(let members): .list(members.map { result($0) ?? .value(.none) })
    }
  }

  private func result(_ value: Any?) -> Result? {
    switch Boxing.bare(value) {
    case nil: .value(.none)
    case let id as ManagedObjectID: .object(id)
    case let object as ManagedObject: .object(object.objectID)
    case let set as NSSet: .list(set.allObjects.compactMap { result($0) })
    case let list as [Any]: .list(list.compactMap { result($0) })
    case let bare: Value(bare: bare).map { .value($0) }
    }
  }
}

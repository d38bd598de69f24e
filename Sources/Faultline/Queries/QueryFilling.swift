// Gives arguments and variables of a predicate their values.

import Foundation

/// What is put into a tree.
struct QueryFilling {
  /// The arguments of the format, in their order.
  var arguments: [Any?] = []
  /// Values of variables by their names.
  var variables: [String: QueryConstant] = [:]
  /// Variables that stand for objects of a context, so that keys may follow them.
  var objects: [String: ManagedObject] = [:]

  /// Puts in arguments.
  init(arguments: [Any?]) { self.arguments = arguments }

  /// Puts in values of variables, or says which value no property can hold.
  init(variables values: [String: Any?]) throws(GraphError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let constant = Self.constant(value) else {
        throw GraphError(
          .unsupportedRequest,
          "The value of $\(name) \(Self.objection(value)).", key: name)
      }
      variables[name] = constant
      objects[name] = value as? ManagedObject
    }
  }

  /// A value as it stands in a predicate; nil for what no predicate can contain.
  static func constant(_ value: Any?) -> QueryConstant? {
    switch value {
    case nil, is NSNull: return .value(.none)
    case let object as ManagedObject: return .object(object.objectID)
    case let id as ManagedObjectID: return .object(id)
    case let constant as QueryConstant: return constant
    case let list as [Any?]: return constants(list)
    case let set as Set<AnyHashable>:
      // A set has no order, and nothing that is printed may depend on a hash.
      return constants(set.map { $0.base }).map(inOrder)
    case let range as ClosedRange<Int>: return constants([range.lowerBound, range.upperBound])
    case let range as ClosedRange<Double>: return constants([range.lowerBound, range.upperBound])
    default:
      guard let value = Value(bare: value) else { return nil }
      return value.isSayable ? .value(value) : nil
    }
  }

  private static func constants(_ list: [Any?]) -> QueryConstant? {
    var constants: [QueryConstant] = []
    constants.reserveCapacity(list.count)
    for element in list {
      guard let constant = constant(element) else { return nil }
      constants.append(constant)
    }
    return .list(constants)
  }

  private static func inOrder(_ list: QueryConstant) -> QueryConstant {
    guard case .list(let parts) = list else { return list }
    return .list(parts.sorted { $0.description < $1.description })
  }

  // MARK: - Trees

  func condition(_ condition: QueryCondition) throws(QueryMistake) -> QueryCondition {
    switch condition {
    case .truth: return condition
    case .all(let parts): return .all(try conditions(parts))
    case .any(let parts): return .any(try conditions(parts))
    case .not(let part): return .not(try self.condition(part))
    case .comparison(let comparison):
      return .comparison(
        QueryComparison(
          quantifier: comparison.quantifier, left: try term(comparison.left),
          relation: comparison.relation, options: comparison.options,
          right: try term(comparison.right), place: comparison.place))
    }
  }

  private func conditions(_ parts: [QueryCondition]) throws(QueryMistake) -> [QueryCondition] {
    var filled: [QueryCondition] = []
    for part in parts { filled.append(try condition(part)) }
    return filled
  }

  private func terms(_ parts: [QueryTerm]) throws(QueryMistake) -> [QueryTerm] {
    var filled: [QueryTerm] = []
    for part in parts { filled.append(try term(part)) }
    return filled
  }

  func term(_ term: QueryTerm) throws(QueryMistake) -> QueryTerm {
    let kind: QueryTerm.Kind
    switch term.kind {
    case .constant, .selfObject: return term
    case .path(let origin?, let steps):
      if case .variable(let name) = origin.kind, let object = objects[name] {
        kind = .constant(try follow(try keys(steps), from: object))
        break
      }
      kind = .path(try self.term(origin), try keys(steps))
    case .path(nil, let steps): kind = .path(nil, try keys(steps))
    case .variable(let name):
      guard let value = variables[name] else { return term }
      kind = .constant(value)
    case .argument(let number, let placeholder):
      kind = .constant(try argument(number, placeholder, term.place))
    case .list(let parts): kind = .list(try terms(parts))
    case .negative(let part): kind = .negative(try self.term(part))
    case .binary(let operation, let one, let two):
      kind = .binary(operation, try self.term(one), try self.term(two))
    case .call(let name, let parts): kind = .call(name, try terms(parts))
    case .ternary(let condition, let one, let two):
      kind = .ternary(try self.condition(condition), try self.term(one), try self.term(two))
    case .subquery(let collection, let variable, let condition):
      // The subquery's own variable hides one of the same name outside.
      var inner = self
      inner.variables[variable] = nil
      inner.objects[variable] = nil
      kind = .subquery(
        try self.term(collection), variable: variable, try inner.condition(condition))
    }
    return QueryTerm(kind: kind, place: term.place)
  }

  /// What keys lead to from an object of a context.
  private func follow(
    _ steps: [KeyStep], from start: ManagedObject
  ) throws(QueryMistake) -> QueryConstant {
    var value: Any? = start
    for step in steps {
      guard case .key(let key) = step.name, let object = value as? ManagedObject else {
        if value == nil { return .value(.none) }
        throw QueryMistake("no key can follow this", at: step.place)
      }
      do throws(GraphError) {
        value = try object.value(of: try object.property(key))
      } catch {
        throw QueryMistake(error.message, at: step.place, key: key)
      }
    }
    guard let constant = Self.constant(value) else {
      throw QueryMistake("no predicate can speak of this value", at: steps.last?.place)
    }
    return constant
  }

  // MARK: - Arguments

  private func argument(
    _ number: Int, _ placeholder: Placeholder, _ place: QueryPlace
  ) throws(QueryMistake) -> QueryConstant {
    // Variables may be filled in before the arguments were, but never the other way round.
    guard arguments.indices.contains(number) else {
      throw QueryMistake("there is no argument for this", at: place)
    }
    guard let constant = Self.constant(arguments[number]) else {
      throw QueryMistake(
        "argument \(number + 1) \(Self.objection(arguments[number]))", at: place)
    }
    switch (placeholder, constant) {
    case (.value, _), (.integer, .value(.integer)), (.real, .value(.double)): return constant
    case (.real, .value(.integer(let number))): return .value(.double(Double(number)))
    case (.integer, .value(.truth(let flag))): return .value(.integer(flag ? 1 : 0))
    default:
      let wanted = placeholder == .integer ? "an integer" : "a number"
      throw QueryMistake(
        "argument \(number + 1) must be \(wanted), and is a \(Self.type(arguments[number]))",
        at: place)
    }
  }

  private static func type(_ value: Any?) -> String {
    value.map { "\(Swift.type(of: $0))" } ?? "nil"
  }

  /// Why a value is no argument of a predicate.
  private static func objection(_ value: Any?) -> String {
    guard let known = Value(bare: value), !known.isSayable else {
      return "is a \(type(value)), which no property can hold"
    }
    return known.isUndefined
      ? "is not a number, which no property can hold; look for what has no value by '== NIL'"
      : "is infinite, which no predicate can say; compare with a finite number"
  }

  /// The keys of a path; one argument may bring several of them.
  private func keys(_ steps: [KeyStep]) throws(QueryMistake) -> [KeyStep] {
    var keys: [KeyStep] = []
    for step in steps {
      guard case .argument(let number) = step.name else {
        keys.append(step)
        continue
      }
      guard arguments.indices.contains(number), let path = arguments[number] as? String,
        let names = KeyPathText(path).steps(at: step.place)
      else {
        throw QueryMistake(
          "argument \(number + 1) must be a key or a path of keys, such as 'department.name'",
          at: step.place)
      }
      keys += names
    }
    return keys
  }
}

extension Value {
  /// Whether a predicate can say it: it is printed as digits, which have no form for what is not finite.
  fileprivate var isSayable: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .date(let date): date.timeIntervalSinceReferenceDate.isFinite
    default: !isUndefined
    }
  }
}

/// A path of keys that stands alone, such as `department.name`.
struct KeyPathText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Its keys, with their own places or at the place of an argument; nil if it is no path.
  func steps(at place: QueryPlace? = nil) -> [KeyStep]? {
    var steps: [KeyStep] = []
    var offset = 0
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let isAggregate = part.first == "@"
      let name = isAggregate ? part.dropFirst() : part
      guard !name.isEmpty else { return nil }
      let own = QueryPlace(text: text, offsets: offset..<offset + part.unicodeScalars.count)
      offset += part.unicodeScalars.count + 1
      steps.append(
        KeyStep(
          name: isAggregate ? .aggregate(String(name)) : .key(String(name)), place: place ?? own))
    }
    return steps
  }
}

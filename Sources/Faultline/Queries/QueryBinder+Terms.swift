// Terms find their places: paths, functions, figures about many.

import Foundation

extension QueryBinder {
  /// What a term stands for.
  mutating func operand(_ term: QueryTerm) throws(QueryMistake) -> Operand {
    switch term.kind {
    case .constant(let constant): return try self.constant(constant, term.place)
    case .selfObject: return .one(.object(start), .object(entity))
    case .variable(let name):
      guard let path = variable(name) else { throw unfilled(name, term.place) }
      return .one(.object(path), .object(path.entity))
    case .argument: throw QueryMistake("there is no argument for this", at: term.place)
    case .path(let origin, let steps): return try path(origin, steps)
    case .list(let parts):
      var bound: [(term: BoundTerm, type: QueryType)] = []
      for part in parts { bound.append(try single(part)) }
      return .list(bound)
    case .negative(let part):
      let (inner, type) = try number(part)
      return .one(.negative(inner), type)
    case .binary(let operation, let one, let two): return try arithmetic(operation, one, two)
    case .call(let name, let parts): return try call(name, parts, term.place)
    case .ternary(let condition, let one, let two):
      let test = try self.condition(condition)
      let (first, second) = (try single(one), try single(two))
      guard first.type.goesWith(second.type) else {
        throw QueryMistake(
          "the two values are \(first.type.words) and \(second.type.words)", at: term.place)
      }
      let type = first.type.isNothing ? second.type : first.type
      return .one(.ternary(test, first.term, second.term), type)
    case .subquery(let collection, let variable, let condition):
      return try subquery(collection, variable, condition)
    }
  }

  private var start: BoundPath { BoundPath(scope: 0, entity: entity) }

  private func unfilled(_ name: String, _ place: QueryPlace) -> QueryMistake {
    QueryMistake("$\(name) has no value; substitute one for it", at: place, variable: name)
  }

  /// A term with one value.
  mutating func single(_ term: QueryTerm) throws(QueryMistake) -> (term: BoundTerm, type: QueryType)
  {
    switch try operand(term) {
    case .one(let bound, let type): return (bound, type)
    case .many:
      throw QueryMistake("this leads to many values, and one belongs here", at: term.place)
    case .list: throw QueryMistake("a list cannot stand here", at: term.place)
    }
  }

  // MARK: - Constants

  private func constant(
    _ constant: QueryConstant, _ place: QueryPlace
  ) throws(QueryMistake) -> Operand {
    switch constant {
    case .value(let value): return .one(.constant(Scalar(value)), QueryType(value))
    case .object(let id): return .one(.constant(.object(Identity(id))), .object(id.entity))
    case .reference(let text):
      guard let id = resolve(text) else {
        throw QueryMistake("no open store has the object of this URI", at: place)
      }
      return .one(.constant(.object(Identity(id))), .object(id.entity))
    case .list(let parts):
      var bound: [(term: BoundTerm, type: QueryType)] = []
      for part in parts {
        guard case .one(let term, let type) = try self.constant(part, place) else {
          throw QueryMistake("a list cannot hold a list", at: place)
        }
        bound.append((term, type))
      }
      return .list(bound)
    }
  }

  // MARK: - Paths

  private mutating func path(
    _ origin: QueryTerm?, _ steps: [KeyStep]
  ) throws(QueryMistake) -> Operand {
    guard let origin else { return try follow(steps[...], from: start, through: []) }
    switch try operand(origin) {
    case .one(.object(let path), _): return try follow(steps[...], from: path, through: [])
    case .many(let chain, .object(let path), _):
      return try follow(steps[...], from: path, through: chain.links)
    default: throw QueryMistake("no key can follow this", at: origin.place)
    }
  }

  /// Follows keys from an object: to a value, to an object, or through to-many relationships to many.
  private mutating func follow(
    _ steps: ArraySlice<KeyStep>, from origin: BoundPath, through links: [Chain.Link]
  ) throws(QueryMistake) -> Operand {
    var path = origin
    var links = links
    var rest = steps
    while let step = rest.popFirst() {
      switch step.name {
      case .argument: throw QueryMistake("there is no argument for this", at: step.place)
      case .aggregate(let name):
        return try aggregate(name, rest, step.place, path, links)
      case .key(let key):
        switch path.entity.layout.property(named: key) {
        case .relationship(let tie):
          let place = path.entity.layout.ties[tie]
          guard let destination = place.relationship.destinationEntity else { break }
          if place.isToMany {
            let scope = openScope()
            links.append(Chain.Link(owner: path, tie: tie, scope: scope, condition: nil))
            path = BoundPath(scope: scope, entity: destination)
          } else {
            path.steps.append(BoundPath.Step(entity: path.entity, tie: tie))
            path.entity = destination
          }
        case .attribute(let slot):
          return try attribute(slot, path, links, rest, step)
        case nil:
          if key.lowercased() == "self" { continue }
          if key == "objectID", rest.isEmpty { continue }
          throw unknown(key, path.entity, step.place)
        }
      }
    }
    return operand(.object(path), .object(path.entity), links)
  }

  private func operand(_ term: BoundTerm, _ type: QueryType, _ links: [Chain.Link]) -> Operand {
    links.isEmpty ? .one(term, type) : .many(Chain(links: links), term, type)
  }

  private func attribute(
    _ slot: Int, _ path: BoundPath, _ links: [Chain.Link], _ rest: ArraySlice<KeyStep>,
    _ step: KeyStep
  ) throws(QueryMistake) -> Operand {
    guard let attribute = path.entity.layout.slots[slot].attribute else {
      return operand(.object(path), .object(path.entity), links)
    }
    if let next = rest.first {
      throw QueryMistake(
        "'\(path.entity.name).\(attribute.name)' is a value, and no key can follow it",
        at: next.place, key: attribute.name)
    }
    if attribute.isTransient, purpose != .objects {
      throw QueryMistake(
        "'\(path.entity.name).\(attribute.name)' is transient, so no store can find objects by it; "
          + "fetch without it and filter the objects", at: step.place, key: attribute.name)
    }
    return operand(.attribute(path, slot: slot), QueryType(attribute), links)
  }

  private func unknown(
    _ key: String, _ entity: EntityDescription, _ place: QueryPlace
  ) -> QueryMistake {
    if entity.fetchedPropertiesByName[key] != nil {
      return QueryMistake(
        "'\(entity.name).\(key)' is a fetched property, and no store can look into it", at: place,
        key: key)
    }
    return QueryMistake(
      unknown: key, "'\(entity.name)' has no property '\(key)'", known: entity.layout.keys,
      at: place)
  }

  // MARK: - Figures

  private mutating func aggregate(
    _ name: String, _ rest: ArraySlice<KeyStep>, _ place: QueryPlace, _ path: BoundPath,
    _ links: [Chain.Link]
  ) throws(QueryMistake) -> Operand {
    guard let aggregate = Aggregate(name: name) else {
      throw QueryMistake(
        unknown: name, "there is no @\(name)", known: Aggregate.allCases.map(\.rawValue), at: place)
    }
    guard !links.isEmpty || purpose == .groups && path.scope == 0 && path.steps.isEmpty else {
      throw QueryMistake("@\(name) must follow a to-many relationship", at: place)
    }
    if aggregate == .count, let next = rest.first {
      throw QueryMistake("nothing can follow @count", at: next.place)
    }
    guard aggregate == .count || !rest.isEmpty else {
      throw QueryMistake("@\(name) needs a key behind it, as in @sum.salary", at: place)
    }
    let inner = try follow(rest, from: path, through: links)
    return try self.aggregate(of: inner, aggregate, place)
  }

  private func aggregate(
    of operand: Operand, _ aggregate: Aggregate, _ place: QueryPlace
  ) throws(QueryMistake) -> Operand {
    switch operand {
    case .many(let chain, let term, let type):
      let result = try self.type(of: aggregate, type, place)
      return .one(.aggregate(aggregate, chain, counted(aggregate, term)), result)
    case .one(let term, let type) where purpose == .groups:
      let result = try self.type(of: aggregate, type, place)
      return .one(.groupAggregate(aggregate, counted(aggregate, term)), result)
    default:
      throw QueryMistake(
        "\(aggregate.rawValue) needs many values, at the end of a to-many relationship", at: place)
    }
  }

  /// Objects are counted; of values, those that are there.
  private func counted(_ aggregate: Aggregate, _ term: BoundTerm) -> BoundTerm? {
    if aggregate == .count, case .object(let path) = term, path.steps.isEmpty { return nil }
    return term
  }

  private func type(
    of aggregate: Aggregate, _ type: QueryType, _ place: QueryPlace
  ) throws(QueryMistake) -> QueryType {
    switch (aggregate, type) {
    case (.count, _): return .integer
    case (.sum, .truth): return .integer
    case (.sum, _) where type.isNumber: return type
    case (.average, _) where type.isNumber: return .real
    case (.min, .date), (.max, .date), (.min, .text), (.max, .text), (.min, .url), (.max, .url):
      return type
    case (.min, _) where type.isNumber: return type
    case (.max, _) where type.isNumber: return type
    default:
      throw QueryMistake("there is no \(aggregate.rawValue) of \(type.words)", at: place)
    }
  }

  private mutating func subquery(
    _ collection: QueryTerm, _ variable: String, _ condition: QueryCondition
  ) throws(QueryMistake) -> Operand {
    guard case .many(let chain, .object(let path), let type) = try operand(collection),
      path.steps.isEmpty
    else {
      throw QueryMistake(
        "SUBQUERY needs a to-many relationship to look through", at: collection.place)
    }
    var links = chain.links
    let inner = try self.condition(condition, where: variable, is: path)
    let last = links.count - 1
    links[last].condition = links[last].condition.map { .all([$0, inner]) } ?? inner
    return .many(Chain(links: links), .object(path), type)
  }

  // MARK: - Arithmetic and functions

  private mutating func number(_ term: QueryTerm) throws(QueryMistake) -> (BoundTerm, QueryType) {
    let (bound, type) = try single(term)
    guard type.isNumber || type.isNothing else {
      throw QueryMistake("a number belongs here, and this is \(type.words)", at: term.place)
    }
    return (bound, type)
  }

  private mutating func arithmetic(
    _ operation: Arithmetic, _ one: QueryTerm, _ two: QueryTerm
  ) throws(QueryMistake) -> Operand {
    let (left, right) = (try single(one), try single(two))
    let term = BoundTerm.arithmetic(operation, left.term, right.term)
    switch (operation, left.type, right.type) {
    case (.minus, .date, .date): return .one(term, .real)
    case (.plus, .date, _) where right.type.isNumber, (.minus, .date, _) where right.type.isNumber:
      return .one(term, .date)
    case (.plus, _, .date) where left.type.isNumber: return .one(term, .date)
    default: break
    }
    for (type, place) in [(left.type, one.place), (right.type, two.place)]
    where !type.isNumber && !type.isNothing {
      throw QueryMistake("a number belongs here, and this is \(type.words)", at: place)
    }
    guard !operation.isAboutBits else { return .one(term, .integer) }
    return .one(term, operation == .power ? .real : wider(left.type, right.type))
  }

  private func wider(_ one: QueryType, _ two: QueryType) -> QueryType {
    switch (one, two) {
    case (.real, _), (_, .real), (.decimal, _), (_, .decimal): .real
    default: .integer
    }
  }

  private mutating func call(
    _ name: String, _ parts: [QueryTerm], _ place: QueryPlace
  ) throws(QueryMistake) -> Operand {
    let plain = name.lowercased()
    if plain == "now", parts.isEmpty {
      usesClock = true
      return .one(.constant(Scalar(.date(now))), .date)
    }
    if plain == "noindex", parts.count == 1 { return try operand(parts[0]) }
    if let aggregate = Aggregate(name: plain), parts.count == 1 {
      return try self.aggregate(of: try operand(parts[0]), aggregate, place)
    }
    if let operation = Arithmetic(function: plain), parts.count == 2 {
      return try arithmetic(operation, parts[0], parts[1])
    }
    guard let function = QueryFunction(rawValue: plain) else {
      let known =
        QueryFunction.allCases.map(\.rawValue) + Aggregate.allCases.map(\.rawValue)
        + Arithmetic.functions + ["now", "noindex"]
      throw QueryMistake(
        unknown: plain, "there is no function '\(name)'", known: known, at: place)
    }
    guard parts.count == function.argumentCount else {
      throw QueryMistake(
        "\(plain) takes \(function.argumentCount) argument(s), and \(parts.count) are given",
        at: place)
    }
    var arguments: [BoundTerm] = []
    var type = QueryType.integer
    for part in parts {
      let (term, kind) = try single(part)
      guard kind.isNothing || (function.takesText ? kind.isText : kind.isNumber) else {
        throw QueryMistake(
          "\(plain) takes \(function.takesText ? "text" : "a number"), and this is \(kind.words)",
          at: part.place)
      }
      arguments.append(term)
      type = wider(type, kind)
    }
    return .one(.function(function, arguments), self.type(of: function, type))
  }

  private func type(of function: QueryFunction, _ argument: QueryType) -> QueryType {
    switch function {
    case .uppercase, .lowercase: .text
    case .length, .onesComplement: .integer
    case .abs, .ceiling, .floor, .trunc, .modulus: argument
    case .sqrt, .exp, .ln, .log: .real
    }
  }
}

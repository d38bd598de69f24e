// The part of the predicate language that has values: arithmetic, paths, constants, functions.

import Foundation

extension QueryParser {
  // MARK: - Arithmetic

  /// The sign that comes next, and how strongly it binds.
  private var nextOperation: (operation: Arithmetic, strength: Int)? {
    guard case .sign(let sign) = token.kind, let operation = Arithmetic(rawValue: sign) else {
      return nil
    }
    return (operation, operation.strength)
  }

  /// A term with all signs that compute, or with those of a strength and above; equals go from left to right.
  mutating func formula(from weakest: Int = 0) throws(QueryMistake) -> Phrase {
    var left = try sign()
    while let (operation, strength) = nextOperation, strength >= weakest {
      advance()
      let right = try term(try formula(from: strength + 1))
      let former = try term(left)
      guard max(former.depth, right.depth) < Self.deepest else {
        throw QueryMistake("this lies more than \(Self.deepest) levels deep", at: right.place)
      }
      left = .term(
        QueryTerm(kind: .binary(operation, former, right), place: former.place.joined(right.place)))
    }
    return left
  }

  private mutating func sign() throws(QueryMistake) -> Phrase {
    let start = token.place
    let isComplement = token.kind == .sign("~")
    guard take("-") || take("~") else { return try reach() }
    let inner = try nested { parser throws(QueryMistake) in
      try parser.term(try parser.sign())
    }
    let place = start.joined(inner.place)
    switch inner.kind {
    case _ where isComplement:
      let call = QueryTerm.Kind.call(QueryFunction.onesComplement.rawValue, [inner])
      return .term(QueryTerm(kind: call, place: place))
    case .constant(.value(.integer(let number))):
      return .term(QueryTerm(kind: .constant(.value(.integer(-number))), place: place))
    case .constant(.value(.double(let number))):
      return .term(QueryTerm(kind: .constant(.value(.double(-number))), place: place))
    default: return .term(QueryTerm(kind: .negative(inner), place: place))
    }
  }

  // MARK: - Paths

  /// A term, and the keys that lead on from it.
  private mutating func reach() throws(QueryMistake) -> Phrase {
    let first = try single()
    // Options of a comparison stand behind its sign, so a bracket here can only be an index.
    guard token.kind == .sign(".") || token.kind == .sign("[") else { return first }
    let base = try term(first)
    var steps: [KeyStep] = []
    var place = base.place
    while true {
      let step: KeyStep
      if take(".") {
        step = try self.step()
      } else if token.kind == .sign("[") {
        step = try size()
      } else {
        break
      }
      place = place.joined(step.place)
      steps.append(step)
    }
    if case .path(let origin, let begun) = base.kind {
      return .term(QueryTerm(kind: .path(origin, begun + steps), place: place))
    }
    return .term(QueryTerm(kind: .path(base, steps), place: place))
  }

  private mutating func step() throws(QueryMistake) -> KeyStep {
    let place = token.place
    let name: KeyStep.Name
    switch token.kind {
    case .name(let key): name = .key(key)
    // Behind a point a reserved word is a name.
    case .keyword: name = .key(word(at: place))
    case .aggregate(let function): name = .aggregate(function)
    case .placeholder(.key): name = .argument(nextArgument())
    default: throw QueryMistake("a key must follow the point", at: place)
    }
    advance()
    return KeyStep(name: name, place: place)
  }

  /// `[SIZE]`, which is another way to write `@count`; other indexes ask for members by their places.
  private mutating func size() throws(QueryMistake) -> KeyStep {
    let start = token.place
    advance()
    let index = token.place
    guard case .name(let name) = token.kind, name.uppercased() == "SIZE" else {
      throw QueryMistake(
        "only [SIZE] can stand here: no store finds members by their places; fetch them, sorted and limited",
        at: index)
    }
    advance()
    let place = start.joined(token.place)
    try expect("]", "must close the index")
    return KeyStep(name: .aggregate("count"), place: place)
  }

  private func word(at place: QueryPlace) -> String {
    var word = String.UnicodeScalarView()
    let scalars = place.text.unicodeScalars
    word.append(contentsOf: scalars.dropFirst(place.offsets.lowerBound).prefix(place.offsets.count))
    return String(word)
  }

  // MARK: - Single words

  private mutating func single() throws(QueryMistake) -> Phrase {
    let token = token
    func constant(_ value: Value) -> Phrase {
      .term(QueryTerm(kind: .constant(.value(value)), place: token.place))
    }
    switch token.kind {
    case .integer(let number): advance(); return constant(.integer(number))
    case .real(let number): advance(); return constant(.double(number))
    case .text(let text): advance(); return constant(.text(text))
    case .variable(let name):
      advance()
      return .term(QueryTerm(kind: .variable(name), place: token.place))
    case .placeholder(.key):
      advance()
      let step = KeyStep(name: .argument(nextArgument()), place: token.place)
      return .term(QueryTerm(kind: .path(nil, [step]), place: token.place))
    case .placeholder(let placeholder):
      advance()
      return .term(QueryTerm(kind: .argument(nextArgument(), placeholder), place: token.place))
    case .aggregate(let name):
      advance()
      let step = KeyStep(name: .aggregate(name), place: token.place)
      return .term(QueryTerm(kind: .path(nil, [step]), place: token.place))
    case .name(let name):
      advance()
      if self.token.kind == .sign("(") { return .term(try call(name, token.place)) }
      let step = KeyStep(name: .key(name), place: token.place)
      return .term(QueryTerm(kind: .path(nil, [step]), place: token.place))
    case .keyword(let keyword): return try word(keyword, token.place)
    case .sign("("):
      advance()
      let inner = try nested { parser throws(QueryMistake) in try parser.either() }
      try expect(")", "must close the parenthesis")
      return inner
    case .sign("{"): return .term(try list(token.place))
    case .end: throw QueryMistake("the text ends where a value belongs", at: token.place)
    default: throw QueryMistake("a value belongs here", at: token.place)
    }
  }

  private mutating func word(
    _ keyword: Keyword, _ place: QueryPlace
  ) throws(QueryMistake) -> Phrase {
    advance()
    func constant(_ value: Value) -> Phrase {
      .term(QueryTerm(kind: .constant(.value(value)), place: place))
    }
    switch keyword {
    case .selfObject: return .term(QueryTerm(kind: .selfObject, place: place))
    case .nothing, .null: return constant(.none)
    case .yes, .right: return constant(.truth(true))
    case .no, .wrong: return constant(.truth(false))
    case .always: return .condition(.truth(true), place)
    case .never: return .condition(.truth(false), place)
    case .cast: return .term(try cast(place))
    case .subquery: return .term(try subquery(place))
    case .ternary: return .term(try ternary(place))
    case .function:
      let call = try call("FUNCTION", place)
      return .term(try plainCall(call))
    default:
      throw QueryMistake(
        "\(keyword.rawValue) cannot stand here; a property of that name is '#\(word(at: place))'",
        at: place)
    }
  }

  private mutating func list(_ start: QueryPlace) throws(QueryMistake) -> QueryTerm {
    advance()
    var parts: [QueryTerm] = []
    while token.kind != .sign("}") {
      let part = try nested { parser throws(QueryMistake) in try parser.term(try parser.formula()) }
      parts.append(part)
      guard take(",") else { break }
    }
    let place = start.joined(token.place)
    try expect("}", "must close the list")
    return QueryTerm(kind: .list(parts), place: place)
  }

  // MARK: - Functions

  private mutating func call(_ name: String, _ start: QueryPlace) throws(QueryMistake) -> QueryTerm
  {
    try expect("(", "must open the arguments")
    var parts: [QueryTerm] = []
    while token.kind != .sign(")") {
      let part = try nested { parser throws(QueryMistake) in try parser.term(try parser.formula()) }
      parts.append(part)
      guard take(",") else { break }
    }
    let place = start.joined(token.place)
    try expect(")", "must close the arguments")
    if name.uppercased() == "FETCH" {
      throw QueryMistake(
        "FETCH has no meaning here; fetch first, and give what was found as an argument of IN",
        at: place)
    }
    return QueryTerm(kind: .call(Self.plainName(name), parts), place: place)
  }

  /// A function's name without the colons of `NSExpression`'s: `modulus:by:` is `modulus`.
  private static func plainName(_ selector: String) -> String {
    selector.split(separator: ":").first.map(String.init) ?? selector
  }

  /// `FUNCTION(term, 'name', …)`: the function of that name, of the term and what follows.
  private func plainCall(_ call: QueryTerm) throws(QueryMistake) -> QueryTerm {
    guard case .call(_, let parts) = call.kind, parts.count >= 2,
      case .constant(.value(.text(let selector))) = parts[1].kind
    else {
      throw QueryMistake("FUNCTION takes a value and the name of a function", at: call.place)
    }
    return QueryTerm(
      kind: .call(Self.plainName(selector), [parts[0]] + parts.dropFirst(2)), place: call.place)
  }

  private mutating func subquery(_ start: QueryPlace) throws(QueryMistake) -> QueryTerm {
    try expect("(", "must open the subquery")
    let collection = try nested { parser throws(QueryMistake) in
      try parser.term(try parser.formula())
    }
    try expect(",", "must follow the collection")
    guard case .variable(let variable) = token.kind else {
      throw QueryMistake("a variable such as $x belongs here", at: token.place)
    }
    advance()
    try expect(",", "must follow the variable")
    let condition = try nested { parser throws(QueryMistake) in
      try parser.condition(try parser.either())
    }
    let place = start.joined(token.place)
    try expect(")", "must close the subquery")
    return QueryTerm(kind: .subquery(collection, variable: variable, condition), place: place)
  }

  private mutating func ternary(_ start: QueryPlace) throws(QueryMistake) -> QueryTerm {
    try expect("(", "must open the choice")
    let condition = try nested { parser throws(QueryMistake) in
      try parser.condition(try parser.either())
    }
    try expect(",", "must follow the condition")
    let one = try nested { parser throws(QueryMistake) in try parser.term(try parser.formula()) }
    try expect(",", "must follow the first value")
    let two = try nested { parser throws(QueryMistake) in try parser.term(try parser.formula()) }
    let place = start.joined(token.place)
    try expect(")", "must close the choice")
    return QueryTerm(kind: .ternary(condition, one, two), place: place)
  }

  /// `CAST(700000000.0, "NSDate")` and the like: constants that have no letters of their own.
  private mutating func cast(_ start: QueryPlace) throws(QueryMistake) -> QueryTerm {
    let call = try call("CAST", start)
    guard case .call(_, let parts) = call.kind, parts.count == 2,
      case .constant(.value(let value)) = parts[0].kind,
      case .constant(.value(.text(let type))) = parts[1].kind
    else {
      throw QueryMistake("CAST takes a number or a text, and the name of a type", at: call.place)
    }
    guard let constant = QueryConstant(casting: value, to: type) else {
      throw QueryMistake(
        "this cannot be cast to \"\(type)\"; there are NSDate, NSDecimalNumber, NSUUID, NSURL, "
          + "NSData and NSManagedObjectID", at: call.place)
    }
    return QueryTerm(kind: .constant(constant), place: call.place)
  }
}

extension QueryConstant {
  /// What `CAST` makes of a number or a text.
  fileprivate init?(casting value: Value, to type: String) {
    switch (type, value) {
    case ("NSDate", .integer(let seconds)):
      self = .value(.date(Date(timeIntervalSinceReferenceDate: Double(seconds))))
    case ("NSDate", .double(let seconds)):
      self = .value(.date(Date(timeIntervalSinceReferenceDate: seconds)))
    case ("NSDecimalNumber", .text(let text)):
      guard let number = Decimal(string: text) else { return nil }
      self = .value(.decimal(number))
    case ("NSUUID", .text(let text)):
      guard let uuid = UUID(uuidString: text) else { return nil }
      self = .value(.uuid(uuid))
    case ("NSURL", .text(let text)):
      guard let url = URL(string: text) else { return nil }
      self = .value(.url(url))
    case ("NSData", .text(let text)):
      guard let data = Data(base64Encoded: text) else { return nil }
      self = .value(.data(data))
    case ("NSManagedObjectID", .text(let text)): self = .reference(text)
    default: return nil
    }
  }
}

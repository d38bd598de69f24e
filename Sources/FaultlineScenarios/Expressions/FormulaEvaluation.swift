// The value of a tree in a scope.

import FaultlineMeasures

extension FormulaTree {
  func value(in scope: some FormulaScope) throws(FormulaError) -> FormulaValue {
    do throws(FormulaError) {
      switch kind {
      case .number(let number, _): return .number(number)
      case .truth(let truth): return .truth(truth)
      case .name(let mention):
        guard let value = try scope.find(mention) else {
          throw FormulaError(.unknownName, "nothing is named \(mention.text.inQuotes) here")
        }
        return value
      case .metric(let form): return try scope.metric(form)
      case .negative(let part): return .number(try part.number(in: scope).negated)
      case .not(let part): return .truth(try !part.truth(in: scope))
      case .call(let function, let parts):
        return .number(try function.value(of: parts, in: scope))
      case .binary(let sign, let left, let right):
        return try Self.value(of: sign, left, right, in: scope)
      }
    } catch {
      throw error.at(self)
    }
  }

  fileprivate func number(in scope: some FormulaScope) throws(FormulaError) -> FormulaNumber {
    try value(in: scope).number(of: self)
  }

  private func truth(in scope: some FormulaScope) throws(FormulaError) -> Bool {
    try value(in: scope).truth(of: self)
  }

  private static func value(
    of sign: FormulaOperator, _ left: FormulaTree, _ right: FormulaTree,
    in scope: some FormulaScope
  ) throws(FormulaError) -> FormulaValue {
    switch sign {
    case .and:
      let holds = try left.truth(in: scope)
      return holds ? .truth(try right.truth(in: scope)) : .truth(false)
    case .or:
      let holds = try left.truth(in: scope)
      return holds ? .truth(true) : .truth(try right.truth(in: scope))
    case .equal: return .truth(try areEqual(left, right, in: scope))
    case .unequal: return .truth(try !areEqual(left, right, in: scope))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let (a, b) = (try left.number(in: scope), try right.number(in: scope))
      let holds =
        switch sign {
        case .less: a < b
        case .lessOrEqual: a < b || a.hasSameValue(as: b)
        case .greater: b < a
        default: b < a || a.hasSameValue(as: b)
        }
      return .truth(holds)
    case .plus, .minus, .times, .divided, .remainder:
      let (a, b) = (try left.number(in: scope), try right.number(in: scope))
      return .number(try a.applying(sign, to: b))
    }
  }

  // MARK: - Equality, where a name may be a word

  private enum BehaviorProfile {
    case value(FormulaValue)
    case unknown(String)
  }

  private func side(in scope: some FormulaScope) throws(FormulaError) -> BehaviorProfile {
    guard case .name(let mention) = kind else { return .value(try value(in: scope)) }
    do throws(FormulaError) {
      return try scope.find(mention).map { .value($0) } ?? .unknown(mention.text)
    } catch {
      throw error.at(self)
    }
  }

  private static func areEqual(
    _ left: FormulaTree, _ right: FormulaTree, in scope: some FormulaScope
  ) throws(FormulaError) -> Bool {
    switch (try left.side(in: scope), try right.side(in: scope)) {
    case (.value(.word(let a)), .unknown(let b)), (.unknown(let a), .value(.word(let b))):
      return DisabledKeyword.areSame(a, b)
    // What may be switched off is a number or a word, and is compared with both.
    case (.value(.number), .unknown(let word)), (.unknown(let word), .value(.number)):
      if DisabledKeyword.isMeant(by: word) { return false }
      return try left.value(in: scope) == right.value(in: scope)
    // Asked for as a value, it says what is wrong with it.
    case (.unknown, _): return try left.value(in: scope) == right.value(in: scope)
    case (_, .unknown): return try right.value(in: scope) == left.value(in: scope)
    case (.value(.number(let a)), .value(.number(let b))): return a.hasSameValue(as: b)
    case (.value(.truth(let a)), .value(.truth(let b))): return a == b
    case (.value(.word(let a)), .value(.word(let b))):
      return DisabledKeyword.areSame(a, b)
    case (.value(.word(let word)), .value(.number)) where DisabledKeyword.isMeant(by: word):
      return false
    case (.value(.number), .value(.word(let word))) where DisabledKeyword.isMeant(by: word):
      return false
    case (.value(let a), .value(let b)):
      throw FormulaError(.wrongKind, "\(a) and \(b) are of two kinds and cannot be equal")
    }
  }
}

extension FormulaFunction {
  fileprivate func value(
    of parts: [FormulaTree], in scope: some FormulaScope
  ) throws(FormulaError) -> FormulaNumber {
    var numbers: [FormulaNumber] = []
    for part in parts { numbers.append(try part.number(in: scope)) }
    // The parser admits no call without a value.
    guard var result = numbers.first else { return FormulaNumber(0) }
    switch self {
    case .min: for number in numbers where number < result { result = number }
    case .max: for number in numbers where result < number { result = number }
    case .floor: result = result.floor
    case .ceil: result = result.ceil
    case .abs: if result < FormulaNumber(0) { result = try result.negated }
    }
    return result
  }
}

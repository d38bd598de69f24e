// From a tree back to text that reads as the same tree.

import Foundation

extension QueryCondition: CustomStringConvertible {
  /// The condition in the predicate language, always written in the same way.
  package var description: String {
    switch self {
    case .truth(let holds): holds ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .all(let parts): parts.map { $0.part() }.joined(separator: " AND ")
    case .any(let parts): parts.map { $0.part() }.joined(separator: " OR ")
    case .not(let part): "NOT \(part.part(inNegation: true))"
    case .comparison(let comparison): comparison.description
    }
  }

  /// In parentheses, unless it holds together without.
  private func part(inNegation: Bool = false) -> String {
    switch self {
    case .all, .any: "(\(self))"
    case .comparison where inNegation: "(\(self))"
    default: description
    }
  }
}

extension QueryComparison: CustomStringConvertible {
  package var description: String {
    let letters =
      (options.contains(.caseInsensitive) ? "c" : "")
      + (options.contains(.diacriticInsensitive) ? "d" : "")
    let head = quantifier == .direct ? "" : quantifier.rawValue + " "
    return head + "\(left) \(relation.rawValue)\(letters.isEmpty ? "" : "[\(letters)]") \(right)"
  }
}

extension QueryTerm: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .constant(let constant): constant.description
    case .selfObject: "SELF"
    case .path(nil, let steps): Self.text(steps, isFirst: true)
    case .path(let origin?, let steps): origin.reached + "." + Self.text(steps, isFirst: false)
    case .variable(let name): "$" + name
    case .argument(_, .key): "%K"
    case .argument(_, .integer): "%d"
    case .argument(_, .real): "%f"
    case .argument(_, .value): "%@"
    case .list(let parts): "{\(Self.list(parts))}"
    case .negative(let part): "-" + part.operand(of: .max)
    case .binary(let operation, let one, let two):
      one.operand(of: operation.strength) + " \(operation.rawValue) "
        + two.operand(of: operation.strength + 1)
    case .call(QueryFunction.onesComplement.rawValue, let parts) where parts.count == 1:
      "~" + parts[0].operand(of: .max)
    case .call(let name, let parts) where !Self.isWord(name) && !parts.isEmpty:
      "FUNCTION(\(Self.list([parts[0], Self.text(name)] + parts.dropFirst())))"
    case .call(let name, let parts):
      "\(Keyword(word: name) == nil ? "" : "#")\(name)(\(Self.list(parts)))"
    case .ternary(let condition, let one, let two): "TERNARY(\(condition), \(one), \(two))"
    case .subquery(let collection, let variable, let condition):
      "SUBQUERY(\(collection), $\(variable), \(condition))"
    }
  }

  /// A Boolean value that indicates whether a function of this name can be called by it.
  private static func isWord(_ name: String) -> Bool {
    name.uppercased() != "FETCH" && name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
  }

  private static func text(_ name: String) -> QueryTerm {
    QueryTerm(kind: .constant(.value(.text(name))), place: QueryPlace(text: name, offsets: 0..<0))
  }

  private static func list(_ parts: [QueryTerm]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }

  /// In parentheses where it binds less than it has to: they lie no deeper than in what was read.
  private func operand(of strength: Int) -> String {
    if case .binary(let operation, _, _) = kind, operation.strength < strength {
      return "(\(self))"
    }
    return description
  }

  /// In parentheses, unless keys may follow without.
  private var reached: String {
    switch kind {
    case .binary, .negative, .call(QueryFunction.onesComplement.rawValue, _): "(\(self))"
    case .constant(.value(.integer(let number))) where number < 0: "(\(self))"
    case .constant(.value(.double(let number))) where number.sign == .minus: "(\(self))"
    default: description
    }
  }

  private static func text(_ steps: [KeyStep], isFirst: Bool) -> String {
    steps.enumerated().map { index, step in
      switch step.name {
      case .key(let key): isFirst && index == 0 && Keyword(word: key) != nil ? "#" + key : key
      case .aggregate(let name): "@" + name
      case .argument: "%K"
      }
    }.joined(separator: ".")
  }
}

extension QueryConstant: CustomStringConvertible {
  package var description: String {
    switch self {
    case .value(let value): Self.text(value)
    case .object(let id): "CAST(\(Self.quoted(id.description)), \"NSManagedObjectID\")"
    case .reference(let text): "CAST(\(Self.quoted(text)), \"NSManagedObjectID\")"
    case .list(let parts): "{\(parts.map(\.description).joined(separator: ", "))}"
    }
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .none: "NIL"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .truth(let flag): flag ? "TRUE" : "FALSE"
    case .text(let text): quoted(text)
    case .date(let date): "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case .decimal(let number): "CAST(\(quoted(number.description)), \"NSDecimalNumber\")"
    case .uuid(let uuid): "CAST(\(quoted(uuid.uuidString)), \"NSUUID\")"
    case .url(let url): "CAST(\(quoted(url.absoluteString)), \"NSURL\")"
    case .data(let data): "CAST(\(quoted(data.base64EncodedString())), \"NSData\")"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

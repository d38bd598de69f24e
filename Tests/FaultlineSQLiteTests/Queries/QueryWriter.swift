// Writes random predicates about a model: everything that the language knows, and only what fits.

import Faultline
import FaultlineTestSupport
import Foundation

/// Stands for an object until it is known in which context.
struct ObjectMark {
  let index: Int
}

/// A writer whose every word follows from its seed.
struct QueryWriter {
  private var random: SplitMix64
  /// Names of objects that a predicate may speak of, by `%@`.
  private(set) var arguments: [Any?] = []
  private let objects: [(entity: EntityDescription, index: Int)]
  private var variableCount = 0

  init(_ random: SplitMix64, objects: [(entity: EntityDescription, index: Int)]) {
    self.random = random
    self.objects = objects
  }

  /// The generator as the writer leaves it.
  var rest: SplitMix64 { random }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func any<Element>(of list: [Element]) -> Element {
    list[number(below: list.count)]
  }

  // MARK: - Conditions

  /// A condition on objects of an entity; a prefix leads to another object than `SELF`.
  mutating func condition(
    _ entity: EntityDescription, depth: Int, prefix: String = ""
  ) -> String {
    guard depth > 0 else { return comparison(entity, prefix) }
    switch number(below: 12) {
    case 0, 1:
      return "(\(condition(entity, depth: depth - 1, prefix: prefix)) AND "
        + "\(condition(entity, depth: depth - 1, prefix: prefix)))"
    case 2, 3:
      return "(\(condition(entity, depth: depth - 1, prefix: prefix)) OR "
        + "\(condition(entity, depth: depth - 1, prefix: prefix)))"
    case 4, 5: return "NOT (\(condition(entity, depth: depth - 1, prefix: prefix)))"
    case 6:
      guard let many = toMany(entity, prefix) else { break }
      variableCount += 1
      let name = "$v\(variableCount)"
      let inner = condition(many.destination, depth: depth - 1, prefix: name + ".")
      let query = "SUBQUERY(\(many.path), \(name), \(inner))"
      return "\(query).@count \(any(of: ["==", ">", "<"])) \(number(below: 3))"
    default: break
    }
    return comparison(entity, prefix)
  }

  private mutating func comparison(_ entity: EntityDescription, _ prefix: String) -> String {
    switch number(below: 10) {
    case 0, 1:
      guard let many = toMany(entity, prefix), let inner = attribute(many.destination, "") else {
        break
      }
      return "\(any(of: ["ANY", "ALL", "NONE", "SOME"])) "
        + comparison(many.path + "." + inner.path, inner.type)
    case 2: if let text = aggregate(entity, prefix) { return text }
    case 3: if let text = objectComparison(entity, prefix) { return text }
    default: break
    }
    guard let attribute = attribute(entity, prefix) else { return "TRUEPREDICATE" }
    if case .double = attribute.type, number(below: 3) == 0 {
      return "\(attribute.path) \(any(of: ["+", "-", "*", "/"])) \(literal(.integer16)) "
        + "\(order()) \(literal(.double))"
    }
    if Self.group(attribute.type) == "number", number(below: 5) == 0 {
      let sign = any(of: ["&", "|", "^", "<<", ">>"])
      let complement = number(below: 3) == 0 ? "~" : ""
      return "(\(complement)\(attribute.path) \(sign) \(literal(.integer16))) "
        + "\(order()) \(literal(.integer16))"
    }
    if number(below: 6) == 0, let other = self.attribute(entity, prefix),
      Self.group(other.type) == Self.group(attribute.type)
    {
      return "\(attribute.path) \(order()) \(other.path)"
    }
    return comparison(attribute.path, attribute.type)
  }

  private mutating func order() -> String { any(of: ["==", "!=", "<", "<=", ">", ">="]) }

  private mutating func comparison(_ path: String, _ type: AttributeType) -> String {
    let isText = type == .string || type == .uri
    switch number(below: 8) {
    case 0: return "\(path) \(any(of: ["==", "!="])) NIL"
    case 1:
      let values = (0..<number(below: 4)).map { _ in literal(type) }
      return "\(path) IN {\(values.joined(separator: ", "))}"
    case 2:
      let (low, high) = (literal(type), literal(type))
      return "\(path) BETWEEN {\(low), \(high)}"
    case 3, 4, 5:
      guard isText else { break }
      let relation = any(of: ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "==", "<"])
      let options = any(of: ["", "", "[c]", "[d]", "[cd]"])
      return "\(path) \(relation)\(options) \(pattern(relation))"
    default: break
    }
    return "\(path) \(order()) \(literal(type))"
  }

  private mutating func pattern(_ relation: String) -> String {
    switch relation {
    case "LIKE": any(of: ["'*'", "'?da'", "'A*'", "'*e'", "'\\\\*'", "'E??l*'"])
    case "MATCHES": any(of: ["'.*'", "'[Aa]da'", "'.{3}'", "'É.*|b.b'", "''"])
    default: any(of: ["''", "'A'", "'a'", "'É'", "'e'", "'_'", "'%'", "'Ada'", "'http'", "'\\''"])
    }
  }

  private mutating func aggregate(_ entity: EntityDescription, _ prefix: String) -> String? {
    guard let many = toMany(entity, prefix) else { return nil }
    guard number(below: 2) == 0,
      let inner = attribute(many.destination, "", where: { Self.group($0) == "number" })
    else { return "\(many.path).@count \(order()) \(number(below: 4))" }
    let figure = any(of: ["sum", "min", "max", "avg"])
    return number(below: 2) == 0
      ? "\(many.path).@\(figure).\(inner.path) \(order()) \(literal(.double))"
      : "\(figure)(\(many.path).\(inner.path)) \(order()) \(literal(.integer16))"
  }

  private mutating func objectComparison(
    _ entity: EntityDescription, _ prefix: String
  ) -> String? {
    func argument(_ root: EntityDescription, _ writer: inout QueryWriter) -> Int? {
      let fitting = writer.objects.filter { $0.entity.isKindOf(entity: root) }
      return fitting.isEmpty ? nil : writer.any(of: fitting).index
    }
    let own = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
    switch number(below: 4) {
    case 0:
      guard let index = argument(entity, &self) else { return nil }
      arguments.append(ObjectMark(index: index))
      return "\(own) \(any(of: ["==", "!="])) %@"
    case 1:
      guard let many = toMany(entity, prefix), let index = argument(many.destination, &self) else {
        return nil
      }
      arguments.append(ObjectMark(index: index))
      return number(below: 2) == 0 ? "%@ IN \(many.path)" : "ANY \(many.path) == %@"
    default:
      let ties = entity.relationshipsByName.values.filter { !$0.isToMany }
        .sorted { $0.name < $1.name }
      guard !ties.isEmpty else { return nil }
      let tie = any(of: ties)
      guard number(below: 2) == 0, let destination = tie.destinationEntity,
        let index = argument(destination, &self)
      else { return "\(prefix)\(tie.name) \(any(of: ["==", "!="])) NIL" }
      arguments.append(ObjectMark(index: index))
      return "\(prefix)\(tie.name) \(any(of: ["==", "!="])) %@"
    }
  }

  // MARK: - Paths

  private mutating func attribute(
    _ entity: EntityDescription, _ prefix: String,
    where fits: (AttributeType) -> Bool = { _ in true }
  ) -> (path: String, type: AttributeType)? {
    var (entity, path) = (entity, prefix)
    while number(below: 3) == 0 {
      let ties = entity.relationshipsByName.values.filter { !$0.isToMany }
        .sorted { $0.name < $1.name }
      guard !ties.isEmpty else { break }
      let tie = any(of: ties)
      path += tie.name + "."
      entity = tie.destinationEntity ?? entity
    }
    let known = entity.attributesByName.values
      .filter {
        !$0.isTransient && $0.attributeType != .transformable
          && !$0.allowsExternalBinaryDataStorage && fits($0.attributeType)
      }
      .sorted { $0.name < $1.name }
    guard !known.isEmpty else { return nil }
    let attribute = any(of: known)
    return (path + attribute.name, attribute.attributeType)
  }

  private mutating func toMany(
    _ entity: EntityDescription, _ prefix: String
  ) -> (path: String, destination: EntityDescription)? {
    let ties = entity.relationshipsByName.values.sorted { $0.name < $1.name }
    guard !ties.isEmpty else { return nil }
    let tie = any(of: ties)
    guard let destination = tie.destinationEntity else { return nil }
    guard !tie.isToMany else { return (prefix + tie.name, destination) }
    return toMany(destination, prefix + tie.name + ".")
  }

  // MARK: - Values

  static func group(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean: "number"
    case .string, .uri: "text"
    default: type.rawValue
    }
  }

  private mutating func literal(_ type: AttributeType) -> String {
    guard let value = Self.value(type, &random) else { return "NIL" }
    arguments.append(value)
    return "%@"
  }

  /// A value of a type, out of so few that many are the same.
  static func value(_ type: AttributeType, _ random: inout SplitMix64) -> Any? {
    let number = Int.random(in: 0..<7, using: &random)
    guard number > 0 else { return nil }
    switch type {
    case .integer16, .integer32: return number - 3
    case .integer64: return number == 6 ? 1 << 40 : number - 3
    case .double: return Double(number) / 4 - 1
    case .float: return number == 1 ? -0.0 : Double(number) / 2 - 1
    case .decimal: return Decimal(number - 3) / 2
    case .boolean: return number > 3
    case .string: return ["Ada", "ada", "Émile", "emile", "b_b", "a%'\"\\"][number - 1]
    case .uri: return URL(string: "http://example.org/\(number / 2)")
    case .date: return Date(timeIntervalSinceReferenceDate: Double(number) / 2 - 1)
    case .uuid: return UUID(uuid: (UInt8(number / 2), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))
    case .binary: return Data(repeating: UInt8(number / 3), count: number / 2)
    case .transformable, .objectID, .undefined: return nil
    }
  }
}

// Terms in SQL.

internal import Faultline

extension QueryTranslation {
  /// A term, as an expression that has its value.
  mutating func term(_ term: BoundTerm, inArithmetic: Bool = false) -> String {
    switch term {
    case .constant(.object(let identity)):
      return bind(key(identity).map { .integer(Int($0)) } ?? .none)
    case .constant(.none): return "NULL"
    case .constant(let scalar): return bind(scalar)
    case .attribute(let path, let slot):
      return attribute(slot, of: path, inArithmetic: inArithmetic)
    case .object(let path): return object(at: path)
    case .negative(let part): return "(-\(self.term(part, inArithmetic: true)))"
    case .arithmetic(let operation, let one, let two):
      let left = self.term(one, inArithmetic: true)
      let right = self.term(two, inArithmetic: true)
      if let function = SQLFunctions.name(of: operation) { return "\(function)(\(left), \(right))" }
      return "(\(left) \(operation.rawValue) \(right))"
    case .function(let function, let parts):
      let arguments = parts.map { self.term($0) }.joined(separator: ", ")
      return "\(SQLFunctions.name(of: function))(\(arguments))"
    case .folded(let part, let options):
      return "\(SQLFunctions.fold)(\(self.term(part)), \(options.rawValue))"
    case .ternary(let condition, let one, let two):
      let test = self.condition(condition)
      return "CASE WHEN \(test) THEN \(self.term(one)) ELSE \(self.term(two)) END"
    case .aggregate(let aggregate, let chain, let part):
      let select = select(chain) { translation in
        (Self.call(aggregate, part.map { translation.term($0) }), nil)
      }
      return "(\(select))"
    case .groupAggregate(let aggregate, let part):
      return Self.call(aggregate, part.map { self.term($0) })
    }
  }

  private static func call(_ aggregate: Aggregate, _ part: String?) -> String {
    let values = part ?? "NULL"
    return switch aggregate {
    case .count: "COUNT(\(part ?? "*"))"
    // Of infinities of both signs there is no sum, and of nothing it is zero: SQLite says NULL to both.
    case .sum: "IFNULL(SUM(\(values)), CASE COUNT(\(values)) WHEN 0 THEN 0 END)"
    case .average: "AVG(\(values))"
    case .min: "MIN(\(values))"
    case .max: "MAX(\(values))"
    }
  }

  /// What stands behind ORDER BY: the keys, then entity and key.
  mutating func order(_ query: StoreQuery) -> String {
    var parts = query.order.map { key($0) }
    if query.entities.count > 1 {
      let ranks = query.entities.enumerated().map { rank, entity in
        "WHEN \(schema.plans[entity.index].number) THEN \(rank)"
      }
      parts.append("CASE \(Self.alias).Z_ENT \(ranks.joined(separator: " ")) END")
    }
    return (parts + ["\(Self.alias).Z_PK"]).joined(separator: ", ")
  }

  /// One key of an order; SQLite too takes nothing for the least.
  mutating func key(_ key: BoundSortKey) -> String {
    let collation = key.isLocalized ? " COLLATE \(SQLFunctions.localized)" : ""
    return "\(term(key.term))\(collation) \(key.isAscending ? "ASC" : "DESC")"
  }

  /// What stands behind WHERE: which entities, and the condition; nil for everything in the table.
  mutating func filter(_ query: StoreQuery) -> String? {
    var parts: [String] = []
    let plan = schema.plans[query.entities[0].index]
    if plan.sharesTable {
      let numbers = query.entities.map { "\(schema.plans[$0.index].number)" }
      let list = numbers.joined(separator: ", ")
      parts.append("\(Self.alias).Z_ENT \(numbers.count == 1 ? "= \(list)" : "IN (\(list))")")
    }
    if let condition = query.condition { parts.append(self.condition(condition)) }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}

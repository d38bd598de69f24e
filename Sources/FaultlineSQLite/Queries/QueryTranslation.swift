// From a bound question to SQL that has the same answer.

internal import Faultline
import Foundation

/// The translation of one question.
///
/// SQL knows a third answer, neither yes nor no, and the engine does not: where it would make a difference,
/// under a NOT, the third answer is made a no. A question may want SQL's own way instead, as Core Data puts it.
struct QueryTranslation {
  let schema: PhysicalSchema
  let space: KeySpace
  /// Whether the third answer is left as it is.
  private let comparesAsSQL: Bool
  private(set) var text = QueryText()
  private var scopes: [Int: QueryScope] = [:]
  private var aliasCount = 0

  init(_ query: StoreQuery, _ schema: PhysicalSchema) {
    self.init(
      table: schema.plans[query.entities[0].index].table, in: query.space, schema,
      comparesAsSQL: query.comparesAsSQL)
  }

  init(
    table: String, in space: KeySpace, _ schema: PhysicalSchema, comparesAsSQL: Bool = false
  ) {
    self.schema = schema
    self.space = space
    self.comparesAsSQL = comparesAsSQL
    scopes[0] = QueryScope(alias: nextAlias(), table: table)
  }

  /// The name of the rows that are asked for.
  static let alias = "t0"

  /// What stands behind FROM.
  var tables: String { scopes[0]?.text ?? "" }

  mutating func bind(_ value: Scalar) -> String { text.bind(value) }

  private mutating func nextAlias() -> String {
    aliasCount += 1
    return "t\(aliasCount - 1)"
  }

  // MARK: - Conditions

  /// A condition; unless it is to be exact, the third answer counts as a no wherever the text is used.
  mutating func condition(_ condition: BoundCondition, isExact: Bool = false) -> String {
    switch condition {
    case .truth(let holds): return holds ? "1" : "0"
    case .all(let parts): return joined(parts, "AND", "1", isExact)
    case .any(let parts): return joined(parts, "OR", "0", isExact)
    case .not(let part): return "NOT \(self.condition(part, isExact: !comparesAsSQL))"
    case .compare(let one, let relation, let two): return compare(one, relation, two, isExact)
    case .text(let text, let relation, let pattern, let options):
      return exact(match(text, relation, pattern, options), isExact)
    case .between(let value, let low, let high):
      return exact("(\(term(value)) BETWEEN \(term(low)) AND \(term(high)))", isExact)
    case .among(let value, let constants): return among(value, constants, isExact)
    case .exists(let chain, let condition):
      let select = select("1", chain) { $0.condition(condition) }
      return "EXISTS (\(select))"
    }
  }

  private func exact(_ text: String, _ isExact: Bool) -> String {
    isExact ? "IFNULL(\(text), 0)" : text
  }

  /// Halves of halves: SQLite bounds how deep a condition may be, and this is as flat as can be.
  private mutating func joined(
    _ parts: [BoundCondition], _ word: String, _ none: String, _ isExact: Bool
  ) -> String {
    let texts = parts.map { condition($0, isExact: isExact) }
    func join(_ texts: ArraySlice<String>) -> String {
      guard texts.count > 32 else { return "(\(texts.joined(separator: " \(word) ")))" }
      let middle = texts.startIndex + texts.count / 2
      return "(\(join(texts[..<middle])) \(word) \(join(texts[middle...])))"
    }
    return texts.isEmpty ? none : join(texts[...])
  }

  private mutating func compare(
    _ one: BoundTerm, _ relation: Relation, _ two: BoundTerm, _ isExact: Bool
  ) -> String {
    let isEquality = relation == .equal || relation == .unequal
    switch (constant(one), constant(two)) {
    case (.foreign, _), (_, .foreign):
      // An object of another store equals no object here, and not nil either.
      return relation == .unequal ? "1" : "0"
    case (.none?, _) where !isEquality, (_, .none?) where !isEquality: return "0"
    default: break
    }
    let (left, right) = (term(one), term(two))
    switch relation {
    case .equal:
      let isSQL = comparesAsSQL && constant(one) != Literal.none && constant(two) != Literal.none
      let isSure = isSQL || !isExact && (isPresent(one) || isPresent(two))
      return "(\(left) \(isSure ? "=" : "IS") \(right))"
    case .unequal:
      let isSQL = comparesAsSQL && constant(one) != Literal.none && constant(two) != Literal.none
      return "(\(left) \(isSQL ? "<>" : "IS NOT") \(right))"
    default: return exact("(\(left) \(relation.rawValue) \(right))", isExact)
    }
  }

  /// What a constant is to SQL.
  private enum Literal { case none, value, foreign }

  private func constant(_ term: BoundTerm) -> Literal? {
    guard case .constant(let scalar) = term else { return nil }
    switch scalar {
    case .none: return Literal.none
    case .object(let identity): return key(identity) == nil ? .foreign : .value
    default: return .value
    }
  }

  private func isPresent(_ term: BoundTerm) -> Bool { constant(term) == .value }

  /// The key of an object of this store.
  func key(_ identity: Identity) -> Int64? {
    identity.space === space || identity.space.store != nil && identity.space.store == space.store
      ? identity.key : nil
  }

  // MARK: - Text

  private mutating func match(
    _ value: BoundTerm, _ relation: Relation, _ pattern: BoundTerm, _ options: TextOptions
  ) -> String {
    let subject = term(value)
    if case .constant(.text(let text)) = pattern {
      switch relation {
      case .beginsWith, .contains:
        if text.isEmpty { return "(\(subject) IS NOT NULL)" }
        guard relation == .beginsWith else { break }
        let low = bind(.text(text))
        // A stretch of an index, where there is one.
        guard let end = Self.end(ofPrefix: text) else { return "(\(subject) >= \(low))" }
        return "(\(subject) >= \(low) AND \(subject) < \(bind(.text(end))))"
      default: break
      }
    }
    let wanted = term(pattern)
    switch relation {
    case .contains: return "(instr(\(subject), \(wanted)) > 0)"
    default:
      return "\(SQLFunctions.name(of: relation))(\(subject), \(wanted), \(options.rawValue))"
    }
  }

  /// The first text behind all that begin with a prefix; nil if there is none.
  static func end(ofPrefix prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // The surrogates lie in a gap that no text has.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      return String(String.UnicodeScalarView(scalars + [scalar]))
    }
    return nil
  }

  // MARK: - Among

  private mutating func among(
    _ value: BoundTerm, _ constants: ConstantSet, _ isExact: Bool
  ) -> String {
    let subject = term(value)
    var parts = ValueLists(constants.values, key).all.map { list in
      let place = bind(.text(list.json))
      return "\(subject) IN (SELECT \(list.decoding) FROM json_each(\(place)))"
    }
    parts = parts.map { exact($0, isExact) }
    if constants.hasNone { parts.append("\(subject) IS NULL") }
    return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
  }

  // MARK: - Relationships

  /// A SELECT over the members at the end of to-many relationships.
  mutating func select(
    _ result: String, _ chain: Chain, where body: (inout QueryTranslation) -> String?
  ) -> String {
    select(chain) { translation in (result, body(&translation)) }
  }

  mutating func select(
    _ chain: Chain, _ body: (inout QueryTranslation) -> (result: String, condition: String?)
  ) -> String {
    var conditions: [String] = []
    var opened: [Int] = []
    for link in chain.links {
      guard let place = schema.collections[ObjectIdentifier(link.place.relationship)] else {
        // The file does not keep the relationship: it has no members, whatever they would be.
        let destination = link.place.relationship.destinationEntity
        scopes[link.scope] = QueryScope(alias: nextAlias(), table: table(of: destination))
        opened.append(link.scope)
        conditions.append("0")
        continue
      }
      let owner = object(at: link.owner)
      let scope = QueryScope(alias: nextAlias(), table: place.memberTable)
      scopes[link.scope] = scope
      opened.append(link.scope)
      if case .join = place.kind {
        let pairs = nextAlias()
        scope.join(
          place.table, pairs, on: "\(pairs).\(place.memberColumn) = \(scope.alias).Z_PK")
        conditions.append("\(pairs).\(place.ownerColumn) = \(owner)")
      } else {
        conditions.append("\(scope.alias).\(place.ownerColumn) = \(owner)")
      }
      if let condition = link.condition { conditions.append(self.condition(condition)) }
    }
    let (result, condition) = body(&self)
    if let condition { conditions.append(condition) }
    let tables = opened.compactMap { scopes[$0]?.text }.joined(separator: ", ")
    return "SELECT \(result) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
  }

  // MARK: - Paths

  /// The row at the end of a path.
  private mutating func row(at path: BoundPath) -> String {
    guard let scope = scopes[path.scope] else { return Self.alias }
    var alias = scope.alias
    var way: [ObjectIdentifier] = []
    for step in path.steps {
      let key = reference(step, in: alias)
      way.append(ObjectIdentifier(step.relationship))
      let destination = step.relationship.destinationEntity ?? step.entity
      alias = scope.row(along: way, table: table(of: destination), key: key) { nextAlias() }
    }
    return alias
  }

  /// The table of an entity; one without a row that could be found, if the file does not have it.
  private func table(of entity: EntityDescription?) -> String {
    guard let entity, schema.plans[entity.index].isKept else {
      return "(SELECT NULL AS Z_PK, NULL AS Z_ENT)"
    }
    return schema.plans[entity.index].table
  }

  /// The key that a to-one relationship of a row leads to; nothing, if the file does not keep it.
  private func reference(_ step: BoundPath.Step, in alias: String) -> String {
    let slot = step.entity.layout.ties[step.tie].slot ?? 0
    return schema.plans[step.entity.index].places[slot].map { "\(alias).\($0.column)" } ?? "NULL"
  }

  /// The key of the object at the end of a path.
  mutating func object(at path: BoundPath) -> String {
    guard let last = path.steps.last else { return row(at: path) + ".Z_PK" }
    return reference(last, in: row(at: path.upToLast))
  }

  /// The number of the entity of the object at the end of a path.
  mutating func entityNumber(at path: BoundPath) -> String {
    guard let last = path.steps.last else { return row(at: path) + ".Z_ENT" }
    let slot = last.entity.layout.ties[last.tie].slot ?? 0
    guard let place = schema.plans[last.entity.index].places[slot] else { return "NULL" }
    if case .reference(let entity) = place.coding { return "\(schema.plans[entity].number)" }
    return "\(row(at: path.upToLast)).\(place.entityColumn ?? place.column)"
  }

  /// The value of an attribute.
  mutating func attribute(_ slot: Int, of path: BoundPath, inArithmetic: Bool) -> String {
    let row = row(at: path)
    guard let place = schema.plans[path.entity.index].places[slot] else { return "NULL" }
    let column = "\(row).\(place.column)"
    // A file may keep whole ones of these as integers, which SQL would divide as integers.
    let isTime = path.entity.layout.slots[slot].attribute?.attributeType == .date
    if case .decimal = place.coding { return "CAST(\(column) AS REAL)" }
    return isTime && inArithmetic ? "CAST(\(column) AS REAL)" : column
  }
}

// Terms in SQL.
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

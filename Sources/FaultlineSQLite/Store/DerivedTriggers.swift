// Derived attributes that a file keeps by itself: the triggers.

internal import Faultline

/// The triggers that keep an attribute which is derived along relationships.
///
/// They have the names and, where a relationship to many is counted or summed, the statements of Core Data's own. Other
/// derivations are computed anew for each owner that a change reaches.
struct DerivedTriggers {
  /// Where one relationship on the way lies.
  private enum Hop {
    /// The row that it leaves names the destination.
    case own(column: String)
    /// Rows of the destination name their owner.
    case named(owner: String)
    /// A table has the pairs.
    case pairs(table: String, owner: String, member: String)
  }

  private let plan: PhysicalSchema.EntityPlan
  private let attribute: AttributeDescription
  private let column: String
  private let operation: Derivation.Operation
  private let hops: [Hop]
  /// The tables on the way, that of the owners first.
  private let tables: [String]
  /// The column of what is read at the end; nil where ends are only counted.
  private let leaf: String?
  /// Whether whole numbers are summed, which can be done one by one.
  private let isWhole: Bool
  /// The numbers of the entities that have the attribute.
  private let numbers: [Int]

  /// The triggers of an attribute; nil where the file has no place for a part of the way.
  init?(
    _ target: DerivationPlan.Target, of plan: PhysicalSchema.EntityPlan, _ schema: PhysicalSchema
  ) {
    guard let attribute = plan.entity.layout.slots[target.slot].attribute,
      let column = plan.places[target.slot]?.column
    else { return nil }
    var (hops, tables, current): ([Hop], [String], PhysicalSchema.EntityPlan) = (
      [], [plan.table], plan
    )
    for place in target.route.ties {
      let tie = current.entity.layout.ties[place]
      guard let destination = tie.relationship.destinationEntity,
        let hop = Self.hop(tie, from: current, schema)
      else { return nil }
      hops.append(hop)
      current = schema.plans[destination.index]
      tables.append(current.table)
    }
    if let slot = target.route.leaf {
      guard let place = current.places[slot] else { return nil }
      leaf = place.column
      isWhole = place.coding.isWhole && attribute.attributeType.isWhole
    } else {
      leaf = nil
      isWhole = true
    }
    numbers = schema.numberedPlans.filter { $0.entity.isKindOf(entity: plan.entity) }.map(\.number)
    self.plan = plan
    self.attribute = attribute
    self.column = column
    operation = target.derivation.operation
    self.hops = hops
    self.tables = tables
  }

  private static func hop(
    _ tie: EntityLayout.Tie, from plan: PhysicalSchema.EntityPlan, _ schema: PhysicalSchema
  ) -> Hop? {
    if let slot = tie.slot { return plan.places[slot].map { .own(column: $0.column) } }
    guard let place = schema.collections[ObjectIdentifier(tie.relationship)] else { return nil }
    return switch place.kind {
    case .inverse, .bare: .named(owner: place.ownerColumn)
    case .join: .pairs(table: place.table, owner: place.ownerColumn, member: place.memberColumn)
    }
  }

  /// What the triggers keep.
  var keptColumn: ForeignMachinery.KeptColumn { .init(table: plan.table, column: column) }

  /// The statements that make them; temporary ones are the connection's alone, and leave the file as it is.
  func statements(areTemporary: Bool) -> [String] {
    let verb = areTemporary ? "CREATE TEMP TRIGGER" : "CREATE TRIGGER"
    return ((stepwiseTriggers ?? recomputingTriggers) + ownerTriggers).map { trigger in
      "\(verb) Z_DA_\(trigger.table)_\(plan.entity.name)_\(attribute.name)_\(trigger.name) "
        + "AFTER \(trigger.event) ON \(trigger.table) FOR EACH ROW"
        + (trigger.condition.map { " WHEN (\($0))" } ?? "")
        + " BEGIN " + trigger.statements.joined(separator: "; ") + "; END"
    }
  }

  private struct Trigger {
    let name: String
    let table: String
    let event: String
    var condition: String?
    let statements: [String]
  }

  // MARK: - Owners

  /// New owners, and those that lead elsewhere.
  private var ownerTriggers: [Trigger] {
    let condition =
      plan.number != plan.root
      ? "NEW.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))" : nil
    var triggers = [
      Trigger(
        name: "SOURCE_INSERT", table: plan.table, event: "INSERT", condition: condition,
        statements: [
          "UPDATE \(plan.table) SET \(column) = (\(startingValue)) WHERE Z_PK = NEW.Z_PK",
          report("= NEW.Z_PK", isNew: true),
        ])
    ]
    if case .own(let column) = hops[0] {
      triggers.append(
        Trigger(
          name: "SOURCE_UPDATE", table: plan.table, event: "UPDATE OF \(column)",
          condition: condition, statements: renewing("= NEW.Z_PK")))
    }
    return triggers
  }

  /// What a new owner has.
  private var startingValue: String {
    guard let owner = steppedOwner else {
      return "SELECT \(value) FROM \(chain(to: hops.count)) WHERE s0.Z_PK = NEW.Z_PK"
    }
    let function = leaf == nil ? "COUNT" : "SUM"
    return "SELECT IFNULL(\(function)(\(leaf ?? owner)), 0) FROM \(tables[1]) "
      + "WHERE \(owner) = NEW.Z_PK"
  }

  // MARK: - One relationship to many: counted and summed one by one

  /// The column that names the owner, where each row adds to its owner's value by itself.
  private var steppedOwner: String? {
    guard hops.count == 1, isWhole, case .named(let owner) = hops[0],
      operation == .count || operation == .sum
    else { return nil }
    return owner
  }

  private var stepwiseTriggers: [Trigger]? {
    guard let owner = steppedOwner else { return nil }
    let watched = [owner, leaf].compactMap(\.self).joined(separator: ", ")
    func change(_ sign: String, _ row: String, from former: String) -> [String] {
      let amount = leaf.map { "IFNULL(\(row).\($0), 0)" } ?? "1"
      let owners = "= \(row).\(owner)"
      return [
        "UPDATE \(plan.table) SET \(column) = \(former) \(sign) \(amount) WHERE Z_PK \(owners)",
        report(owners),
      ]
    }
    func trigger(
      _ name: String, _ event: String, _ row: String, _ sign: String, from former: String
    ) -> Trigger {
      Trigger(
        name: "PARAMETER_\(name)", table: tables[1], event: event,
        condition: "\(row).\(owner) NOT NULL", statements: change(sign, row, from: former))
    }
    return [
      trigger("INSERT", "INSERT", "NEW", "+", from: "IFNULL(\(column), 0)"),
      trigger("UPDATE_INCREMENT", "UPDATE OF \(watched)", "NEW", "+", from: column),
      trigger("UPDATE_DECREMENT", "UPDATE OF \(watched)", "OLD", "-", from: column),
      trigger("DELETE", "DELETE", "OLD", "-", from: column),
    ]
  }

  // MARK: - Every other way: computed anew for each owner that leads to a change

  private var recomputingTriggers: [Trigger] {
    (1...hops.count).flatMap { level -> [Trigger] in
      let suffix = level == 1 ? "" : "_\(level)"
      func trigger(_ event: String, _ name: String, on table: String, _ owners: String) -> Trigger {
        Trigger(
          name: "PARAMETER\(suffix)_\(name)", table: table, event: event,
          statements: renewing("IN (\(owners))"))
      }
      let (old, new) = (owners(at: level, of: "OLD"), owners(at: level, of: "NEW"))
      var triggers = [
        trigger("INSERT", "INSERT", on: tables[level], new),
        trigger("DELETE", "DELETE", on: tables[level], old),
      ]
      let watched = watchedColumns(at: level)
      if !watched.isEmpty {
        triggers.append(
          trigger(
            "UPDATE OF \(watched.joined(separator: ", "))", "UPDATE", on: tables[level],
            "\(old) UNION \(new)"))
      }
      if case .pairs(let table, let owner, _) = hops[level - 1] {
        triggers += [("INSERT", "NEW"), ("DELETE", "OLD")].map { event, row in
          trigger(event, "LINK_\(event)", on: table, owners(before: level, key: "\(row).\(owner)"))
        }
      }
      return triggers
    }
  }

  /// The columns of a table on the way whose change moves the value.
  private func watchedColumns(at level: Int) -> [String] {
    var columns: [String] = []
    if case .named(let owner) = hops[level - 1] { columns.append(owner) }
    if level < hops.count, case .own(let column) = hops[level] { columns.append(column) }
    if level == hops.count, let leaf { columns.append(leaf) }
    return columns
  }

  /// The keys of the owners that lead to a row of a table on the way.
  private func owners(at level: Int, of row: String) -> String {
    switch hops[level - 1] {
    case .own(let column):
      "SELECT s0.Z_PK FROM \(chain(to: level - 1)) WHERE s\(level - 1).\(column) = \(row).Z_PK"
    case .named(let owner): owners(before: level, key: "\(row).\(owner)")
    case .pairs(let table, let owner, let member):
      "SELECT s0.Z_PK FROM \(chain(to: level - 1)) JOIN \(table) AS l\(level) "
        + "ON l\(level).\(owner) = s\(level - 1).Z_PK WHERE l\(level).\(member) = \(row).Z_PK"
    }
  }

  /// The keys of the owners that lead to a row of the table before a relationship, by its key.
  private func owners(before level: Int, key: String) -> String {
    level == 1
      ? "SELECT \(key)"
      : "SELECT s0.Z_PK FROM \(chain(to: level - 1)) WHERE s\(level - 1).Z_PK = \(key)"
  }

  /// The tables on the way up to a level, joined; an owner that leads to a row twice counts it twice.
  private func chain(to level: Int) -> String {
    var text = "\(tables[0]) AS s0"
    for place in 0..<level {
      let (from, to) = ("s\(place)", "s\(place + 1)")
      let table = tables[place + 1]
      switch hops[place] {
      case .own(let column): text += " JOIN \(table) AS \(to) ON \(to).Z_PK = \(from).\(column)"
      case .named(let owner): text += " JOIN \(table) AS \(to) ON \(to).\(owner) = \(from).Z_PK"
      case .pairs(let pairs, let owner, let member):
        text +=
          " JOIN \(pairs) AS l\(place + 1) ON l\(place + 1).\(owner) = \(from).Z_PK"
          + " JOIN \(table) AS \(to) ON \(to).Z_PK = l\(place + 1).\(member)"
      }
    }
    return text
  }

  // MARK: - Statements

  /// Computes the value of some owners anew, and reports it.
  private func renewing(_ owners: String) -> [String] {
    [
      "UPDATE \(plan.table) SET \(column) = (SELECT \(value) FROM \(chain(to: hops.count)) "
        + "WHERE s0.Z_PK = \(plan.table).Z_PK) WHERE Z_PK \(owners)",
      report(owners),
    ]
  }

  private func report(_ owners: String, isNew: Bool = false) -> String {
    let function = isNew ? DerivedReports.insertion : DerivedReports.update
    return "SELECT \(function)('\(plan.table)', "
      + "Z_ENT, Z_PK, '\(attribute.name)', \(column)) FROM \(plan.table) WHERE Z_PK \(owners)"
  }

  private var value: String {
    let end = "s\(hops.count).\(leaf ?? "Z_PK")"
    switch operation {
    case .count: return "COUNT(\(end))"
    case .sum:
      let sum = "IFNULL(SUM(\(end)), 0)"
      return attribute.attributeType.isWhole ? "CAST(\(sum) AS INTEGER)" : sum
    case .canonical: return "\(SQLFunctions.fold)(\(end), \(TextOptions.canonical.rawValue))"
    case .uppercase: return "\(SQLFunctions.name(of: .uppercase))(\(end))"
    case .lowercase: return "\(SQLFunctions.name(of: .lowercase))(\(end))"
    case .copy, .now: return end
    }
  }
}

extension AttributeType {
  /// Whether its values are whole numbers.
  fileprivate var isWhole: Bool {
    switch self {
    case .integer16, .integer32, .integer64: true
    default: false
    }
  }
}

extension ValueCoding {
  fileprivate var isWhole: Bool { if case .integer = self { true } else { false } }
}

extension PhysicalSchema {
  /// The triggers of every attribute that is derived along relationships, each where it is declared.
  func derivedTriggers(_ model: ManagedObjectModel) -> [DerivedTriggers] {
    guard model.derivations.hasKept else { return [] }
    return numberedPlans.flatMap { plan in
      model.derivations.kept[plan.entity.index]
        .filter { plan.entity.addedSlots.contains($0.slot) }
        .compactMap { DerivedTriggers($0, of: plan, self) }
    }
  }
}

// Rows of one entity with their values, as a log has them.

import Faultline
import Foundation

/// Rows of one entity, read from a scenario.
struct EnteredRows: Sendable {
  /// A record of a log, by the entity at the root of its tree and its key.
  struct Record: Hashable {
    let root: ObjectIdentifier
    let key: Int

    init(_ entity: EntityDescription, _ key: Int) {
      var root = entity
      while let above = root.superentity { root = above }
      self.root = ObjectIdentifier(root)
      self.key = key
    }
  }

  private enum Column: Sendable {
    case attribute(slot: Int, AttributeType)
    case destination(tie: Int, EntityDescription)
  }

  private enum Cell: Sendable {
    case value(Value)
    case key(Int?)
  }

  private struct Row: Sendable {
    let key: Int
    let cells: [Cell]
  }

  private let entity: EntityDescription
  private let isNew: Bool
  private let columns: [Column]
  private let rows: [Row]
  let variable: Variable?

  init(_ fields: Fields, in scope: inout PlanScope) throws(Diagnostic) {
    entity = try scope.concreteEntity(try fields.required("entity"))
    isNew = try fields.optional("new")?.flag() ?? false
    var columns: [Column] = []
    var named: Set<String> = []
    for node in try fields.optional("properties")?.list() ?? [] {
      guard named.insert(try node.text()).inserted else {
        throw node.diagnostic("\(node.inWords) has a column already")
      }
      switch try scope.settable(node, of: entity) {
      case .attribute(let slot):
        columns.append(
          .attribute(slot: slot, entity.layout.slots[slot].attribute?.attributeType ?? .undefined))
      case .relationship(let tie):
        guard let destination = entity.layout.ties[tie].relationship.destinationEntity else {
          throw node.diagnostic("\(node.inWords) leads nowhere")
        }
        columns.append(.destination(tie: tie, destination))
      }
    }
    self.columns = columns
    var rows: [Row] = []
    var keys: Set<Int> = []
    let list = try fields.required("rows")
    for node in try list.list() {
      let nodes = try node.list()
      guard nodes.count == columns.count + 1 else {
        throw node.diagnostic(
          "a row has a key and a value for each of the properties: expected \(columns.count + 1), found \(nodes.count)"
        )
      }
      var cells: [Cell] = []
      for (column, node) in zip(columns, nodes.dropFirst()) {
        cells.append(try Self.cell(node, column))
      }
      let key = try nodes[0].integer(in: 1...Int.max)
      // A row may be changed twice by one save, but an object is new once.
      guard !isNew || keys.insert(key).inserted else {
        throw nodes[0].diagnostic(
          "the key \(key) has a new object already",
          notes: ["what refers to a key must know which object it means"])
      }
      rows.append(Row(key: key, cells: cells))
    }
    guard !rows.isEmpty else {
      throw list.diagnostic("'rows' has no row; leave the entry out")
    }
    self.rows = rows
    variable = try scope.variables.give(fields.optional("into"), entity)
  }

  private static func cell(_ node: Node, _ column: Column) throws(Diagnostic) -> Cell {
    guard let scalar = node.scalar else {
      throw node.diagnostic("expected a value, found \(node.inWords)")
    }
    let isNone = scalar.isPlain && ["", "~", "null"].contains(scalar.text)
    switch column {
    case .destination: return .key(isNone ? nil : try node.integer(in: 1...Int.max))
    case .attribute(_, let type):
      if isNone { return .value(.none) }
      guard let value = value(scalar.text, type) else {
        throw node.diagnostic("\(node.inWords) is no value of the type \(type.rawValue)")
      }
      return .value(value)
    }
  }

  /// A value as a log has it: numbers for truths and dates, the number of bytes for data.
  private static func value(_ text: String, _ type: AttributeType) -> Value? {
    switch type {
    case .integer16, .integer32, .integer64: return Int(text).map(Value.integer)
    case .double, .float: return Double(text).map(Value.double)
    // A decimal is read up to what is no part of a number, so the whole has to be a number.
    case .decimal: return Double(text) == nil ? nil : Decimal(string: text).map(Value.decimal)
    case .boolean: return ["0", "1"].contains(text) ? .truth(text == "1") : nil
    case .string: return .text(text)
    case .date:
      return Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .uuid: return UUID(uuidString: text).map(Value.uuid)
    case .uri: return URL(string: text).map(Value.url)
    case .binary:
      return Int(text).flatMap { (0...1 << 30).contains($0) ? .data(Data(count: $0)) : nil }
    case .transformable, .objectID, .undefined: return nil
    }
  }

  func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if isNew {
      try estimate.insert(rows.count, of: entity, into: variable)
    } else {
      try estimate.add(rows.count)
      if let variable { estimate.give(variable, rows.count) }
    }
  }

  /// The objects of the rows: new ones, or those of the keys.
  func objects(
    in session: Session, _ made: inout [Record: ManagedObject]
  ) throws -> ContiguousArray<ManagedObject> {
    var objects: ContiguousArray<ManagedObject> = []
    objects.reserveCapacity(rows.count)
    for row in rows {
      if isNew {
        let object = try session.context.insert(entity)
        made[Record(entity, row.key)] = object
        objects.append(object)
      } else {
        let id = try session.coordinator.objectID(entity, Int64(row.key))
        objects.append(session.context.object(with: id))
      }
    }
    return objects
  }

  /// Gives the objects their values; made are those that the log calls by keys that no store has yet.
  func set(
    _ objects: ContiguousArray<ManagedObject>, in session: Session, _ made: [Record: ManagedObject]
  ) throws {
    for (row, object) in zip(rows, objects) {
      for (column, cell) in zip(columns, row.cells) {
        switch (column, cell) {
        case (.attribute(let slot, _), .value(let value)): try object.set(value, at: slot)
        case (.destination(let tie, let destination), .key(let key)):
          try object.setDestination(try self.object(key, destination, in: session, made), tie)
        default: break
        }
      }
      // A change of a to-many relationship alone writes a row whose values are the former ones.
      if !isNew, !object.hasChanges,
        let first = entity.layout.slots.indices.first(where: {
          entity.layout.slots[$0].attribute.map { !$0.isTransient && !$0.isDerived } == true
        })
      {
        try object.set(try object.value(at: first), at: first)
      }
    }
  }

  private func object(
    _ key: Int?, _ entity: EntityDescription, in session: Session, _ made: [Record: ManagedObject]
  ) throws -> ManagedObject? {
    guard let key else { return nil }
    if let object = made[Record(entity, key)] { return object }
    return session.context.object(with: try session.coordinator.objectID(entity, Int64(key)))
  }
}

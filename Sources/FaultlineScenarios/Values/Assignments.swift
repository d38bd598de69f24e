// The making of several properties of one entity, as `insert`, `set` and `data` are given them.

import Faultline

/// What stands under `set`: for each attribute and to-one relationship, how its values are made.
package struct Assignments: Sendable {
  /// One attribute.
  struct Column: Sendable {
    let name: String
    let slot: Int
    let spec: ValueSpec
    /// The number of its stream of random numbers.
    let stream: Int
  }

  /// One to-one relationship.
  struct Reference: Sendable {
    let tie: Int
    let target: PickTarget
    let stream: Int
  }

  private(set) var columns: [Column] = []
  private(set) var references: [Reference] = []
  /// Relationships that are to-many at both ends; only what is loaded before a run sets them.
  private(set) var memberships: [Membership] = []
  /// The property that is written first: an app's accessors would check its use.
  private(set) var firstKey = ""

  /// Sets nothing.
  init() {}

  /// Resolves what is written for an entity; what is loaded before a run has streams of its own.
  init(
    _ node: Node?, of entity: EntityDescription, in scope: inout PlanScope, isLoaded: Bool = false
  ) throws(Diagnostic) {
    guard let node else { return }
    scope.names.push(IndexedNames.index, 0)
    defer { scope.names.pop() }
    for entry in try node.entries() {
      if firstKey.isEmpty { firstKey = entry.name }
      // Neither a line's number nor a step's: a new step above shifts no values.
      let text = isLoaded ? "data" : entry.value.scalar?.text ?? ""
      let purpose = "\(entity.name).\(entry.name): \(text)"
      if isLoaded, let tie = try scope.members(entry, of: entity) {
        let members = try PickedMembers(
          entry.value, to: entity.layout.ties[tie].relationship, in: scope)
        memberships.append(
          Membership(tie: tie, members: members, stream: scope.stream(for: purpose)))
        continue
      }
      switch try scope.settable(entry.key, of: entity) {
      case .attribute(let slot):
        guard let attribute = entity.layout.slots[slot].attribute else { continue }
        let spec = try ValueSpec(entry.value, for: attribute, in: scope)
        columns.append(
          Column(
            name: attribute.name, slot: slot, spec: spec, stream: scope.stream(for: purpose)))
      case .relationship(let tie):
        let target = try PickTarget(
          entry.value, to: entity.layout.ties[tie].relationship, in: scope, isLoaded: isLoaded)
        references.append(
          Reference(tie: tie, target: target, stream: scope.stream(for: purpose)))
      }
    }
  }

  /// Makes the values of the first object, so that what cannot work is known before a run.
  func tryOut(in names: Names) throws(Diagnostic) {
    let names = names.with(IndexedNames.index, 0)
    for column in columns { try column.spec.tryOut(in: names) }
    for membership in memberships { try membership.members.tryOut(in: names) }
  }

  /// The bytes of text and data in the values of one object, as they are with the first one.
  func bytes(in names: Names) -> Int {
    let names = names.with(IndexedNames.index, 0)
    return columns.reduce(0) { $0.adding($1.spec.bytes(in: names)) }
  }

  /// The same where a step sets them for so many objects: it picks among the objects of its own context, and their bytes
  /// are counted.
  func tryOut(_ count: Int, in estimate: inout CostEstimate) throws(Diagnostic) {
    try tryOut(in: estimate.names)
    try estimate.addBytes(bytes(in: estimate.names).times(count))
    for reference in references { try reference.target.check(in: estimate) }
  }

  /// The contexts among whose objects is picked, which may be any where a step expects to be refused.
  func owners(in estimate: CostEstimate) throws(Diagnostic) -> [EstimatedContexts.Entry] {
    var owners: [EstimatedContexts.Entry] = []
    for reference in references { owners.append(try reference.target.owner(in: estimate)) }
    return owners
  }

  /// What makes the values of attributes for rows that no object stands for.
  func drafting(in session: Session) throws -> [ValueDraft] {
    try columns.map { column in
      ValueDraft(
        name: column.name, maker: try column.spec.maker(in: session.names), stream: column.stream,
        source: session.sources[column.stream])
    }
  }

  /// Sets the properties of objects, each from its own stream of the seed.
  func set(
    _ objects: ContiguousArray<ManagedObject>, in session: Session,
    ofAnyone isOfAnyone: Bool = false
  ) throws {
    for column in columns {
      let maker = try column.spec.maker(in: session.names)
      var source = session.sources[column.stream]
      defer { session.sources[column.stream] = source }
      let slot = column.slot
      try maker.make(objects.indices, from: &source) { index, value in
        try objects[index].set(value, at: slot)
      }
    }
    for reference in references {
      var source = session.sources[reference.stream]
      defer { session.sources[reference.stream] = source }
      let pool = try reference.target.pool(in: session, ofAnyone: isOfAnyone)
      for object in objects {
        try object.setDestination(try pool.next(&source), reference.tie)
      }
    }
  }
}

/// Makes the values of one attribute, row after row, from a stream of its own.
struct ValueDraft {
  let name: String
  let maker: ValueMaker
  /// The number of its stream of random numbers.
  let stream: Int
  private(set) var source: Source

  /// The value of a row.
  mutating func value(at position: Int) throws -> Value {
    var made = Value.none
    try maker.make(position..<position + 1, from: &source) { made = $1 }
    return made
  }
}

// recall: objects by the keys of their records, as a log names them.

import Faultline

/// Gives a name to the objects of some keys, and may let them ask the store as a log has it.
package struct RecallStep: Step {
  package static let keyword = "recall"
  package static let meaning =
    "Take objects by the keys of their records, without a request, or rows of a list; they may fire then, each by itself "
    + "or together."
  package static let example = """
    - recall: {entity: Employee, keys: '1...3, 7', into: known}
    - recall: {entity: Employee, keys: 1, fire: apart}
    - recall: {entity: Employee, keys: 1, members: reports, again: true}
    - fetch: {entity: Employee, into: listed, as: keys}
    - recall: {from: listed, first: 0, count: 20, fire: together}
    """
  package static let keys =
    [
      Key("entity", .name, "The entity of the objects."),
      Key(
        "keys", .text,
        "The keys in their order, such as '1...3, 7'; a number that a log calls p7 is 7."),
      Key(
        "from", .name,
        "Objects that have a name already, in place of an entity and keys; of a list that comes in batches, those are "
          + "filled in which a row is taken."),
    ] + ListSlice.keys + [
      Key("into", .name, "The variable that holds them; without it nothing does."),
      Key(
        "fire", .choice(Firing.allCases.map(\.rawValue)),
        "Whether each that is a fault asks for its row by itself, or all of them in one request an entity."
      ),
      Key("members", .name, "The to-many relationship whose members each of them asks for."),
      Key(
        "again", .flag,
        "Whether they ask even for what is known already; false if it is left out."),
    ]

  /// Where the objects come from.
  private enum Source: Sendable {
    case records(RecordKeys)
    case list(Variable, ListSlice)
  }

  enum Firing: String, CaseIterable, Sendable { case apart, together }

  private let entity: EntityDescription
  private let source: Source
  private let firing: Firing?
  private let tie: Int?
  private let isAgain: Bool
  private let variable: Variable?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    if let node = fields.optional("from") {
      if let other = fields.optional("keys") ?? fields.optional("entity") {
        throw other.diagnostic("'from' has objects already; leave out 'entity' and 'keys'")
      }
      let variable = try scope.variables.objects(node, mayComeInBatches: true)
      entity = variable.entity
      source = .list(variable, try ListSlice(fields, in: scope))
    } else {
      if let other = ListSlice.keys.lazy.compactMap({ fields.optional($0.name) }).first {
        throw other.diagnostic("'first', 'count' and 'screen' are of 'from'; name fewer keys")
      }
      entity = try scope.concreteEntity(try fields.required("entity"))
      source = .records(try RecordKeys(try fields.required("keys")))
    }
    firing = try fields.optional("fire")?.choice(of: Firing.self)
    isAgain = try fields.optional("again")?.flag() ?? false
    if isAgain, firing == nil, fields.optional("members") == nil,
      let node = fields.optional("again")
    {
      throw node.diagnostic("nothing is asked for again: name 'fire', 'members' or both")
    }
    if let node = fields.optional("members") {
      let tie = try scope.relationship(node, of: entity)
      guard entity.layout.ties[tie].isToMany else {
        throw node.diagnostic(
          "'\(entity.name).\(try node.text())' leads to one object, which is known as soon as its owner's row is"
        )
      }
      self.tie = tie
    } else {
      tie = nil
    }
    variable = try scope.variables.give(fields.optional("into"), entity)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let taken: Int
    switch source {
    case .records(let records):
      taken = records.count
      try estimate.add(taken)
    case .list(let list, let part): taken = try estimate.handle(list, part)
    }
    if let variable { estimate.give(variable, taken) }
  }

  package func opensTurns(in session: Session) -> Bool {
    if case .list(let list, let part) = source { session.scrolls(list, part) } else { false }
  }

  package func execute(in session: Session) throws {
    var taken: ContiguousArray<ManagedObject> = []
    switch source {
    case .records(let records):
      taken = try objects(of: records, in: session)
      try ask(taken, in: session)
    case .list(let list, let part):
      try session.forEachScreenful(of: list, part) { screenful in
        var objects: ContiguousArray<ManagedObject> = []
        try screenful.forEach { objects.append($0) }
        try ask(objects, in: session)
        if variable != nil { taken += objects }
      }
    }
    session.give(variable, .objects(taken))
  }

  /// Lets objects and their members ask for what is not known, or for everything.
  private func ask(_ objects: ContiguousArray<ManagedObject>, in session: Session) throws {
    switch firing {
    case .together:
      let all = Array(objects)
      try isAgain ? session.context.fillAgain(all) : session.context.fill(all)
    case .apart:
      for object in objects {
        try Self.forgiving { () throws(GraphError) in
          try isAgain ? object.fireAgain() : object.realize()
        }
      }
    case nil: break
    }
    guard let tie else { return }
    for object in objects {
      try Self.forgiving { () throws(GraphError) in
        if isAgain { try object.fireMembersAgain(tie) } else { _ = try object.members(tie) }
      }
    }
  }

  private func objects(
    of records: RecordKeys, in session: Session
  ) throws -> ContiguousArray<ManagedObject> {
    var objects: ContiguousArray<ManagedObject> = []
    for range in records.ranges {
      for key in range {
        let id = try session.coordinator.objectID(entity, Int64(key))
        objects.append(session.context.object(with: id))
      }
    }
    return objects
  }

  /// A log has requests for rows that are gone; they were made all the same.
  private static func forgiving(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    do throws(GraphError) {
      try body()
    } catch  where error.code == .referentialIntegrity {
      return
    }
  }
}

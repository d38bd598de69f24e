// insert: new objects of one entity.

import Faultline

/// Inserts objects, sets their attributes, and may give them a name.
package struct InsertStep: Step {
  package static let keyword = "insert"
  package static let meaning =
    "Insert objects of an entity; with 'context: none' make them without a context, until 'adopt' inserts them."
  package static let example = """
    - insert:
        entity: Employee
        count: 10
        into: staff
        set: {name: 'Employee {index}', salary: 'random(1000, 9000)'}
    - insert: {entity: Employee, context: none, into: draft}
    - adopt: draft
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    Key("count", .formula, "How many; 1 if it is left out."),
    Key("into", .name, "The variable that holds them; without it nothing does."),
    Key("set", .values, "Values by attribute."),
    Key(
      "store", .name,
      "The store that keeps them, where there are several; the first if it is left out."),
    Key(
      "context", .off,
      "\(DisabledKeyword.word) for objects without a context, which only their name holds; the one that steps play in if "
        + "it is left out."),
  ]

  private let entity: EntityDescription
  private let count: Formula?
  private let assignments: Assignments
  private let store: StoreNames
  private let hasContext: Bool
  private let variable: Variable?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.concreteEntity(try fields.required("entity"))
    count = try scope.formula(fields.optional("count"))
    assignments = try Assignments(fields.optional("set"), of: entity, in: &scope)
    store = try StoreNames(fields.optional("store"), in: scope.store)
    variable = try scope.variables.give(fields.optional("into"), entity)
    if let node = fields.optional("context") {
      try Self.check(node, fields, assignments)
      hasContext = false
    } else {
      hasContext = true
    }
  }

  /// Refuses what only an object with a context can have.
  private static func check(
    _ node: Node, _ fields: Fields, _ assignments: Assignments
  ) throws(Diagnostic) {
    guard node.isOff else {
      throw node.diagnostic(
        "objects are inserted into the context that steps play in, or into none",
        notes: ["'in: worker' with 'steps' plays steps in another context"])
    }
    guard fields.optional("into") != nil else {
      throw node.diagnostic(
        "objects without a context that no name holds are gone at once",
        notes: ["'into' gives them a name"])
    }
    if let store = fields.key("store") {
      throw store.diagnostic("only an object with a context has a store; 'adopt' inserts it")
    }
    guard assignments.references.isEmpty else {
      throw node.diagnostic(
        "objects without a context are related to none that has one",
        notes: ["'adopt' inserts them, and 'set' or 'relate' relates them then"])
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let count = try self.count.map { count throws(Diagnostic) in try estimate.count(count) } ?? 1
    try estimate.insert(count, of: entity, into: variable)
    if count > 0 { try assignments.tryOut(count, in: &estimate) }
  }

  package func execute(in session: Session) throws {
    let count = try count?.count(in: session.names) ?? 1
    var objects: ContiguousArray<ManagedObject> = []
    // A scenario may allow itself more objects than there is memory: they are made one by one.
    objects.reserveCapacity(min(count, 1 << 20))
    for _ in 0..<count {
      objects.append(
        hasContext
          ? try session.context.insert(entity) : ManagedObject(entity: entity, insertInto: nil))
    }
    if let store = store.stores(in: session)?.first {
      for object in objects { try session.context.assigning(object, to: store) }
    }
    try assignments.set(objects, in: session)
    session.give(variable, .objects(objects))
  }
}

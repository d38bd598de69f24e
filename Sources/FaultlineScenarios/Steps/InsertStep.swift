// insert: new objects of one entity.

import Faultline

/// Inserts objects, sets their attributes, and may give them a name.
package struct InsertStep: Step {
  package static let keyword = "insert"
  package static let meaning = "Insert objects of an entity."
  package static let example = """
    - insert:
        entity: Employee
        count: 10
        into: staff
        set: {name: 'Employee {index}', salary: 'random(1000, 9000)'}
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    Key("count", .formula, "How many; 1 if it is left out."),
    Key("into", .name, "The variable that holds them; without it nothing does."),
    Key("set", .values, "Values by attribute."),
    Key(
      "store", .name,
      "The store that keeps them, where there are several; the first if it is left out."),
  ]

  private let entity: EntityDescription
  private let count: Formula?
  private let assignments: Assignments
  private let store: StoreNames
  private let variable: Variable?

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.concreteEntity(try fields.required("entity"))
    count = try scope.formula(fields.optional("count"))
    assignments = try Assignments(fields.optional("set"), of: entity, in: &scope)
    store = try StoreNames(fields.optional("store"), in: scope.store)
    variable = try scope.variables.give(fields.optional("into"), entity)
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
    for _ in 0..<count { objects.append(try session.context.insert(entity)) }
    if let store = store.stores(in: session)?.first {
      for object in objects { try session.context.assigning(object, to: store) }
    }
    try assignments.set(objects, in: session)
    session.give(variable, .objects(objects))
  }
}

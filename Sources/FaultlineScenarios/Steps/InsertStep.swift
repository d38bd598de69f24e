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

  private let entityNode: Node
  private let count: Formula?
  private let into: Node?
  private let name: String?
  private var recipes: Recipes
  private let store: StoreNames

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "insert", keys: Self.keys)
    entityNode = try fields.required("entity")
    count = try fields.optional("count").map { node throws(Diagnostic) in try Formula(node) }
    into = fields.optional("into")
    name = try into?.identifier()
    recipes = Recipes(fields.optional("set"))
    store = StoreNames(fields.optional("store"))
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    guard !entity.isAbstract else {
      throw entityNode.diagnostic(
        "\(entity.name.inQuotes) is abstract and has no objects of its own")
    }
    if let count { try rehearsal.check(count) }
    try recipes.check(entity, &rehearsal)
    try store.check(rehearsal.store)
    if let into { try rehearsal.give(into, entity) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    let count = try self.count.map { count throws(Diagnostic) in try work.count(count) } ?? 1
    try work.insert(count, of: entityNode.scalar?.text ?? "", into: name)
    if count > 0 { try recipes.weigh(work) }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    let count = try self.count?.count(in: stage.names) ?? 1
    let entity = try engine { () throws(GraphError) in
      try stage.model.entity(named: entityNode.scalar?.text ?? "")
    }
    var objects: ContiguousArray<ManagedObject> = []
    // A scenario may allow itself more objects than there is memory: they are made one by one.
    objects.reserveCapacity(min(count, 1 << 20))
    for _ in 0..<count {
      objects.append(try engine { () throws(GraphError) in try stage.context.insert(entity) })
    }
    if let store = store.stores(on: stage)?.first {
      for object in objects {
        try engine { () throws(GraphError) in try stage.context.assigning(object, to: store) }
      }
    }
    try recipes.set(objects, on: stage)
    if let name { stage.give(name, objects) }
  }
}

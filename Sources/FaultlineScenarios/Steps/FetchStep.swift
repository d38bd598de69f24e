// fetch: the objects of an entity, under a name.

import Faultline

/// Fetches objects and may give them a name.
package struct FetchStep: Step {
  package static let keyword = "fetch"
  package static let meaning = "Fetch the objects of an entity."
  package static let example = """
    - fetch: {entity: Employee, into: staff, where: name != NIL, sort: name, limit: 100}
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    SearchText.keys[0],
    SearchText.keys[1],
    Key("into", .name, "The name that holds them; nobody does if it is left out."),
    Key(
      "as", .choice(FetchForm.allCases.map(\.rawValue)),
      "As faults with their rows in the cache, realized, or as faults without rows."),
    Key(
      "prefetch", .either([.name, .list(.name)]),
      "Paths of relationships whose destinations are fetched along, one request an entity."),
    Key(
      "batch", .formula,
      "How many objects are filled at a time, while the name is touched or walked; all if it is left out."
    ),
    Key("limit", .formula, "The most objects; 0 for all, as when it is left out."),
    Key("offset", .formula, "How many of the first are left out; none if it is left out."),
    Key(
      "stores", .either([.name, .list(.name)]),
      "The stores that are asked, where there are several; all if it is left out."),
  ]

  private let entityNode: Node
  private let into: Node?
  private let name: String?
  private let form: FetchForm?
  private let search: SearchText
  private let batch: Formula?
  private let limit: Formula?
  private let offset: Formula?
  /// The paths that the step names; nil where it names none.
  private let prefetched: [Node]?
  private let stores: StoreNames

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "fetch", keys: Self.keys)
    entityNode = try fields.required("entity")
    into = fields.optional("into")
    name = try into?.identifier()
    form = try fields.optional("as")?.choice(of: FetchForm.self)
    search = try SearchText(fields)
    stores = StoreNames(fields.optional("stores"))
    batch = try fields.optional("batch").map { node throws(Diagnostic) in try Formula(node) }
    limit = try fields.optional("limit").map { node throws(Diagnostic) in try Formula(node) }
    offset = try fields.optional("offset").map { node throws(Diagnostic) in try Formula(node) }
    if let node = fields.optional("prefetch") {
      if case .list(let nodes) = node.value { prefetched = nodes } else { prefetched = [node] }
    } else {
      prefetched = nil
    }
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    try stores.check(rehearsal.store)
    for formula in [limit, offset, batch].compactMap({ $0 }) { try rehearsal.check(formula) }
    for path in prefetched ?? [] { _ = try rehearsal.path(path, from: entity) }
    if let into {
      try rehearsal.give(
        into, entity, inBatches: batch != nil || rehearsal.fetching.batchSize != nil)
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    let offset = try self.offset.map { offset throws(Diagnostic) in try work.count(offset) } ?? 0
    let limit = try self.limit.map { limit throws(Diagnostic) in try work.count(limit) } ?? 0
    try work.fetch(entityNode.scalar?.text ?? "", from: offset, atMost: limit, into: name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var request = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    request.fetchLimit = try limit?.count(in: stage.names) ?? 0
    request.fetchOffset = try offset?.count(in: stage.names) ?? 0
    let usual = stage.settings.fetching
    let form = form ?? usual.form ?? .faults
    request.returnsObjectsAsFaults = form != .realized
    request.includesPropertyValues = form != .keys
    if let prefetched {
      request.relationshipKeyPathsForPrefetching = prefetched.compactMap { $0.scalar?.text }
    } else if let entity = stage.model.entitiesByName[request.entityName] {
      request.relationshipKeyPathsForPrefetching = usual.paths(from: entity)
    }
    try search.apply(to: &request, stage.names)
    request.affectedStores = stores.stores(on: stage)
    // Nobody goes over objects that have no name, so nobody fills them batch by batch.
    let usualSize = name == nil ? nil : usual.batchSize
    request.fetchBatchSize = try batch?.count(in: stage.names) ?? usualSize ?? 0
    try fetch(request, inBatches: batch != nil || usualSize != nil, on: stage)
  }

  private func fetch(
    _ request: FetchRequest, inBatches: Bool, on stage: Stage
  ) throws(StepFailure) {
    if inBatches {
      let results = try engine { () throws(GraphError) in
        try stage.context.fetchBatched(request)
      }
      if let name { stage.give(name, results) }
    } else {
      let objects = try engine { () throws(GraphError) in try stage.context.fetch(request) }
      if let name { stage.give(name, ContiguousArray(objects)) }
    }
  }
}

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
    Key("into", .name, "The variable that holds them; without it nothing does."),
    Key(
      "as", .choice(FetchForm.allCases.map(\.rawValue)),
      "As faults with their rows in the cache, realized, or as faults without rows."),
    Key(
      "prefetch", .either([.name, .list(.name)]).orOff,
      "Paths of relationships whose destinations are fetched along, one request an entity; \(Off.word) in spite of what "
        + "'prefetches' says."),
    Key(
      "batch", .formula.orOff,
      "How many objects are filled at a time, while the name is touched or walked; \(Off.word) for all at once."
    ),
    Key(
      "limit", .formula.orOff, "The most objects; \(Off.word) for all, as when it is left out."),
    Key(
      "offset", .formula.orOff,
      "How many of the first are left out; \(Off.word), as when it is left out."),
    Key(
      "stores", .either([.name, .list(.name)]),
      "The stores that are asked, where there are several; all if it is left out."),
  ]

  private let entityNode: Node
  private let into: Node?
  private let name: String?
  private let form: FetchForm?
  private let search: SearchText
  private let batch: Limit?
  private let limit: Limit?
  private let offset: Limit?
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
    batch = try Limit(fields.optional("batch"))
    limit = try Limit(fields.optional("limit"))
    offset = try Limit(fields.optional("offset"))
    prefetched = fields.optional("prefetch").map(FetchSettings.paths)
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    try stores.check(rehearsal.store)
    for limit in [limit, offset, batch] { try rehearsal.check(limit) }
    for path in prefetched ?? [] { _ = try rehearsal.path(path, from: entity) }
    if let into {
      let own = batch.map { !$0.isOff(in: rehearsal.names) }
      try rehearsal.give(
        into, entity, inBatches: own ?? (rehearsal.fetching.batchSize != nil))
    }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    let offset = try work.count(self.offset) ?? 0
    let limit = try work.count(self.limit) ?? 0
    _ = try work.count(batch)
    try work.fetch(entityNode.scalar?.text ?? "", from: offset, atMost: limit, into: name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var request = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    request.fetchLimit = (try limit?.count(in: stage.names) ?? nil) ?? 0
    request.fetchOffset = (try offset?.count(in: stage.names) ?? nil) ?? 0
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
    // Objects without a variable are not gone over, so nothing fills them batch by batch.
    let usualSize = name == nil ? nil : usual.batchSize
    let size = if let batch { try batch.count(in: stage.names) } else { usualSize }
    request.fetchBatchSize = size ?? 0
    try fetch(request, inBatches: size != nil, on: stage)
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

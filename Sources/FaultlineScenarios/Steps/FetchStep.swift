// fetch: the objects of an entity, under a name.

import Faultline

/// Fetches objects and may give them a name.
package struct FetchStep: Step {
  package static let keyword = "fetch"
  package static let meaning = "Fetch the objects of an entity."
  package static let example = """
    - fetch: {entity: Employee, into: staff, where: name != NIL, sort: name, limit: 100}
    - fetch: {entity: Employee, into: names, properties: [name, manager]}
    """
  package static let keys =
    [
      Key("entity", .name, required: true, "The entity of the objects."),
      SearchText.keys[0],
      SearchText.keys[1],
      Key("into", .name, "The variable that holds them; without it nothing does."),
      Key(
        "as", .choice(FetchForm.allCases.map(\.rawValue)),
        "As faults with their rows in the cache, realized, or as faults without rows."),
      Key(
        "properties", NamedProperties.kind,
        "Attributes and to-one relationships that alone are read: the objects are faults that know those and fire for "
          + "anything else. Everything is read if it is left out."),
      Key(
        "prefetch", .either([.name, .list(.name)]).orOff,
        "Paths of relationships whose destinations are fetched along, one request an entity; \(DisabledKeyword.word) in spite of what "
          + "'prefetches' says."),
      Key(
        "batch", .formula.orOff,
        "How many objects are filled at a time, while the name is touched or walked; \(DisabledKeyword.word) for all at once."
      ),
      Key(
        "refresh", .flag,
        "Whether objects that have their values already are brought up to date (shouldRefreshRefetchedObjects); false "
          + "if it is left out."),
      Key(
        "limit", .formula.orOff,
        "The most objects; \(DisabledKeyword.word) for all, as when it is left out."),
      Key(
        "offset", .formula.orOff,
        "How many of the first are left out; \(DisabledKeyword.word), as when it is left out."),
      Key(
        "stores", .either([.name, .list(.name)]),
        "The stores that are asked, where there are several; all if it is left out."),
    ] + RequestReach.keys

  private let entity: EntityDescription
  private let form: FetchForm?
  /// What alone is read.
  private let properties: NamedProperties
  private let search: SearchText
  private let batch: Limit?
  /// How many objects are filled at a time where the step does not say it.
  private let usualBatch: Int?
  /// Whether objects that have their values are brought up to date.
  private let refreshes: Bool
  private let limit: Limit?
  private let offset: Limit?
  /// The paths of what comes along.
  private let prefetched: [String]
  private let stores: StoreNames
  private let variable: Variable?
  private let reach: RequestReach

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.entity(try fields.required("entity"))
    let form = try fields.optional("as")?.choice(of: FetchForm.self)
    properties = try NamedProperties(fields.optional("properties"), of: entity)
    if !properties.isEmpty { try Self.checkAlone(fields) }
    search = try SearchText(fields, of: entity, in: scope)
    reach = try RequestReach(fields)
    stores = try StoreNames(fields.optional("stores"), in: scope.store)
    refreshes = try fields.optional("refresh")?.flag() ?? false
    limit = try scope.limit(fields.optional("limit"))
    offset = try scope.limit(fields.optional("offset"))
    batch = try scope.limit(fields.optional("batch"))
    if let node = fields.optional("prefetch") {
      var paths: [String] = []
      for path in FetchSettings.paths(node) {
        _ = try scope.path(path, from: entity)
        paths.append(try path.identifier())
      }
      prefetched = paths
    } else {
      // What is fetched along needs whole objects to hold it.
      prefetched = properties.isEmpty ? scope.fetching.paths(from: entity) : []
    }
    self.form = form ?? (properties.isEmpty ? scope.fetching.form : nil)
    let comesInBatches =
      batch.map { !$0.isOff(in: scope.names) } ?? (scope.fetching.batchSize != nil)
    variable = try scope.variables.give(
      fields.optional("into"), entity, inBatches: comesInBatches)
    // Objects without a variable are not gone over, so nothing fills them batch by batch.
    usualBatch = variable == nil ? nil : scope.fetching.batchSize
  }

  /// Refuses what would read whole rows, or none, in spite of the properties that are named.
  private static func checkAlone(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional("as"), try node.choice(of: FetchForm.self) != .faults {
      throw node.diagnostic(
        "objects that are fetched with 'properties' are faults that know those",
        notes: ["leave 'as' out, or 'properties'"])
    }
    if let node = fields.optional("prefetch"), !node.isOff {
      throw node.diagnostic(
        "objects that are fetched with 'properties' are faults, and a fault holds nothing that is fetched along",
        notes: ["leave 'prefetch' out, or 'properties'"])
    }
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let offset = try estimate.count(self.offset) ?? 0
    let limit = try estimate.count(self.limit) ?? 0
    let size = batch == nil ? usualBatch : try estimate.count(batch)
    if size != nil { estimate.fetchesInBatches = true }
    try estimate.fetch(entity, from: offset, atMost: limit, into: variable)
  }

  package func execute(in session: Session) throws {
    var request = FetchRequest(entityName: entity.name)
    request.fetchLimit = try limit?.value(in: session.names) ?? 0
    request.fetchOffset = try offset?.value(in: session.names) ?? 0
    let form = form ?? .faults
    request.returnsObjectsAsFaults = form != .realized
    request.includesPropertyValues = form != .keys
    request.shouldRefreshRefetchedObjects = refreshes
    request.propertiesToFetch = properties.expressions
    request.relationshipKeyPathsForPrefetching = prefetched
    try search.apply(to: &request, session.names)
    reach.apply(to: &request)
    request.affectedStores = stores.stores(in: session)
    let size = if let batch { try batch.value(in: session.names) } else { usualBatch }
    request.fetchBatchSize = size ?? 0
    if size == nil {
      session.give(variable, .objects(ContiguousArray(try session.context.fetch(request))))
    } else {
      session.give(variable, .batches(try session.context.fetchBatched(request)))
    }
  }
}

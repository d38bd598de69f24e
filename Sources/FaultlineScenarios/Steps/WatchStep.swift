// watch: a results controller follows a context.

import Faultline

/// Holds a results controller under a name and counts what it reports (N3).
package struct WatchStep: Step {
  package static let keyword = "watch"
  package static let meaning =
    "Let a results controller follow what matches, until its name is released; 'results.inserts' and others count."
  package static let example = """
    - watch: {entity: Employee, where: salary > 1000, sort: name, as: list}
    - insert: {entity: Employee, set: {name: Newcomer, salary: 2000}}
    - touch: list
    - release: list
    """
  package static let keys = [
    Key("entity", .name, required: true, "The entity of the objects."),
    SearchText.keys[0],
    Key(
      "sort", .either([.text, .list(.text)]), required: true,
      "Keys by whose values the results are in order; a '-' before one sorts downwards."),
    Key("sections", .name, "The key by whose values the results fall into sections."),
    Key(
      "batch", .formula.orOff,
      "How many objects are filled at a time; \(DisabledKeyword.word) loads all of them in one request, as a fetchBatchSize of "
        + "0 does. If it is left out, that is 32, or what 'controllerBatch' says."
    ),
    Key(
      "as", .name, required: true,
      "The controller's name; 'scroll', 'touch', 'walk' and 'recall' go over its objects."),
  ]

  private let entity: EntityDescription
  private let search: SearchText
  private let sections: String?
  private let batch: Limit?
  private let list: Variable

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    entity = try scope.entity(try fields.required("entity"))
    search = try SearchText(fields, of: entity, in: scope)
    let sectionsNode = fields.optional("sections")
    sections = try sectionsNode?.identifier()
    if let sectionsNode, let sections {
      try sectionsNode.pointing { [entity] () throws(QueryMistake) in
        try SortKey(sections).check(against: entity)
      }
    }
    batch = try scope.limit(fields.optional("batch"))
    scope.listening.isCounted = true
    list = try scope.variables.give(try fields.required("as"), entity, inBatches: true)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    _ = try estimate.count(batch)
    try estimate.fetch(entity, into: list)
  }

  package func execute(in session: Session) throws {
    var request = FetchRequest(entityName: entity.name)
    try search.apply(to: &request, session.names)
    let size = try batch?.value(in: session.names)
    request.fetchBatchSize = size ?? 0
    let watcher = ResultsWatcher(
      FetchedResultsController(
        fetchRequest: request, managedObjectContext: session.context, sectionNameKeyPath: sections),
      session.tally)
    watcher.controller.loadsAtOnce = batch != nil && size == nil
    try watcher.controller.performFetch()
    session.give(list, .results(watcher))
  }
}

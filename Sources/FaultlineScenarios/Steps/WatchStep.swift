// watch: a results controller follows a context.

import Faultline

/// Holds a results controller under a name and counts what it tells (N3).
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
      "How many objects are filled at a time; 32 if it is left out, and all at once with \(Off.word)."
    ),
    Key(
      "as", .name, required: true, "The controller's name; 'touch' and 'walk' go over its objects."),
  ]

  /// A batch that no list is longer than.
  private static let allAtOnce = Int(Int32.max)

  private let entityNode: Node
  private let search: SearchText
  private let sections: Node?
  private let sectionPath: String?
  private let batch: Limit?
  private let asNode: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "watch", keys: Self.keys)
    entityNode = try fields.required("entity")
    search = try SearchText(fields)
    sections = fields.optional("sections")
    sectionPath = try sections?.identifier()
    batch = try Limit(fields.optional("batch"))
    asNode = try fields.required("as")
    name = try asNode.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    let entity = try rehearsal.entity(entityNode)
    try search.check(entity, rehearsal)
    if let sections, let sectionPath {
      try sections.pointing { () throws(QueryMistake) in
        try SortKey(sectionPath).check(against: entity)
      }
    }
    try rehearsal.check(batch)
    rehearsal.listening.isCounted = true
    try rehearsal.give(asNode, entity, inBatches: true)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    _ = try work.count(batch)
    try work.fetch(entityNode.scalar?.text ?? "", from: 0, atMost: 0, into: name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var request = FetchRequest(entityName: entityNode.scalar?.text ?? "")
    try search.apply(to: &request, stage.names)
    if let batch {
      request.fetchBatchSize = try batch.count(in: stage.names) ?? Self.allAtOnce
    }
    let watcher = ResultsWatcher(
      FetchedResultsController(
        fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: sectionPath),
      stage.tally)
    try engine { () throws(GraphError) in try watcher.controller.performFetch() }
    stage.give(name, watcher)
  }
}

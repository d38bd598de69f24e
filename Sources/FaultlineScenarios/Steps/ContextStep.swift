// context: another context, beside the scenario's own.

import Faultline

/// Opens a context with a name, over the coordinator or over a parent.
package struct ContextStep: Step {
  package static let keyword = "context"
  package static let meaning =
    "Open another context beside the scenario's own, which is called 'main'."
  package static let example = """
    - context: {name: team, undo: none}
    - context: {name: editor, parent: team, retainsRegisteredObjects: true}
    """
  package static let keys =
    [
      Key(
        "name", .name, required: true, "The context's name; an open one of that name is let go."),
      Key(
        "parent", .name,
        "The context that it fetches from and saves to; the coordinator if it is left out."),
      Key(
        "refused", .flag,
        "Whether the parent must be refused, because it is confined to a thread; nothing is opened then."
      ),
    ] + ContextSettings.openingKeys
  /// One of the same name goes, and with it what nothing else holds.
  package static let mayBreakCycles = true

  private let nameNode: Node
  private let name: String
  private let parentNode: Node?
  private let parent: String?
  private let refusedNode: Node?
  private let isRefused: Bool
  private let fields: Fields
  /// What is said of it, and nothing else.
  private let own: ContextSettings

  package init(_ text: StepText) throws(Diagnostic) {
    fields = try Fields(text.value, of: "context", keys: Self.keys)
    nameNode = try fields.required("name")
    name = try nameNode.identifier()
    parentNode = fields.optional("parent")
    parent = try parentNode?.identifier()
    refusedNode = fields.optional("refused")
    isRefused = try refusedNode?.flag() ?? false
    var own = ContextSettings()
    try own.apply(fields, opensStores: false)
    self.own = own
  }

  private var queue: QueueSetting { own.sharing.queue ?? .private }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try own.sharing.check(queue)
    try own.routine.check(rehearsal.names)
    if let parentNode { try rehearsal.context(parentNode) }
    if let refusedNode, isRefused, parentNode == nil {
      throw refusedNode.diagnostic(
        "only a parent can be refused, and the coordinator serves every context")
    }
    if parent == name, let parentNode {
      throw parentNode.diagnostic("a context cannot be its own parent")
    }
    if !isRefused { try rehearsal.open(nameNode, fields.optional("undo") == nil ? nil : own.undo) }
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let parentNode { try check(parentNode, try work.contexts.context(parentNode)) }
    guard !isRefused else { return }
    var settings = work.contexts.inherited
    try settings.apply(fields, opensStores: false)
    try settings.rules.check()
    try work.contexts.open(
      nameNode, queue: queue, isRenewed: own.routine.renewsContext(in: work.names),
      uniquesObjects: settings.rules.uniquesObjects)
  }

  /// Whether a parent is refused just where the step says so (P4).
  private func check(_ node: Node, _ parent: WorkloadContexts.Entry) throws(Diagnostic) {
    let isConfined = parent.queue == .confinement
    if isRefused, !isConfined {
      throw node.diagnostic(
        "\(parent.name.inQuotes) has a queue, so nothing refuses it as a parent",
        notes: ["only a context with 'queue: confinement' is refused (P4)"])
    }
    if !isRefused, isConfined {
      let place =
        parent.number == 0
        ? "'context: {queue: main}' at the top of the scenario" : "'queue: private'"
      throw node.diagnostic(
        "\(parent.name.inQuotes) is confined to a thread and cannot be a parent (P4)",
        notes: ["\(place) gives it a queue", "'refused: true' expects just this"])
    }
    if !isRefused, !parent.uniquesObjects {
      throw node.diagnostic(
        "\(parent.name.inQuotes) does not unique its objects and cannot be a parent (Q2)",
        notes: ["a child could not know which of a record's objects it edits"])
    }
    if !isRefused, parent.isRenewed {
      throw node.diagnostic(
        "fresh contexts take the place of \(parent.name.inQuotes) by themselves, which a child would not notice",
        notes: ["a parent has no 'freshContextEvery'"])
    }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    var settings = stage.settings.inherited
    do throws(Diagnostic) {
      try settings.apply(fields, opensStores: false)
    } catch {
      throw StepFailure(error.message)
    }
    guard isRefused, let parent else {
      return try stage.open(name, settings, queue: queue, parent: parent)
    }
    let confined = try stage.bench(named: parent).context
    do throws(GraphError) {
      try ManagedObjectContext(concurrencyType: queue.type).setParent(confined)
    } catch {
      return
    }
    throw StepFailure("the context '\(parent)' became a parent, which rule P4 forbids.")
  }
}

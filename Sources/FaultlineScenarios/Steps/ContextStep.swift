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

  /// Nil where the parent must be refused: nothing is opened then.
  private let context: ContextReference?
  private let parent: ContextReference?
  private let fields: Fields
  /// What is said of it, and nothing else.
  private let own: ContextSettings

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    fields = try text.fields(of: Self.self)
    let nameNode = try fields.required("name")
    let name = try nameNode.identifier()
    let refusedNode = fields.optional("refused")
    let isRefused = try refusedNode?.flag() ?? false
    var own = ContextSettings()
    try own.apply(fields, opensStores: false)
    self.own = own
    try own.sharing.check(own.sharing.queue ?? .private)
    try own.routine.check(scope.names)
    parent = try scope.contexts.context(fields.optional("parent"))
    if let refusedNode, isRefused, parent == nil {
      throw refusedNode.diagnostic(
        "only a parent can be refused, and the coordinator serves every context")
    }
    if let parent, parent.name == name {
      throw parent.node.diagnostic("a context cannot be its own parent")
    }
    let undo = fields.optional("undo") == nil ? nil : own.undo
    context = isRefused ? nil : try scope.contexts.open(nameNode, undo)
  }

  private var isRefused: Bool { context == nil }

  private var queue: QueueSetting { own.sharing.queue ?? .private }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if let parent { try check(parent.node, try estimate.contexts.context(parent)) }
    guard let context else { return }
    let settings = try settings(from: estimate.contexts.inherited)
    try settings.rules.check()
    try estimate.contexts.open(
      context, queue: queue, isRenewed: own.routine.renewsContext(in: estimate.names),
      uniquesObjects: settings.rules.uniquesObjects)
  }

  /// What the context is set to: what the scenario's own is, and what is said of this one.
  private func settings(from inherited: ContextSettings) throws(Diagnostic) -> ContextSettings {
    var settings = inherited
    try settings.apply(fields, opensStores: false)
    return settings
  }

  /// Whether a parent is refused just where the step says so (P4).
  private func check(_ node: Node, _ parent: EstimatedContexts.Entry) throws(Diagnostic) {
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

  package func execute(in session: Session) throws {
    if let context {
      let settings = try settings(from: session.settings.inherited)
      return try session.open(context, settings, queue: queue, parent: parent)
    }
    guard let parent else { return }
    let confined = try session.context(parent).context
    do throws(GraphError) {
      try ManagedObjectContext(concurrencyType: queue.type).setParent(confined)
    } catch {
      return
    }
    throw StepFailure("the context '\(parent.name)' became a parent, which rule P4 forbids.")
  }
}

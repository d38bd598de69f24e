// Contexts as they are known when a file is read: by their names, and whether they can undo.

/// A context that steps can name.
struct RehearsedContext: Sendable {
  let name: String
  /// Whether it has an undo manager, in some variant at least.
  let canUndo: Bool
}

extension Rehearsal {
  /// Whether the context that the step plays in has an undo manager, in some variant at least.
  var canUndo: Bool { context.canUndo }

  /// Notes a context that a step opens; what is not said of undo is as in the scenario's own.
  mutating func open(_ node: Node, _ undo: UndoSetting?) throws(Diagnostic) {
    let name = try node.identifier()
    guard name != Workbench.main else {
      throw node.diagnostic(
        "\(name.inQuotes) is the scenario's own context, which is always open",
        notes: ["choose another name"])
    }
    let canUndo = undo.map { $0 != .none } ?? contexts[0].canUndo
    contexts.append(RehearsedContext(name: name, canUndo: canUndo))
  }

  /// The context of a name that a step before this one opens.
  @discardableResult
  func context(_ node: Node) throws(Diagnostic) -> RehearsedContext {
    let name = try node.identifier()
    if let context = contexts.last(where: { $0.name == name }) { return context }
    var known: [String] = []
    for context in contexts where !known.contains(context.name) { known.append(context.name) }
    guard known.count > 1 else {
      throw node.diagnostic(
        "no context is named \(name.inQuotes)",
        notes: ["the step 'context' opens one beside the scenario's own, 'main'"])
    }
    throw .unknown("context", name, at: node.range, known: known)
  }

  /// Checks steps that play in another context.
  mutating func check(_ steps: inout [PlacedStep], in node: Node) throws(Diagnostic) {
    let outer = context
    context = try context(node)
    defer { context = outer }
    try steps.check(&self)
  }
}

// The contexts of a script as they are known where a step stands: by their names, and whether they can undo.

/// The contexts that steps before this one open, and the scenario's own.
struct PlannedContexts: Sendable {
  private var table = NameTable()
  /// Whether each has an undo manager, in some variant at least.
  private var undo: [Bool]
  /// The number of the context that the step plays in.
  private(set) var current = 0

  /// Only the scenario's own is open.
  init(canUndo: Bool) {
    undo = [canUndo]
    _ = table.add(SessionContext.main)
  }

  /// Whether the context that the step plays in has an undo manager, in some variant at least.
  var canUndo: Bool { undo[current] }

  /// Which has no undo manager, for a message.
  var whichCannotUndo: String {
    current == 0 ? "no variant" : "no context \(table.names[current].inQuotes)"
  }

  /// Notes a context that a step opens; what is not said of undo is as in the scenario's own.
  mutating func open(_ node: Node, _ setting: UndoSetting?) throws(Diagnostic) -> ContextReference {
    let name = try node.identifier()
    guard name != SessionContext.main else {
      throw node.diagnostic(
        "\(name.inQuotes) is the scenario's own context, which is always open",
        notes: ["choose another name"])
    }
    let canUndo = setting.map { $0 != .none } ?? undo[0]
    let slot = table.add(name)
    if slot == undo.count { undo.append(canUndo) } else { undo[slot] = canUndo }
    return ContextReference(slot: slot, name: name, node: node)
  }

  /// The context of a name that a step before this one opens.
  func context(_ node: Node) throws(Diagnostic) -> ContextReference {
    let name = try node.identifier()
    if let slot = table.slot(of: name) {
      return ContextReference(slot: slot, name: name, node: node)
    }
    guard table.names.count > 1 else {
      throw node.diagnostic(
        "no context is named \(name.inQuotes)",
        notes: ["the step 'context' opens one beside the scenario's own, 'main'"])
    }
    throw .unknown("context", name, at: node.range, known: table.names)
  }

  /// The same of a step that may name none.
  func context(_ node: Node?) throws(Diagnostic) -> ContextReference? {
    guard let node else { return nil }
    return try context(node)
  }

  /// Lets the following steps play in a context, and returns the one before it.
  mutating func enter(_ context: ContextReference) -> Int {
    defer { current = context.slot }
    return current
  }

  mutating func leave(to outer: Int) { current = outer }
}

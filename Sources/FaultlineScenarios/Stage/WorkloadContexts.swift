// The contexts of a pass that is played with numbers only: which are open, and whose objects each name holds.

/// Contexts as they will be when a step plays, under the values that parameters have.
struct WorkloadContexts {
  /// A context that is open.
  struct Entry {
    let name: String
    /// Tells it from others that had the name.
    let number: Int
    let queue: QueueSetting
    /// Whether fresh contexts take its place by themselves.
    let isRenewed: Bool
    /// Whether it has one object for each record.
    let uniquesObjects: Bool
  }

  /// What contexts start from that steps open.
  let inherited: ContextSettings
  private var open: [Entry]
  /// The contexts of the steps around, the innermost last.
  private var around: [Entry]
  private var openings = 0
  private var owners: [String: Entry] = [:]
  /// Whether blocks at the same time play on threads of their own.
  let hasThreads: Bool
  /// The contexts that play on other threads than the steps do now.
  private var elsewhere: Set<Int> = []

  init(_ main: ContextSettings, _ names: Names) {
    hasThreads = main.threads
    open = [
      Entry(
        name: Workbench.main, number: 0, queue: main.sharing.queue ?? .confinement,
        isRenewed: main.routine.renewsContext(in: names), uniquesObjects: main.rules.uniquesObjects)
    ]
    inherited = main.inherited
    around = open
  }

  /// The context that steps play in.
  private var current: Entry { around[around.count - 1] }

  /// The open context of a name.
  func context(_ node: Node) throws(Diagnostic) -> Entry {
    let name = try node.identifier()
    guard let entry = open.last(where: { $0.name == name }) else {
      throw node.diagnostic(
        "no context \(name.inQuotes) is open here",
        notes: ["it was closed, or the step that opens it is not played in this variant"])
    }
    if !elsewhere.isEmpty, entry.queue != .private { throw belongsToOneThread(entry, node) }
    return entry
  }

  /// The open context of a name, or the one that steps play in.
  func contextOrCurrent(_ node: Node?) throws(Diagnostic) -> Entry {
    guard let node else { return current }
    return try context(node)
  }

  /// Opens a context; one of that name that is open is let go.
  mutating func open(
    _ node: Node, queue: QueueSetting, isRenewed: Bool, uniquesObjects: Bool
  ) throws(Diagnostic) {
    let name = try node.identifier()
    if open.contains(where: { $0.name == name }) { try close(node) }
    openings += 1
    open.append(
      Entry(
        name: name, number: openings, queue: queue, isRenewed: isRenewed,
        uniquesObjects: uniquesObjects))
  }

  /// Closes a context, which must not be one that steps around play in.
  mutating func close(_ node: Node) throws(Diagnostic) {
    let entry = try context(node)
    guard entry.number != 0 else {
      throw node.diagnostic(
        "\(entry.name.inQuotes) is the scenario's own context and goes when everything does",
        notes: ["every run has a checkpoint 'end' behind that"])
    }
    guard !around.contains(where: { $0.number == entry.number }) else {
      throw node.diagnostic(
        "this step stands among those that play in \(entry.name.inQuotes), which cannot go meanwhile",
        notes: ["put it behind the step 'in'"])
    }
    open.removeAll { $0.number == entry.number }
  }

  /// Enters a context; the step leaves it again.
  mutating func enter(_ node: Node) throws(Diagnostic) {
    let entry = try context(node)
    guard !elsewhere.contains(entry.number) else {
      throw node.diagnostic(
        "the context \(entry.name.inQuotes) plays on another thread at the same time",
        notes: ["steps in it belong into its own block"])
    }
    around.append(entry)
  }

  mutating func leave() { around.removeLast() }

  /// Enters the context of a block that plays on a thread of its own while these others play on theirs.
  mutating func enter(_ node: Node, besides others: [Node]) throws(Diagnostic) {
    let entry = try context(node)
    guard entry.queue == .private else { throw belongsToOneThread(entry, node) }
    if let main = open.first(where: { $0.queue == .main }) {
      throw node.diagnostic(
        "with 'threads: true' the main thread waits here, and the context \(main.name.inQuotes) can do nothing",
        notes: ["'queue: private' lets it work on any thread"])
    }
    around.append(entry)
    for other in others {
      let number = try context(other).number
      if number != entry.number { elsewhere.insert(number) }
    }
    // Alone it has no other beside it, but plays on a thread of its own all the same.
    if elsewhere.isEmpty { elsewhere = [-1] }
  }

  /// Leaves such a block.
  mutating func leaveThread() {
    leave()
    elsewhere = []
  }

  /// Whether the steps play on a thread of their own.
  var isOnThread: Bool { !elsewhere.isEmpty }

  private func belongsToOneThread(_ entry: Entry, _ node: Node) -> Diagnostic {
    node.diagnostic(
      "the context \(entry.name.inQuotes) belongs to the trial's thread, and with 'threads: true' each context here "
        + "plays on its own",
      notes: ["'queue: private' lets it work on any thread"])
  }

  /// A name is given to objects of the context that steps play in, or of another one.
  mutating func assign(_ name: String, to entry: Entry? = nil) { owners[name] = entry ?? current }

  /// The context whose objects a name holds, which must be open.
  func owner(_ name: String, at node: Node) throws(Diagnostic) -> Entry {
    let owner = owners[name] ?? current
    guard open.contains(where: { $0.number == owner.number }) else {
      throw node.diagnostic(
        "the objects \(name.inQuotes) belong to a context \(owner.name.inQuotes) that was let go",
        notes: ["the name holds them still, and can be released"])
    }
    guard !elsewhere.contains(owner.number) else {
      throw node.diagnostic(
        "the objects \(name.inQuotes) belong to the context \(owner.name.inQuotes), which plays on another thread at "
          + "the same time",
        notes: ["pass their IDs before or after 'concurrently' (P7)"])
    }
    return owner
  }

  /// Whether the engine may refuse the use of a context's objects where steps play now.
  func refusesUse(of owner: Entry) -> Bool {
    // Whether a fresh one took the context's place is not known before.
    owner.isRenewed
      || (owner.queue == .private && !around.contains { $0.number == owner.number })
  }

  /// Refuses the objects of another context (P7); a step may know what else to do.
  func check(_ name: String, at node: Node, _ remedy: String? = nil) throws(Diagnostic) {
    let owner = try owner(name, at: node)
    guard owner.number != current.number else { return }
    throw node.diagnostic(
      "the objects \(name.inQuotes) belong to the context \(owner.name.inQuotes), and this step plays in "
        + current.name.inQuotes,
      notes: ["objects never cross contexts, their IDs do (P7)"] + (remedy.map { [$0] } ?? []))
  }
}

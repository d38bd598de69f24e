// Rows that stores found and objects that were judged in memory, as one answer in one order.

/// The answer to a request where unsaved changes have a say, or several stores.
struct MergedAnswer {
  /// One object of the answer; it need not exist until it is asked for.
  struct Entry {
    let identityTable: IdentityTable
    let key: Int64
    /// The object, where it is one with unsaved changes.
    var object: ManagedObject?
    /// Where its row came from.
    var source: (run: FetchedRows.Run, place: Int)?
  }

  private let context: ManagedObjectContext
  private let question: StoreQuestion
  /// What the stores handed up.
  let rows: FetchedRows
  private(set) var entries: [Entry] = []
  /// A Boolean value that indicates whether the caller gets the rows; otherwise they only serve to judge and compare.
  private let handsRowsUp: Bool
  private let source: AnswerSource
  private var evaluation: QueryEvaluation<AnswerSource>
  /// Where each entity stands among those that count.
  private let ranks: [Int]

  init(
    _ question: StoreQuestion, _ pending: PendingChanges, from offset: Int, atMost limit: Int,
    in context: ManagedObjectContext, withValues: Bool
  ) throws(GraphError) {
    let upstream = try context.upstream()
    // To judge objects and to find their places among the others takes values, which come with the same request.
    let compares = !question.order.isEmpty
    let readsValues = withValues || compares || !pending.reached.isEmpty
    let question =
      compares && pending.reached.isEmpty
      ? question.knowingOrder(withValues: withValues) : question
    self.question = question
    self.context = context
    handsRowsUp = withValues
    source = try AnswerSource(context)
    evaluation = QueryEvaluation(source)
    ranks = question.ranks(entityCount: try context.coordinator().entityCount)
    let end = offset.addingReportingOverflow(limit)
    let enough = end.partialValue.addingReportingOverflow(pending.reached.count)
    let isBounded = limit > 0 && !end.overflow && !enough.overflow
    let isSeveral = try upstream.asksSeveral(question)
    let isStoreFirst =
      context.settings.behaviours.contains(.limitsCountWhatIsStored)
      && (offset > 0 || limit > 0) && !isSeveral
    rows =
      isStoreFirst
      ? try upstream.fetch(question, from: offset, atMost: limit, withValues: readsValues)
      : try upstream.fetch(
        pending.trustedOrReached(question), from: 0, atMost: isBounded ? enough.partialValue : 0,
        withValues: readsValues)
    listRows()
    if isStoreFirst {
      // What the store has counted stays counted: what has changed since leaves or joins, and nothing moves up.
      takeOut(pending.outdated)
      try place(try judged(takeReached(pending) + pending.candidates.map { Entry($0) }))
      return
    }
    try place(try judged(takeReached(pending) + pending.candidates.map { Entry($0) }))
    if isSeveral { entries = try sorted(entries) }
    let first = min(offset, entries.count)
    let last = isBounded ? min(entries.count, end.partialValue) : entries.count
    entries = Array(entries[first..<max(first, last)])
  }

  private mutating func listRows() {
    entries.reserveCapacity(rows.count)
    rows.forEachRun { run, places in
      let identityTable = context.identityTable(of: run.entity, in: run.space)
      for place in places {
        entries.append(
          Entry(identityTable: identityTable, key: rows.key(at: place), source: (run, place)))
      }
    }
  }

  /// Takes changed and deleted objects out, whose rows the store has counted as they were.
  private mutating func takeOut(_ outdated: [ManagedObject]) {
    guard !outdated.isEmpty else { return }
    let known = Set(outdated.map { Identity($0.entity, $0.key, $0.identityTable.space) })
    entries.removeAll {
      known.contains(Identity($0.identityTable.entity, $0.key, $0.identityTable.space))
    }
  }

  /// Takes those out that look at changed objects: the store cannot know whether they belong, nor where.
  private mutating func takeReached(_ pending: PendingChanges) -> [Entry] {
    guard !pending.reached.isEmpty else { return [] }
    let reached = Set(
      pending.reached.map { Identity($0.identityTable.entity, $0.key, $0.identityTable.space) })
    func isReached(_ entry: Entry) -> Bool {
      reached.contains(
        Identity(entry.identityTable.entity, entry.key, entry.identityTable.space))
    }
    let others = entries.filter(isReached)
    entries.removeAll(where: isReached)
    return others
  }

  /// Returns the candidates that satisfy the condition as they are now, in order.
  private mutating func judged(_ candidates: [Entry]) throws(GraphError) -> [Entry] {
    guard !candidates.isEmpty else { return [] }
    let ways = QueryReaches(question).all.filter(\.links.isEmpty).map(\.path)
    try source.load(ways, from: candidates.map { record(of: $0) })
    guard let condition = question.condition else { return try sorted(candidates) }
    var judged: [Entry] = []
    for entry in candidates where try evaluation.holds(condition, for: record(of: entry)) {
      judged.append(entry)
    }
    return try sorted(judged)
  }

  /// The record of an entry: its object, the row that was read for it, or what else is known of it.
  private func record(of entry: Entry) -> AnswerRecord {
    if let object = entry.object { return source.record(of: object) }
    if let found = entry.source, let row = rows.row(at: found.place, of: found.run) {
      return .row(row, entry.identityTable)
    }
    return source.record(entry.key, at: entry.identityTable)
  }

  /// Reads what sort keys lead to from the rows of the answer.
  private func loadOrder(of entries: [Entry]) throws(GraphError) {
    let paths = question.order.compactMap(\.term.path).filter { !$0.steps.isEmpty }
    if !paths.isEmpty { try source.load(paths, from: entries.map { record(of: $0) }) }
  }

  /// Puts objects where they belong among the rows.
  private mutating func place(_ objects: [Entry]) throws(GraphError) {
    guard !objects.isEmpty else { return }
    try loadOrder(of: entries)
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + objects.count)
    var next = 0
    for object in objects {
      var (low, high) = (next, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if try comes(object, before: entries[middle]) { high = middle } else { low = middle + 1 }
      }
      merged += entries[next..<low]
      merged.append(object)
      next = low
    }
    merged += entries[next...]
    entries = merged
  }

  private mutating func sorted(_ entries: [Entry]) throws(GraphError) -> [Entry] {
    try loadOrder(of: entries)
    var failure: GraphError?
    var places = Array(entries.indices)
    places.sort { one, two in
      do throws(GraphError) {
        return try comes(entries[one], before: entries[two])
      } catch {
        failure = failure ?? error
        return false
      }
    }
    if let failure { throw failure }
    return places.map { entries[$0] }
  }

  /// Whether one entry comes before another: by the keys, then saved before new, by store, entity and key.
  private mutating func comes(_ one: Entry, before two: Entry) throws(GraphError) -> Bool {
    if !question.order.isEmpty {
      let order = try evaluation.order(question.order, record(of: one), record(of: two))
      if order != 0 { return order < 0 }
    }
    return standing(of: one) < standing(of: two)
  }

  private func standing(of entry: Entry) -> Standing {
    Standing(
      newcomer: entry.object.flatMap { $0.isNew ? $0.serial : nil } ?? 0,
      isTemporary: entry.identityTable.isTemporary, space: entry.identityTable.space.ordinal,
      rank: ranks[entry.identityTable.index], key: entry.key)
  }

  /// The row that was read for an entry, if it was not taken yet.
  func takeRow(_ entry: Entry) -> Row? {
    guard handsRowsUp else { return nil }
    return entry.source.flatMap { rows.takeRow(at: $0.place, of: $0.run) }
  }
}

extension MergedAnswer.Entry {
  /// An object with unsaved changes.
  fileprivate init(_ object: ManagedObject) {
    self.init(identityTable: object.identityTable, key: object.key, object: object)
  }
}

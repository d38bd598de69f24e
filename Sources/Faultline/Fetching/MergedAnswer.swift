// Rows that stores found and objects that were judged in memory, as one answer in one order.

/// The answer to a request where unsaved changes have a say, or several stores.
struct MergedAnswer {
  /// One object of the answer; it need not exist until it is asked for.
  struct Entry {
    let identityTable: IdentityTable
    let key: Int64
    /// Held while the answer is made, where it was needed to find its place.
    var object: ManagedObject?
    /// Where its row came from.
    var source: (run: FetchedRows.Run, place: Int)?
  }

  private let context: ManagedObjectContext
  private let question: StoreQuestion
  /// What the stores handed up.
  let rows: FetchedRows
  private(set) var entries: [Entry] = []
  private var evaluation = QueryEvaluation(LiveSource())
  /// Where each entity stands among those that count.
  private let ranks: [Int]

  init(
    _ question: StoreQuestion, _ pending: PendingChanges, from offset: Int, atMost limit: Int,
    in context: ManagedObjectContext, withValues: Bool
  ) throws(GraphError) {
    let upstream = try context.upstream()
    let question = question.knowingOrder()
    self.question = question
    self.context = context
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
      ? try upstream.fetch(question, from: offset, atMost: limit, withValues: withValues)
      : try upstream.fetch(
        pending.trustedOrReached(question), from: 0, atMost: isBounded ? enough.partialValue : 0,
        withValues: withValues)
    listRows()
    if isStoreFirst {
      // What the store has counted stays counted: what has changed since leaves or joins, and nothing moves up.
      takeOut(pending.outdated)
      let candidates = try takeReached(pending) + pending.candidates
      try place(try judged(candidates))
      return
    }
    let candidates = try takeReached(pending) + pending.candidates
    try place(try judged(candidates))
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
  private mutating func takeReached(_ pending: PendingChanges) throws(GraphError) -> [ManagedObject]
  {
    guard !pending.reached.isEmpty else { return [] }
    let reached = Set(
      pending.reached.map { Identity($0.identityTable.entity, $0.key, $0.identityTable.space) })
    var others: [ManagedObject] = []
    var kept: [Entry] = []
    for entry in entries {
      if reached.contains(
        Identity(entry.identityTable.entity, entry.key, entry.identityTable.space))
      {
        others.append(object(of: entry))
      } else {
        kept.append(entry)
      }
    }
    entries = kept
    return others
  }

  /// The objects that satisfy the condition as they are now.
  private mutating func judged(_ objects: [ManagedObject]) throws(GraphError) -> [Entry] {
    var entries: [Entry] = []
    for object in objects {
      if let condition = question.condition, try !evaluation.holds(condition, for: object) {
        continue
      }
      entries.append(
        Entry(identityTable: object.identityTable, key: object.key, object: object, source: nil))
    }
    return try sorted(entries)
  }

  /// Puts objects where they belong among the rows.
  private mutating func place(_ objects: [Entry]) throws(GraphError) {
    guard !objects.isEmpty else { return }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + objects.count)
    var next = 0
    for object in objects {
      var (low, high) = (next, entries.count)
      while low < high {
        let middle = (low + high) / 2
        hold(at: middle)
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
    var entries = entries
    for index in entries.indices {
      if let object = objectToCompare(entries[index]) { entries[index].object = object }
    }
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
    if let first = one.object, let second = two.object, !question.order.isEmpty {
      let order = try evaluation.order(question.order, first, second)
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

  /// Lets an entry of the answer have its object, if its values are needed to compare it.
  ///
  /// By its place: given the entry itself, a method of the answer would first copy all of them.
  private mutating func hold(at place: Int) {
    if let object = objectToCompare(entries[place]) { entries[place].object = object }
  }

  /// The object of an entry that has none yet, if its values are needed to compare it.
  private func objectToCompare(_ entry: Entry) -> ManagedObject? {
    entry.object == nil && !question.order.isEmpty ? object(of: entry) : nil
  }

  /// The object of an entry, as a fault with its row if it was none before.
  private func object(of entry: Entry) -> ManagedObject {
    let object = context.object(entry.key, at: entry.identityTable)
    if object.isFault, let source = entry.source,
      let row = rows.takeRow(at: source.place, of: source.run)
    {
      object.lie(onWhatIsKnown: row)
    }
    return object
  }

  /// The row that was read for an entry, if it was not taken yet.
  func takeRow(_ entry: Entry) -> Row? {
    entry.source.flatMap { rows.takeRow(at: $0.place, of: $0.run) }
  }
}

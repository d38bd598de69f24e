// A save over all the stores that it is about: each of them takes its part, or none.

import Foundation
import Synchronization

/// What a save hands to one store, and what the store says.
private struct SavePart {
  let seat: StoreSeat
  var changes: ChangeSet
  var objections = StoreObjections()
  /// Values that the store has derived.
  var derived: [DerivedValue] = []
  /// Whether the store has it.
  var isKept = false

  var store: any StoreEngine { seat.store }
  /// Whether it changes a file that another process may find without the other parts.
  var isOnDisk: Bool { store.url != nil && changes.count > 0 }
}

extension PersistentStoreCoordinator {
  /// Takes a save: whole, or nothing of it and says in the draft what is in the way.
  ///
  /// Every store writes its part in a transaction that stays open, and only when all of them have is one after the
  /// other committed, with nothing between. If a store fails at that very end, the draft says which stores have their part, and this throws.
  func take(_ draft: inout SaveDraft) throws(GraphError) {
    var parts = try parts(of: &draft)
    let order = parts.indices.sorted { parts[$0].seat.precedes(parts[$1].seat) }
    var failure: GraphError?
    try inLine(order.map { parts[$0].seat }[...]) { () throws(GraphError) in
      var open: [SavePart] = []
      defer { for part in open.reversed() { part.store.endWriting(part.changes) } }
      for place in order {
        let objections = try parts[place].store.beginWriting(parts[place].changes)
        parts[place].objections = objections
        if objections.isEmpty { open.append(parts[place]) }
      }
      guard open.count == parts.count else { return }
      do throws(GraphError) { try keep(&parts, order) } catch { failure = error }
      for part in parts where part.isKept { part.seat.list(part.changes) }
    }
    if let failure, !parts.contains(where: \.isKept) { throw failure }
    for part in parts { settle(part, in: &draft) }
    if let failure { throw torn(parts, &draft, failure) }
  }

  // MARK: - Parts

  /// One part a store, in the order in which stores come up; what can be refused without writing is refused here.
  private func parts(of draft: inout SaveDraft) throws(GraphError) -> [SavePart] {
    var parts: [SavePart] = []
    for (space, changes) in try draft.changeSets() {
      let seat = try openSeat(of: space)
      guard seat.store.isReadOnly else {
        var part = SavePart(seat: seat, changes: changes)
        part.changes.author = draft.context.settings.transactionAuthor
        part.changes.contextName = draft.context.settings.name
        parts.append(part)
        continue
      }
      // Rows that are only to be compared change nothing there.
      guard changes.count == 0 else { throw seat.store.refusalOfSaves }
    }
    let sharers = parts.filter(\.isOnDisk).map(\.store.identifier)
    for place in parts.indices where parts[place].isOnDisk {
      let own = parts[place].store.identifier
      parts[place].changes.companions =
        sharers.filter { $0 != own } + draft.debts.filter { $0.debtor == own }.map(\.companion)
    }
    return parts
  }

  /// Runs a body while no other save of this process goes to any of the stores.
  private func inLine(
    _ seats: ArraySlice<StoreSeat>, _ body: () throws(GraphError) -> Void
  ) throws(GraphError) {
    guard let seat = seats.first else { return try body() }
    try seat.saves.inTurn { () throws(GraphError) in try inLine(seats.dropFirst(), body) }
  }

  // MARK: - Writing

  /// Makes what all stores have written visible to all readers; where one fails, those after it keep nothing.
  private func keep(_ parts: inout [SavePart], _ order: [Int]) throws(GraphError) {
    let betweenCommits = state.withLock { $0.betweenCommits }
    for (number, place) in order.enumerated() {
      if number > 0 { betweenCommits?() }
      try parts[place].store.keepWriting(parts[place].changes)
      parts[place].derived = parts[place].store.derivedValues
      parts[place].isKept = true
    }
  }

  /// Does what follows for one store, now that no other save has to wait any more.
  private func settle(_ part: SavePart, in draft: inout SaveDraft) {
    draft.add(part.objections, in: part.seat.space)
    count { $0.rowsWritten += part.isKept ? part.changes.count : 0 }
    draft.context.activity?.add(1, .roundTrips, of: part.changes)
    guard part.isKept else { return }
    draft.keptSpaces.append(part.seat.space)
    if !part.derived.isEmpty { draft.derived.append((part.seat.space, part.derived)) }
    // The rows are there by now: metadata that cannot be written waits for the next save.
    try? writeMetadata(part.store)
    let isPaid = part.isOnDisk && draft.debts.contains { $0.debtor == part.store.identifier }
    guard isPaid else { return }
    draft.debts.removeAll { $0.debtor == part.store.identifier }
    lookForTornSaves()
  }

  // MARK: - When a store fails at the very end

  /// Says which stores have a save that others have not.
  private func torn(
    _ parts: [SavePart], _ draft: inout SaveDraft, _ failure: GraphError
  ) -> GraphError {
    let keepers = parts.filter { $0.isKept && $0.isOnDisk }.map(\.store.identifier)
    for part in parts where !part.isKept && part.isOnDisk {
      draft.debts += keepers.map { SaveDebt(debtor: part.store.identifier, companion: $0) }
    }
    lookForTornSaves()
    func names(_ isKept: Bool) -> String {
      parts.filter { $0.isKept == isKept }.map { TornSave.name($0.store) }
        .joined(separator: " and ")
    }
    return GraphError(
      .incompleteSave,
      "The save is in \(names(true)) and not in \(names(false)), which failed when all had written: "
        + "\(failure.message) What is saved counts as saved; save again to write the rest.",
      underlying: failure)
  }

  /// Lets something happen each time when one store has its part of a save and the next one has not.
  package func betweenCommits(_ body: (@Sendable () -> Void)?) {
    let former = state.withLock { state in
      let former = state.betweenCommits
      state.betweenCommits = body
      return former
    }
    // Released without the lock: it may hold a context, whose end takes it.
    withExtendedLifetime(former) {}
  }
}

extension StoreSeat {
  /// Lists what was written in the row cache, entity by entity as it comes.
  fileprivate func list(_ changes: ChangeSet) {
    watch.note(changes)
    ChangeSet.forEachRun(of: changes.inserts) { rows[$0.index].adopt($1, areNew: true) }
    ChangeSet.forEachRun(of: changes.updates) { rows[$0.index].adopt($1, areNew: false) }
    ChangeSet.forEachRun(of: changes.deletes) { rows[$0.index].remove($1.lazy.map(\.key)) }
  }
}

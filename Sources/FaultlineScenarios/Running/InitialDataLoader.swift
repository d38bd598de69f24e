// Fills a new store with a scenario's data: rows first, then the members of many-to-many relationships.

import Faultline
import FaultlineMeasures

/// Writes the rows of a scenario's data to a new store.
struct InitialDataLoader {
  private static let batch = 10_000

  let data: InitialData
  let seed: UInt64
  /// What each stream of random numbers is for.
  let streams: [String]
  let names: Names

  /// Writes every row to the one store of a coordinator.
  func fill(_ coordinator: PersistentStoreCoordinator) throws {
    guard let store = coordinator.persistentStores.first as? any StoreEngine else {
      throw StepFailure("There is no store that can be filled.")
    }
    var sources = streams.map { Source(RandomNumbers(seed: seed, purpose: $0)) }
    for rows in data.rows where rows.count > 0 {
      let first = try store.reserveKeys(rows.count, for: rows.entity)
      guard first == rows.firstKey else {
        throw StepFailure("The store for '\(rows.entity.name)' is not new.")
      }
      let derived = coordinator.managedObjectModel.derivations.own[rows.entity.index]
      try fill(store, rows, deriving: derived, &sources)
    }
    // Only now: a member's row may be that of an entity that follows.
    for rows in data.rows where rows.count > 0 {
      for membership in rows.assignments.memberships {
        try fill(store, membership, of: rows, &sources[membership.stream])
      }
    }
  }

  private func fill(
    _ store: any StoreEngine, _ rows: InitialData.Rows, deriving derived: [DerivationPlan.Target],
    _ sources: inout [Source]
  ) throws {
    var columns: [(slot: Int, stream: Int, maker: ValueMaker)] = []
    for column in rows.assignments.columns {
      columns.append((column.slot, column.stream, try column.spec.maker(in: names)))
    }
    let references = rows.assignments.references.compactMap { reference in
      reference.target.keys.map { (tie: reference.tie, stream: reference.stream, keys: $0) }
    }
    var draft = RowDraft(rows.entity, deriving: derived)
    var changes = ChangeSet()
    for index in 0..<rows.count {
      for column in columns {
        try column.maker.make(index..<index + 1, from: &sources[column.stream]) { _, value in
          try draft.set(value, at: column.slot)
        }
      }
      for reference in references {
        draft.point(reference.tie, at: reference.keys.next(&sources[reference.stream]))
      }
      changes.insert(draft.row(rows.firstKey + Int64(index)), of: rows.entity)
      if changes.count == Self.batch || index == rows.count - 1 {
        try commit(changes, of: rows.entity, to: store)
        changes = ChangeSet()
      }
    }
  }

  /// Writes rows; a store refuses those with values that others have and that must be unique.
  private func commit(
    _ changes: ChangeSet, of entity: EntityDescription, to store: any StoreEngine
  ) throws {
    let objections = try store.commit(changes)
    guard let collision = objections.collisions.first else { return }
    let keys = collision.keys.map { "'\($0)'" }.joined(separator: " and ")
    throw StepFailure(
      "Two rows of '\(entity.name)' under 'data' have the same \(keys), which must be unique; 'sequence' and '{index}' "
        + "make values that differ.")
  }

  /// Gives each row its members; the order at the other end, where that has one, is the order in which they come.
  private func fill(
    _ store: any StoreEngine, _ membership: Membership, of rows: InitialData.Rows,
    _ source: inout Source
  ) throws {
    let drawing = try membership.members.drawing(in: names)
    let relationship = rows.entity.layout.ties[membership.tie].relationship
    let back = relationship.inverseRelationship
    var joined: [ForeignKey: [ForeignKey]] = [:]
    var changes = ChangeSet()
    var count = 0
    for index in 0..<rows.count {
      let owner = ForeignKey(entity: rows.entity.index, key: rows.firstKey + Int64(index))
      let members = try drawing.members(at: index, from: &source)
      if !members.isEmpty { changes.join(owner, relationship, to: members) }
      count += members.count
      if back?.isOrdered == true {
        for member in members { joined[member, default: []].append(owner) }
      }
      guard count >= Self.batch || index == rows.count - 1 else { continue }
      _ = try store.commit(changes)
      changes = ChangeSet()
      count = 0
    }
    guard let back, !joined.isEmpty else { return }
    for (member, owners) in joined.sorted(by: { $0.key.bits < $1.key.bits }) {
      changes.order(member, back, owners)
    }
    _ = try store.commit(changes)
  }
}

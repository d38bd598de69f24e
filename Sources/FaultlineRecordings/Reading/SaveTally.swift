// Saves, added up.

/// What was written, by size and by entity.
struct SaveTally {
  var saves = 0
  var rolledBack = 0
  var unfinished = 0
  var keyReservations = 0
  var joinRows = 0
  var historyRows = 0
  var isLeast = false
  var nanoseconds = 0
  var sizes: [Int: Int] = [:]
  var entities: [EntityName: ObservedSave.Writes] = [:]
  var batches: [ObservedBatch: Int] = [:]

  private static let mostSizes = 10_000
  private static let mostEntities = 10_000

  var isEmpty: Bool { saves + rolledBack + unfinished + keyReservations == 0 && batches.isEmpty }

  mutating func add(_ save: ObservedSave) {
    switch save.ending {
    case .rolledBack:
      rolledBack += 1
      return
    case .unfinished:
      unfinished += 1
      return
    case .committed: saves += 1
    }
    joinRows = joinRows.addingClamped(save.joinRows)
    historyRows = historyRows.addingClamped(save.historyRows)
    nanoseconds = nanoseconds.addingClamped(save.nanoseconds ?? 0)
    if save.isLeast { isLeast = true }
    if let rows = save.rows, sizes[rows] != nil || sizes.count < Self.mostSizes {
      sizes[rows, default: 0] += 1
    }
    for (entity, writes) in save.writes
    where entities[entity] != nil || entities.count < Self.mostEntities {
      entities[entity, default: .init()] += writes
    }
  }
}

extension ObservedBatch: Hashable {
  /// Batch requests of one kind for one entity are the same, wherever they stand.
  package static func == (left: ObservedBatch, right: ObservedBatch) -> Bool {
    left.verb == right.verb && left.entity == right.entity
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(verb)
    hasher.combine(entity)
  }
}

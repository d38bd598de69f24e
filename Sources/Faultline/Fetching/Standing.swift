// The order of objects in an answer where no sort key decides.

/// The place of an object among its equals: saved before new, by store, entity and key.
struct Standing: Comparable {
  /// The serial of an object that was never saved; 0 for all others.
  let newcomer: UInt32
  /// Whether its key is a temporary one.
  let isTemporary: Bool
  /// The position of its store.
  let space: Int
  /// The position of its entity among those that count.
  let rank: Int
  let key: Int64

  static func < (one: Standing, two: Standing) -> Bool {
    guard one.newcomer == 0, two.newcomer == 0 else { return one.newcomer < two.newcomer }
    // Those that are new to a parent come after all that is stored; their keys fall.
    if one.isTemporary || two.isTemporary {
      return one.isTemporary && two.isTemporary ? one.key > two.key : two.isTemporary
    }
    return (one.space, one.rank, one.key) < (two.space, two.rank, two.key)
  }
}

extension StoreQuestion {
  /// Where each entity stands among those that count, by its index in the model.
  func ranks(entityCount: Int) -> [Int] {
    var ranks = [Int](repeating: 0, count: entityCount)
    for (rank, entity) in entities.enumerated() { ranks[entity.index] = rank }
    return ranks
  }
}

// A save over several stores that one of them has and another one has not.

public import Foundation
import Synchronization

/// Saves that one store has and another one lacks, although they were written to both.
///
/// A save over several stores is ended in one after the other, since two files have no end in common. If the
/// process is killed between two of these ends, or a disk fails just then, the stores do not belong together any
/// more. Each counts the saves that it shares with each other one, and the counts show a torn save.
public struct TornSave: Sendable, Hashable, CustomStringConvertible {
  /// The identifier of the store that has them.
  public let keeper: UUID
  /// The identifier of the store that lacks them.
  public let lacker: UUID
  /// How many there are: one, unless a store was replaced by an older copy, or earlier ones were
  /// not looked for.
  public let count: Int
  /// What is wrong and what can be done about it, in two sentences.
  public let description: String

  /// One of two stores: what it is called, and how many saves it shares with the other one as it has it.
  package struct Party {
    let identifier: UUID
    let name: String
    let saves: Int

    /// Names a store with its count.
    package init(_ identifier: UUID, called name: String, sharing saves: Int) {
      self.identifier = identifier
      self.name = name
      self.saves = saves
    }
  }

  /// Finds out whether two stores have the same of the saves that they share.
  init?(_ one: any StoreEngine, _ other: any StoreEngine) throws(GraphError) {
    guard let counts = try SharedCounts(one, other) else { return nil }
    self.init(
      Party(one.identifier, called: Self.name(one), sharing: counts.one),
      Party(other.identifier, called: Self.name(other), sharing: counts.other))
  }

  /// Compares what two stores say of the saves that they share; nil where they agree.
  package init?(_ one: Party, _ other: Party) {
    guard one.saves != other.saves else { return nil }
    let (ahead, behind) = one.saves > other.saves ? (one, other) : (other, one)
    (keeper, lacker) = (ahead.identifier, behind.identifier)
    count = abs(one.saves - other.saves)
    let subject = count == 1 ? "A save" : "\(count) saves"
    description =
      "\(subject) to \(ahead.name) and \(behind.name) reached only the first: a process or a disk failed "
      + "between the two, or one of them is an older copy. Compare what they hold, mend what is missing, and call "
      + "acceptTornSaves."
  }

  /// What sentences call a store.
  static func name(_ store: any PersistentStore) -> String {
    store.url.map { "'\($0.lastPathComponent)'" } ?? "the store \(store.identifier.uuidString)"
  }
}

/// What a store still lacks of a save: once that is written, it shares the save with its companion.
struct SaveDebt {
  let debtor: UUID
  let companion: UUID
}

/// How many saves two stores share, as each of them has it.
private struct SharedCounts {
  let one: Int
  let other: Int
  private static let mostTries = 20

  /// Looks as often as it takes to see both in one state; nil where they agree at once.
  ///
  /// Stores are locked and ended in one order. So no save is between the two ends while the second one is locked,
  /// and if the first was not written to meanwhile, both counts are of that moment.
  init?(_ one: any StoreEngine, _ other: any StoreEngine) throws(GraphError) {
    let isInOrder = one.identifier.uuidString < other.identifier.uuidString
    let (first, last) = isInOrder ? (one, other) : (other, one)
    func count(
      _ store: any StoreEngine, _ companion: any StoreEngine, isSettled: Bool = false
    ) throws(GraphError) -> Int {
      try store.sharedSaves(isSettled: isSettled)[companion.identifier] ?? 0
    }
    var former = try count(first, last)
    var latter = try count(last, first)
    if former == latter { return nil }
    for _ in 0..<Self.mostTries {
      former = try count(first, last)
      // Where it stays locked for very long, what it says now has to do.
      if let settled = try? count(last, first, isSettled: true) {
        latter = settled
      } else {
        latter = try count(last, first)
      }
      let isSettled = try count(first, last) == former
      if former == latter || isSettled && !last.isReadOnly { break }
      // A read-only store cannot wait for a writer, and gives it time.
      Thread.sleep(forTimeInterval: 0.01)
    }
    (self.one, self.other) = isInOrder ? (former, latter) : (latter, former)
  }
}

extension PersistentStoreCoordinator {
  /// Saves over several of the stores that are open here which one of them has and another one lacks, by the order of
  /// the stores; looked for when a store is added, and when a save fails halfway.
  ///
  /// The stores can be used all the same. A torn save is reported at each opening until the rest of it is
  /// written, or ``acceptTornSaves()`` is called.
  public var tornSaves: [TornSave] { state.withLock { $0.tornSaves } }

  /// Ends the reports of torn saves: what the stores hold now is what they are to hold.
  ///
  /// It is noted in the store that lacks them, or in the other one if that is read-only.
  public func acceptTornSaves() throws(GraphError) {
    let stores = state.withLock { $0.seats.map(\.store) }
    for torn in tornSaves {
      guard let keeper = stores.first(where: { $0.identifier == torn.keeper }),
        let lacker = stores.first(where: { $0.identifier == torn.lacker })
      else { continue }
      if lacker.isReadOnly {
        try keeper.correctSharedSaves(by: -torn.count, with: lacker.identifier)
      } else {
        try lacker.correctSharedSaves(by: torn.count, with: keeper.identifier)
      }
    }
    lookForTornSaves()
  }

  /// Compares every two stores.
  ///
  /// A store whose counts cannot be read reports that at a fetch from it.
  func lookForTornSaves() {
    let stores = state.withLock { $0.seats.map(\.store) }.filter { $0.url != nil }
    var found: [TornSave] = []
    for (place, one) in stores.enumerated() {
      for other in stores[(place + 1)...] {
        if let torn = try? TornSave(one, other) { found.append(torn) }
      }
    }
    state.withLock { $0.tornSaves = found }
  }
}

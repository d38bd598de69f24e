// What lives on although it should be gone, each kind once.

package import Faultline

/// Looks for everything that is alive and says why, those that keep the most objects first.
package enum LeakSearch {
  /// The most that are reported of a moment; what lies beyond keeps the fewest objects.
  private static let most = 5

  /// Searches all objects made since a moment; linear in objects and references.
  ///
  /// - Parameters:
  ///   - moment: The end at which every one of them should be gone.
  ///   - start: Objects of contexts made after this are counted, those that no context finds any more as well.
  ///   - objects: Those of them that contexts find, also contexts that are gone.
  ///   - contexts: Those that are still there.
  ///   - named: Reports what else holds some, a mention a reference.
  /// - Returns: The leaks, those of the most objects first.
  package static func leaks(
    at moment: Leak.Moment, since start: Population.Moment, among objects: ObjectGraph,
    contexts: [ManagedObjectContext], named: OutsideHolds.Named
  ) -> [Leak] {
    let alive = Population.liveCount(since: start)
    guard alive > 0 else { return [] }
    let holds = OutsideHolds(of: objects, contexts: contexts, named: named)
    var holdersOf: [String: [NamedHolder]] = [:]
    var wordsOf: [UInt64: String] = [:]
    var roots: [(node: Int, holder: String)] = []
    for place in objects.snapshot.entries.indices {
      let mask = holds.mask(at: place)
      guard mask != 0 else { continue }
      // Many objects have the same holders; these are put into words once.
      let words: String
      if let known = wordsOf[mask] {
        words = known
      } else {
        let holders = holds.holders(mask)
        words = holders.map(\.words).joined(separator: "; ")
        (wordsOf[mask], holdersOf[words]) = (words, holders)
      }
      roots.append((place, words))
    }
    let retention = Retention(of: objects.references, from: roots, cycles: objects.cycles)
    for holder in holds.forgottenHolders { holdersOf[holder.words] = [holder] }
    var groups: [(key: Key, ways: [Retention.Way])] = []
    var groupOf: [Key: Int] = [:]
    let lost = alive - objects.snapshot.entries.count
    for way in retention.ways + holds.forgotten(lost) {
      let key = Key(holder: way.holder, cycle: way.cycle)
      if let place = groupOf[key] {
        groups[place].ways.append(way)
      } else {
        groupOf[key] = groups.count
        groups.append((key, [way]))
      }
    }
    let leaks = groups.map { key, ways in
      let holders = holdersOf[key.holder] ?? [key.cycle == nil ? .stranger : .cycle]
      return Leak(moment: moment, holders: holders, cycle: key.cycle, ways: ways)
    }
    return Array(
      leaks.sorted { ($1.count, $0.fingerprint) < ($0.count, $1.fingerprint) }.prefix(most))
  }

  /// What is found at both ends is reported at the second, where it is worse.
  package static func merged(_ leaks: [Leak]) -> [Leak] {
    let atEnd = Set(leaks.filter { $0.moment == .end }.map(\.fingerprint))
    return leaks.filter { $0.moment == .end || !atEnd.contains($0.fingerprint) }
  }

  private struct Key: Hashable {
    let holder: String
    let cycle: CycleKind?
  }
}

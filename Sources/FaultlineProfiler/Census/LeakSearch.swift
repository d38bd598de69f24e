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
  ///   - start: Contexts made after this are searched.
  ///   - contexts: Those that are still there.
  ///   - named: Reports what else holds some, a mention a reference.
  /// - Returns: The leaks, those of the most objects first.
  package static func leaks(
    at moment: Leak.Moment, since start: Population.Moment, contexts: [ManagedObjectContext],
    named: OutsideHolds.Named
  ) -> [Leak] {
    guard Population.liveCount(since: start) > 0 else { return [] }
    let snapshot = ObjectSnapshot(since: start)
    let places = ObjectPlaces(snapshot)
    let graph = GraphCensus(of: snapshot, places).graph
    let holds = OutsideHolds(of: snapshot, places, graph, contexts: contexts, named: named)
    var holdersOf: [String: [NamedHolder]] = [:]
    var roots: [(node: Int, holder: String)] = []
    for place in snapshot.entries.indices {
      let holders = holds.holders(at: place)
      guard !holders.isEmpty else { continue }
      let words = holders.map(\.words).joined(separator: "; ")
      holdersOf[words] = holders
      roots.append((place, words))
    }
    let cycles = CycleFinder.search(graph)
    let retention = Retention(of: graph, from: roots, cycles: cycles)
    for holder in holds.forgottenHolders { holdersOf[holder.words] = [holder] }
    var groups: [(key: Key, ways: [Retention.Way])] = []
    var groupOf: [Key: Int] = [:]
    let lost = Population.liveCount(since: start) - snapshot.entries.count
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

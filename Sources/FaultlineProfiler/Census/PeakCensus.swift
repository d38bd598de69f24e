// Two looks at every block, before the peak and after it, and what they come to.

package import Faultline
package import FaultlineMeasures

/// Looks at a heap before and after its peak, and says what lay in it in between.
package final class PeakCensus {
  private let ledger: PeakLedger
  private var labels = PeakLabels()
  /// What held each object at the first look, by its registration number.
  private var former: [UInt64: Int] = [:]

  /// Notes into a ledger.
  package init(_ ledger: PeakLedger) { self.ledger = ledger }

  /// Looks at all objects made after a moment and at all blocks; nothing fires.
  ///
  /// - Parameters:
  ///   - isLater: Whether the peak has passed.
  ///   - contexts: Those that are open.
  ///   - moment: Objects of contexts made after this are looked at.
  ///   - named: Reports what else holds some, a mention a reference.
  ///   - show: Shows all blocks but those of the objects themselves.
  package func look(
    isLater: Bool, at contexts: [ManagedObjectContext], since moment: Population.Moment,
    named: OutsideHolds.Named, showing show: (BlockVisitor) -> Void
  ) {
    var numbers = holdings(contexts, moment, named)
    if isLater, ledger.peak.mark.letsGo {
      // In the middle of a save what the save lets go of is held still.
      numbers.merge(former) { $1 }
    }
    former = numbers
    var holding = 0
    var isObject = false
    let visitor = BlockVisitor { [ledger] owner, block in
      defer { isObject = false }
      let label = PeakLabels.label(owner, holding: holding, isObject: isObject)
      return ledger.note(block, label, isLater: isLater)
    }
    for object in Population.objects(since: moment) {
      holding = numbers[object.registrationNumber] ?? 0
      // The first block that an object shows is itself.
      isObject = true
      object.showBlocks(to: visitor)
    }
    (holding, isObject) = (0, false)
    Population.showHomes(since: moment, to: visitor)
    show(visitor)
  }

  private struct Key: Hashable {
    let entity: Int32
    let mask: UInt64
    let isRelated: Bool
  }

  /// The holding of each object, by its registration number.
  private func holdings(
    _ contexts: [ManagedObjectContext], _ moment: Population.Moment, _ named: OutsideHolds.Named
  ) -> [UInt64: Int] {
    let objects = ObjectGraph(since: moment)
    let snapshot = objects.snapshot
    let holds = OutsideHolds(of: objects, contexts: contexts, named: named)
    let related = objects.references.referenceCounts
    let keys = snapshot.entries.enumerated().map { place, entry in
      Key(entity: entry.entity, mask: holds.mask(at: place), isRelated: related[place] > 0)
    }
    var holders: [UInt64: [NamedHolder]] = [:]
    for key in keys where holders[key.mask] == nil { holders[key.mask] = holds.holders(key.mask) }
    let words = holders.mapValues { $0.first?.words }
    let ways = Retention(
      of: objects.references,
      from: keys.enumerated().compactMap { place, key in
        words[key.mask]?.map { (place, $0) }
      }, cycles: objects.cycles
    ).ways
    var known: [Key: Int] = [:]
    var numbers: [UInt64: Int] = Dictionary(minimumCapacity: keys.count)
    for (key, entry) in zip(keys, snapshot.entries) {
      let number =
        known[key]
        ?? labels.number(
          of: holding(
            snapshot.entities[Int(key.entity)].name, holders[key.mask] ?? [], key.isRelated, ways))
      known[key] = number
      numbers[entry.number] = number
    }
    return numbers
  }

  private func holding(
    _ entity: String, _ holders: [NamedHolder], _ isRelated: Bool, _ ways: [Retention.Way]
  ) -> PeakLabels.Holding {
    var words: [String] = []
    for holder in holders where !words.contains(holder.brief) { words.append(holder.brief) }
    if isRelated { words.append("a relationship") }
    let path: [String]
    if let first = holders.first {
      path = [first.words]
    } else {
      let way = ways.first { $0.entity == entity && !$0.path.isEmpty }
      path = way.map { [$0.holder] + $0.path.map(\.description) } ?? []
    }
    return PeakLabels.Holding(entity: entity, holders: words, path: path)
  }
}

// MARK: - What it comes to

extension PeakCensus {
  /// What lay in the heap at the peak; call it when both looks were taken.
  package func parts() -> [PeakExplanation.Part] {
    let peak = ledger.peak
    var sums = PeakSums()
    ledger.forEachBlock { block in
      let label =
        peak.mark.letsGo ? block.before ?? block.after : block.after ?? block.before
      if let meaning = label.flatMap(PeakLabels.meaning) {
        sums.add(block.bytes, meaning)
      } else if let mark = block.passing {
        sums.add(block.bytes, passing: mark)
      }
    }
    return sums.parts(labels.holdings, workload: peak.workload, sqlite: peak.sqlite)
  }
}

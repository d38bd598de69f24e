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

/// The labels that two looks at the same heap give to its blocks.
struct PeakLabels {
  /// Objects of an entity that the same holders hold.
  struct Holding: Hashable {
    let entity: String
    /// In words, the one to be suspected first before the others.
    let holders: [String]
    /// The way to one of them.
    let path: [String]
  }

  /// What a label says.
  struct Meaning {
    let owner: BlockOwner
    /// The place of the objects among all holdings; nil for what belongs to no object.
    let holding: Int?
    /// Whether the block is an object, and not what it refers to.
    let isObject: Bool
  }

  private(set) var holdings: [Holding] = []
  private var numbers: [Holding: Int] = [:]
  private static let owners = BlockOwner.allCases.count

  /// The number of a holding, counted from 1.
  mutating func number(of holding: Holding) -> Int {
    if let known = numbers[holding] { return known }
    holdings.append(holding)
    numbers[holding] = holdings.count
    return holdings.count
  }

  /// The label of a block of a holding; 0 is none.
  static func label(_ owner: BlockOwner, holding: Int, isObject: Bool) -> PeakLedger.Label {
    PeakLedger.Label(1 + (holding * owners + owner.rawValue) * 2 + (isObject ? 1 : 0))
  }

  /// What a label says.
  static func meaning(of label: PeakLedger.Label) -> Meaning? {
    let number = Int(label) - 1
    let holding = number / 2 / owners
    guard let owner = BlockOwner(rawValue: number / 2 % owners) else { return nil }
    return Meaning(
      owner: owner, holding: holding == 0 ? nil : holding - 1, isObject: number % 2 == 1)
  }
}

/// Adds up blocks, and makes parts of the sums.
struct PeakSums {
  private struct Sum {
    var objects = 0
    var faults = 0
    var blocks = 0
    var bytes = 0
    var owners = [Int](repeating: 0, count: BlockOwner.allCases.count)
  }

  private var held: [Int: Sum] = [:]
  private var loose: [BlockOwner: Sum] = [:]
  private var passing: [WorkMark: Sum] = [:]

  /// Adds a block that a look has met.
  mutating func add(_ bytes: Int, _ meaning: PeakLabels.Meaning) {
    func add(to sum: inout Sum) {
      sum.bytes += bytes
      sum.blocks += 1
      sum.owners[meaning.owner.rawValue] += bytes
      guard meaning.isObject else { return }
      sum.objects += 1
      if meaning.owner == .faults { sum.faults += 1 }
    }
    if let holding = meaning.holding {
      add(to: &held[holding, default: Sum()])
    } else {
      add(to: &loose[meaning.owner, default: Sum()])
    }
  }

  /// Adds a block that none has met.
  mutating func add(_ bytes: Int, passing mark: WorkMark) {
    passing[mark, default: Sum()].bytes += bytes
    passing[mark, default: Sum()].blocks += 1
  }

  /// The parts, the most bytes first; what is left of the workload's is the last kind's.
  func parts(
    _ holdings: [PeakLabels.Holding], workload: Int, sqlite: Int
  ) -> [PeakExplanation.Part] {
    var parts = heldParts(holdings) + looseParts
    parts += passing.map { mark, sum in
      PeakExplanation.Part(
        .passing, count: sum.blocks, bytes: sum.bytes, operation: mark.words)
    }
    let rest = workload - parts.reduce(0) { $0 + $1.bytes }
    if rest != 0 { parts.append(PeakExplanation.Part(.other, bytes: rest)) }
    if sqlite != 0 { parts.append(PeakExplanation.Part(.sqlite, bytes: sqlite)) }
    return parts.sorted { one, other in
      one.bytes == other.bytes
        ? one.order.lexicographicallyPrecedes(other.order) : one.bytes > other.bytes
    }
  }

  /// Objects, those that differ in nothing but the way to them taken together.
  private func heldParts(_ holdings: [PeakLabels.Holding]) -> [PeakExplanation.Part] {
    var parts: [PeakExplanation.Part] = []
    for (number, holding) in holdings.enumerated() {
      guard let sum = held[number] else { continue }
      let part = PeakExplanation.Part(
        .objects, entity: holding.entity, count: sum.objects, faults: sum.faults,
        bytes: sum.bytes, holders: holding.holders, path: holding.path, owners: Self.owners(sum))
      if let place = parts.firstIndex(where: { $0.isLike(part) }) {
        parts[place].add(part)
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private var looseParts: [PeakExplanation.Part] {
    var parts: [PeakExplanation.Part] = []
    for owner in BlockOwner.allCases {
      guard let sum = loose[owner] else { continue }
      let kind = owner.kindOfLoose
      let part = PeakExplanation.Part(
        kind, count: kind == .forgotten ? 0 : sum.blocks, bytes: sum.bytes,
        owners: Self.owners(sum))
      if let place = parts.firstIndex(where: { $0.kind == kind }) {
        parts[place].add(part)
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private static func owners(_ sum: Sum) -> [PeakExplanation.OwnedPart] {
    BlockOwner.allCases.compactMap { owner in
      let bytes = sum.owners[owner.rawValue]
      return bytes == 0 ? nil : PeakExplanation.OwnedPart(owner: "\(owner)", bytes: bytes)
    }
  }
}

extension BlockOwner {
  /// What a block is that belongs to no object which a context finds.
  fileprivate var kindOfLoose: PeakExplanation.Kind {
    switch self {
    case .objects, .faults, .sets, .values: .forgotten
    case .snapshots: .rowCache
    case .undo: .undo
    case .registry: .registry
    case .store: .store
    case .script: .script
    case .app: .app
    }
  }
}

extension PeakExplanation.Part {
  fileprivate func isLike(_ other: Self) -> Bool {
    kind == other.kind && entity == other.entity && holders == other.holders
  }

  /// The same order for the same parts in every run.
  fileprivate var order: [String] {
    [kind.rawValue, entity ?? "", operation ?? ""] + holders
  }

  fileprivate mutating func add(_ other: Self) {
    count += other.count
    faults += other.faults
    bytes += other.bytes
    for part in other.owners {
      if let place = owners.firstIndex(where: { $0.owner == part.owner }) {
        owners[place].bytes += part.bytes
      } else {
        owners.append(part)
      }
    }
  }
}

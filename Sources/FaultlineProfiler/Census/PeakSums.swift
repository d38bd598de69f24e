// The bytes of a peak, added up by what they are.

import Faultline
import FaultlineMeasures

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

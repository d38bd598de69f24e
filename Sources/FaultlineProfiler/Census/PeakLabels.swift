// What blocks of a peak are: each label of the ledger stands for an owner, and for the objects that the block belongs to.

import Faultline

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

// Attributes that a memory store derives along relationships, as triggers do in a file.

import Foundation

/// One change set on the shelves of a memory store, and what follows from it for derived attributes.
struct MemoryDerivation {
  private let model: ManagedObjectModel
  /// The owners that a change may have reached, in the order in which they came up.
  private var owners: [ForeignKey] = []
  /// Those that wait, and how often each came up.
  private var waiting: Set<ForeignKey> = []
  private var rounds: [ForeignKey: Int] = [:]
  /// How often an owner is derived anew, where values are derived from each other.
  private static let mostRounds = 8

  init(_ model: ManagedObjectModel) { self.model = model }

  /// Writes a change set and derives what follows; returns the values that are new.
  mutating func write(
    _ changes: ChangeSet, to shelves: inout MemoryShelves
  ) -> [DerivedValue] {
    let rows = Self.rows(of: changes)
    // An owner that a row leaves is found before, and one that it comes to afterwards.
    for row in rows { reach(from: row, in: &shelves) }
    shelves.write(changes)
    for row in rows { reach(from: row, in: &shelves) }
    var values: [DerivedValue] = []
    // What is derived from a derived value comes up behind it.
    var place = 0
    while place < owners.count {
      let owner = owners[place]
      place += 1
      waiting.remove(owner)
      let new = derive(owner, in: &shelves)
      if !new.isEmpty { reach(from: owner, in: &shelves, includingItself: false) }
      values += new
    }
    return values
  }

  /// The rows that a change set mentions.
  private static func rows(of changes: ChangeSet) -> [ForeignKey] {
    var rows: [ForeignKey] = []
    changes.forEach { rows.append(ForeignKey(entity: $0.entity.index, key: $0.values.key)) }
    for deletion in changes.deletes {
      rows.append(ForeignKey(entity: deletion.entity.index, key: deletion.key))
    }
    for link in changes.links { rows += [link.owner] + link.added + link.removed }
    return rows
  }

  // MARK: - From a row to the owners that lead to it

  private mutating func reach(
    from row: ForeignKey, in shelves: inout MemoryShelves, includingItself: Bool = true
  ) {
    if includingItself, !model.derivations.kept[row.entity].isEmpty { note(row) }
    for way in model.derivations.ways[row.entity] {
      var keys = [row]
      for hop in way.reversed() {
        var next: [ForeignKey] = []
        for key in keys { next += sources(of: key, hop, in: &shelves) }
        keys = next
      }
      keys.forEach { note($0) }
    }
  }

  private mutating func note(_ owner: ForeignKey) {
    guard rounds[owner, default: 0] < Self.mostRounds, waiting.insert(owner).inserted else {
      return
    }
    rounds[owner, default: 0] += 1
    owners.append(owner)
  }

  /// The rows from which a relationship leads to a row.
  private func sources(
    of key: ForeignKey, _ hop: DerivationPlan.Hop, in shelves: inout MemoryShelves
  ) -> [ForeignKey] {
    let tie = hop.entity.layout.ties[hop.tie]
    if let inverse = tie.inverse {
      let back = model.entities[key.entity].layout.ties[inverse]
      guard let slot = back.slot else { return shelves.members(of: back, owner: key, model) }
      return row(key, shelves)?.foreignKey(slot).map { [$0] } ?? []
    }
    // Nothing leads back: every row that might lead here is looked at.
    var sources: [ForeignKey] = []
    for entity in model.family(of: hop.entity) {
      for case let shelved? in shelves.rows(of: entity) {
        let source = ForeignKey(entity: entity.index, key: shelved.row.key)
        if ends(of: source, tie, in: &shelves).contains(key) { sources.append(source) }
      }
    }
    return sources
  }

  // MARK: - From an owner to its values

  private func derive(
    _ owner: ForeignKey, in shelves: inout MemoryShelves
  ) -> [DerivedValue] {
    guard let former = row(owner, shelves) else { return [] }
    let entity = model.entities[owner.entity]
    var changes: [Int: Row.NewValue] = [:]
    for target in model.derivations.kept[owner.entity] {
      let value = value(of: target, owner, entity, in: &shelves)
      if !former.has(value, at: target.slot, entity.layout) { changes[target.slot] = value }
    }
    guard !changes.isEmpty else { return [] }
    shelves.put(former.next(entity.layout, version: former.version, changes), entity)
    return changes.sorted { $0.key < $1.key }.map {
      DerivedValue(entity, owner.key, $0.key, $0.value)
    }
  }

  private func value(
    of target: DerivationPlan.Target, _ owner: ForeignKey, _ entity: EntityDescription,
    in shelves: inout MemoryShelves
  ) -> Row.NewValue {
    var ends = [owner]
    var layout = entity.layout
    for place in target.route.ties {
      let tie = layout.ties[place]
      var next: [ForeignKey] = []
      for end in ends { next += self.ends(of: end, tie, in: &shelves) }
      ends = next
      layout = tie.destination ?? layout
    }
    let rows = ends.compactMap { row($0, shelves) }
    guard let leaf = target.route.leaf else { return .word(UInt64(rows.count)) }
    let type = entity.layout.types[target.slot] ?? .undefined
    return target.derivation.newValue(of: rows, at: leaf, layout, as: type)
  }

  /// The rows at the other end of a relationship that are there.
  private func ends(
    of source: ForeignKey, _ tie: EntityLayout.Tie, in shelves: inout MemoryShelves
  ) -> [ForeignKey] {
    let ends: [ForeignKey]
    if let slot = tie.slot {
      ends = row(source, shelves)?.foreignKey(slot).map { [$0] } ?? []
    } else {
      ends = shelves.members(of: tie, owner: source, model)
    }
    return ends.filter { row($0, shelves) != nil }
  }

  private func row(_ key: ForeignKey, _ shelves: MemoryShelves) -> Row? {
    shelves.row(key.key, of: model.entities[key.entity])?.row
  }
}

extension Row {
  /// Whether a slot has a value.
  fileprivate final func has(_ value: NewValue, at slot: Int, _ layout: EntityLayout) -> Bool {
    guard !isEmpty(slot) else { if case .none = value { return true } else { return false } }
    return switch value {
    case .word(let word): self.word(slot) == word
    case .text(let text): bytes(slot, layout).elementsEqual(text.utf8)
    case .bytes(let data): bytes(slot, layout).elementsEqual(data)
    case .none, .same: false
    }
  }
}

extension Derivation {
  /// What rows at the end of the way give.
  fileprivate func newValue(
    of rows: [Row], at leaf: Int, _ layout: EntityLayout, as type: AttributeType
  ) -> Row.NewValue {
    func text(_ change: (String) -> String) -> Row.NewValue {
      guard let row = rows.first, !row.isEmpty(leaf) else { return .none }
      return .text(change(String(decoding: row.bytes(leaf, layout), as: UTF8.self)))
    }
    switch operation {
    case .sum: return sum(of: rows, at: leaf, layout, as: type)
    case .canonical: return text { TextMatching.folded($0, .canonical) }
    case .uppercase: return text { $0.uppercased() }
    case .lowercase: return text { $0.lowercased() }
    case .copy, .count, .now:
      guard let row = rows.first, !row.isEmpty(leaf) else { return .none }
      return layout.slots[leaf].isInline
        ? .word(row.word(leaf)) : .bytes(Array(row.bytes(leaf, layout)))
    }
  }

  private func sum(
    of rows: [Row], at leaf: Int, _ layout: EntityLayout, as type: AttributeType
  ) -> Row.NewValue {
    var whole = 0
    var exact = Decimal(0)
    var rough = 0.0
    for row in rows where !row.isEmpty(leaf) {
      switch layout.types[leaf] {
      case .double?, .float?:
        let number = Double(bitPattern: row.word(leaf))
        rough += number
        if number.isFinite { exact += Decimal(number) }
      case .decimal?:
        let number =
          Decimal(string: String(decoding: row.bytes(leaf, layout), as: UTF8.self)) ?? 0
        rough += NSDecimalNumber(decimal: number).doubleValue
        exact += number
      default:
        let number = Int(truncatingIfNeeded: Int64(bitPattern: row.word(leaf)))
        whole &+= number
        rough += Double(number)
        exact += Decimal(number)
      }
    }
    let isOfWholes = layout.types[leaf].map { ![.double, .float, .decimal].contains($0) } ?? true
    return switch type {
    case .decimal: .text(exact.description)
    case .double, .float: .word(rough.unsignedZero.bitPattern)
    default:
      .word(
        UInt64(
          bitPattern: Int64(isOfWholes ? whole : Int(exactly: rough.rounded(.towardZero)) ?? 0)))
    }
  }
}

// Which values no two rows share, as stores see it.

/// One uniqueness constraint of a model.
package struct Uniqueness: Sendable {
  /// The names of the properties.
  package let keys: [String]
  /// Where they lie; the same place in every entity that has them.
  package let slots: [Int]
  /// The position among all constraints of the model.
  let number: Int
  /// Which slots hold numbers that are equal without having the same bits.
  private let numbers: [Bool]
  /// Which slots hold numbers as text.
  private let decimals: [Bool]

  private init(_ keys: [String], _ slots: [Int], _ number: Int, _ layout: EntityLayout) {
    self.keys = keys
    self.slots = slots
    self.number = number
    numbers = slots.map { [.double, .float, .date].contains(layout.types[$0]) }
    decimals = slots.map { layout.types[$0] == .decimal }
  }

  /// The constraints that hold for each entity, by its position in the model.
  ///
  /// They hold for all entities of a tree that have the properties: the rows of a tree lie in one table.
  package static func byEntity(_ model: ManagedObjectModel) -> [[Uniqueness]] {
    var all = [[Uniqueness]](repeating: [], count: model.entities.count)
    var number = 0
    for entity in model.entities {
      for keys in entity.uniquenessConstraints {
        let slots = keys.compactMap { key in
          entity.layout.slots.firstIndex { $0.name == key }
        }
        guard slots.count == keys.count, !slots.isEmpty else { continue }
        let constraint = Uniqueness(keys, slots, number, entity.layout)
        number += 1
        for other in model.entities where keys.allSatisfy({ entity.shares($0, with: other) }) {
          all[other.index].append(constraint)
        }
      }
    }
    return all
  }

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: keys, .store)
    visitor.show(elementsOf: slots, .store)
    visitor.show(elementsOf: numbers, .store)
    visitor.show(elementsOf: decimals, .store)
  }

  /// Whether an update touches it.
  package func isTouched(by changed: ChangedSlots) -> Bool {
    slots.contains(where: changed.contains)
  }

  /// The values of a row, to be compared with those of others; nil if one is missing, for that equals nothing.
  func values(of row: RowValues, _ layout: EntityLayout) -> UniqueValues? {
    var bytes: [UInt8] = []
    for (place, slot) in slots.enumerated() {
      guard !row.isEmpty(slot) else { return nil }
      if decimals[place] {
        let text = String(decoding: row.bytes(slot, layout), as: UTF8.self)
        append((Double(text) ?? .nan).bitPattern, to: &bytes)
      } else if layout.slots[slot].isInline {
        let word = row.slots[slot]
        append(numbers[place] && Double(bitPattern: word) == 0 ? 0 : word, to: &bytes)
      } else {
        let text = row.bytes(slot, layout)
        append(UInt64(text.count), to: &bytes)
        bytes += text
      }
    }
    return UniqueValues(number: number, bytes: bytes)
  }

  private func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word) { bytes += $0 }
  }
}

/// The values of one row under one constraint.
struct UniqueValues: Hashable, Sendable {
  let number: Int
  let bytes: [UInt8]
}

extension EntityDescription {
  /// Whether another entity has a property from the same description.
  fileprivate func shares(_ key: String, with other: EntityDescription) -> Bool {
    guard let mine = propertiesByName[key], let theirs = other.propertiesByName[key] else {
      return false
    }
    return mine as AnyObject === theirs as AnyObject
  }
}

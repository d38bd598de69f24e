// The same random data in a memory store and in a SQLite store, with the same unsaved changes.

import Faultline
import FaultlineSQLite
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation

/// Two contexts that behave alike, on two kinds of stores.
struct QueryWorld {
  let contexts: [ManagedObjectContext]
  /// The same objects in the same places, for each context.
  private(set) var objects: [[ManagedObject]]
  private(set) var random: SplitMix64
  private let folder: StoreFolder

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    folder = try StoreFolder()
    let folder = self.folder
    contexts = try StoreKind.allCases.map {
      try makeContext(on: $0.coordinator(try institute(), in: folder))
    }
    objects = contexts.map { _ in [] }
    for entity in ["Adviser", "Department", "Employee", "Project"] {
      for _ in 0..<number(below: 7) { insert(entity) }
    }
    for _ in 0..<40 { change() }
    for context in contexts {
      context.mergePolicy = .overwrite
      try context.save()
    }
  }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// Leaves changes unsaved: some of each kind.
  mutating func leaveChanges(_ count: Int) {
    for _ in 0..<count {
      switch number(below: 8) {
      case 0: insert(["Adviser", "Department", "Employee", "Project"][number(below: 4)])
      case 1: delete()
      default: change()
      }
    }
    for context in contexts { context.processPendingChanges() }
  }

  private mutating func insert(_ entity: String) {
    for (side, context) in contexts.enumerated() {
      objects[side].append(context.insertNewObject(forEntityName: entity))
    }
    fill(objects[0].count - 1)
  }

  private mutating func delete() {
    guard objects[0].count > 4 else { return }
    let place = number(below: objects[0].count)
    for (side, context) in contexts.enumerated() {
      context.delete(objects[side].remove(at: place))
    }
  }

  private mutating func fill(_ place: Int) {
    let attributes = objects[0][place].entity.attributesByName.values.sorted { $0.name < $1.name }
    for attribute in attributes { set(attribute, place) }
  }

  private mutating func set(_ attribute: AttributeDescription, _ place: Int) {
    // Badges are unique.
    let value: Any? =
      attribute.name == "badge"
      ? "badge \(number(below: 1 << 40))" : QueryWriter.value(attribute.attributeType, &random)
    for side in objects.indices { objects[side][place].setValue(value, forKey: attribute.name) }
  }

  private mutating func change() {
    guard !objects[0].isEmpty else { return }
    let place = number(below: objects[0].count)
    let entity = objects[0][place].entity
    let attributes = entity.attributesByName.values.sorted { $0.name < $1.name }
    let ties = entity.relationshipsByName.values.sorted { $0.name < $1.name }
    guard number(below: 2) == 0, !ties.isEmpty else {
      return set(attributes[number(below: attributes.count)], place)
    }
    let tie = ties[number(below: ties.count)]
    let others = objects[0].indices.filter {
      tie.destinationEntity.map(objects[0][$0].entity.isKindOf) == true
        && (tie.inverseRelationship != nil || !tie.isToMany
          || !isTaken(objects[0][$0], by: tie.name))
    }
    guard !others.isEmpty else { return }
    let other = others[number(below: others.count)]
    let isEnd = number(below: 4) == 0
    for side in objects.indices {
      let (one, two) = (objects[side][place], objects[side][other])
      if !tie.isToMany {
        one.setValue(isEnd ? nil : two, forKey: tie.name)
      } else if tie.isOrdered {
        var members = one.value(forKey: tie.name) as? [ManagedObject] ?? []
        members.removeAll { $0 === two }
        if !isEnd { members.append(two) }
        one.setValue(members, forKey: tie.name)
      } else if isEnd {
        one.mutableSetValue(forKey: tie.name).remove(two)
      } else {
        one.mutableSetValue(forKey: tie.name).add(two)
      }
    }
  }

  /// Whether an object has an owner already: without an inverse, a file keeps one owner for each.
  private func isTaken(_ object: ManagedObject, by key: String) -> Bool {
    objects[0].contains {
      $0.entity.relationshipsByName[key] != nil && $0.mutableSetValue(forKey: key).contains(object)
    }
  }

  /// Which of a side's objects they are, by their places.
  func places(_ found: [ManagedObject], on side: Int) -> [Int] {
    found.map { object in objects[side].firstIndex { $0 === object } ?? -1 }
  }

  /// Takes back a generator that was used meanwhile.
  mutating func goOn(with random: SplitMix64) { self.random = random }
}

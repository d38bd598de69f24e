// Where each property of an entity lies in a row and in an object.

import Synchronization

/// The places of an entity's properties.
///
/// Attributes and to-one relationships have *slots*, eight bytes each in a row; relationships of both
/// kinds have *ties*, the references of a realized object. A subentity continues its superentity's
/// numbering, so one number serves a property in a whole tree of entities.
package final class EntityLayout: Sendable {
  /// What lies in one slot.
  package struct Slot: Sendable {
    package let name: String
    /// The attribute, or nil for the foreign key of a to-one relationship.
    package let attribute: AttributeDescription?
    package let isOptional: Bool
    let isInline: Bool
  }

  /// One relationship of an object.
  package struct Tie: Sendable {
    package let relationship: RelationshipDescription
    /// The slot of the foreign key, for a to-one relationship.
    package let slot: Int?
    /// The tie that leads back, in the layout of the destination.
    let inverse: Int?
    /// Which entities of the model the destination may have.
    let destinations: [Bool]
    /// The identity of the inverse relationship, which the layout holds, so that no other object
    /// gets its address.
    package let inverseIdentity: ObjectIdentifier?
    /// What a set of members must know.
    let setKind: ObjectSet.Kind
    /// Whether this end writes the members to the store: there is no to-one side to do it, and the other
    /// end, if there is one, leaves it to this.
    package let writesMembers: Bool
    package let isToMany: Bool
    package let isOrdered: Bool
    /// Where the properties of the objects at the other end lie, so far as the destination says.
    package var destination: EntityLayout? { relationship.destinationEntity?.layout }

    init(
      _ relationship: RelationshipDescription, slot: Int?, _ place: EntityGraph.RelationshipPlace,
      _ back: RelationshipDescription?, inverseTie: Int?
    ) {
      self.relationship = relationship
      self.slot = slot
      inverse = inverseTie
      destinations = place.destinations
      inverseIdentity = back.map { ObjectIdentifier($0) }
      isToMany = relationship.isToMany
      isOrdered = relationship.isOrdered
      let isLinked = isToMany && back?.isToMany != false
      setKind = [isLinked ? .linked : [], isOrdered ? .ordered : []]
      writesMembers = isLinked && (back.map { relationship.comesBefore($0) } ?? true)
    }

    /// Whether it may lead to objects of an entity.
    func accepts(_ entity: Int) -> Bool {
      destinations.indices.contains(entity) && destinations[entity]
    }
  }

  /// What a key stands for.
  package enum Property: Sendable {
    case attribute(slot: Int)
    case relationship(tie: Int)
  }

  package let slots: [Slot]
  package let ties: [Tie]
  /// The relationships that lead back; held here, since a tie is copied often.
  private let inverses: [RelationshipDescription]
  private let properties: [String: Property]
  /// The same in plain memory; unchecked, since nothing writes to it once it is made.
  nonisolated(unsafe) let plan: UnsafePointer<LayoutPlan>
  let slotCount: Int
  let tieCount: Int
  /// A number of this layout's own, by which typed keys recognize it.
  let token: UInt32
  private static let lastToken = Atomic<UInt32>(0)
  /// Words of the bitmap that says which slots are empty.
  let emptyWords: Int
  /// Words of the bitmap that says which slots and ties were changed.
  let changeWords: Int
  /// Slots whose values lie outside of them: the bytes of text and data.
  let outlineSlots: [Int]
  /// Slots whose values lie outside of them and reach a store.
  let storedOutlineSlots: [Int]
  /// Slots that must have a value when their object is saved.
  let mandatorySlots: [Int]
  /// Slots whose values have bounds.
  let boundedSlots: [Int]
  /// To-many relationships whose number of members has bounds.
  let countedTies: [Int]
  /// Slots whose values never reach a store.
  package let transientSlots: [Int]
  /// To-one relationships: the tie with the slot of its foreign key.
  let references: [(tie: Int, slot: Int)]
  /// The ties of to-many relationships.
  package let collections: [Int]
  /// The attribute type of each slot; nil for a foreign key.
  let types: [AttributeType?]
  /// The values that a new object starts with, by slot.
  let startingValues: [(slot: Int, value: Value)]

  /// A Boolean value that indicates whether some of its data may lie in files beside a store.
  var hasFiles: Bool {
    slots.contains { $0.attribute?.allowsExternalBinaryDataStorage == true }
  }

  init(slots: [Slot], ties: [Tie], inverses: [RelationshipDescription]) {
    self.slots = slots
    self.ties = ties
    self.inverses = inverses
    token = Self.lastToken.add(1, ordering: .relaxed).newValue
    slotCount = slots.count
    tieCount = ties.count
    emptyWords = max(1, (slots.count + 63) / 64)
    changeWords = max(1, (slots.count + ties.count + 63) / 64)
    outlineSlots = slots.indices.filter { !slots[$0].isInline }
    // A derived value comes after validation, and cannot be mended by then; a transient one is in no row, so a
    // fetched object has none.
    let given = slots.indices.filter {
      slots[$0].attribute?.isDerived != true && slots[$0].attribute?.isTransient != true
    }
    mandatorySlots = given.filter { !slots[$0].isOptional }
    boundedSlots = given.filter { slots[$0].attribute?.validation.isEmpty == false }
    countedTies = ties.indices.filter { tie in
      let relationship = ties[tie].relationship
      let isCounted = relationship.minCount > 0 || relationship.maxCount > 0
      return relationship.isToMany && (isCounted || !relationship.isOptional)
    }
    let transients = slots.indices.filter { slots[$0].attribute?.isTransient == true }
    transientSlots = transients
    let stored = slots.indices.filter { !transients.contains($0) }
    storedOutlineSlots = stored.filter { !slots[$0].isInline }
    references = ties.indices.compactMap { tie in ties[tie].slot.map { (tie, $0) } }
    collections = ties.indices.filter { ties[$0].isToMany }
    types = slots.map { $0.attribute?.attributeType }
    startingValues = slots.indices.compactMap { slot in
      guard let value = slots[slot].attribute?.startingValue, value != .none else { return nil }
      return (slot, value)
    }
    var properties: [String: Property] = [:]
    for (slot, place) in slots.enumerated() where place.attribute != nil {
      properties[place.name] = .attribute(slot: slot)
    }
    for (tie, place) in ties.enumerated() {
      properties[place.relationship.name] = .relationship(tie: tie)
    }
    self.properties = properties
    let plan = UnsafeMutablePointer<LayoutPlan>.allocate(capacity: 1)
    self.plan = UnsafePointer(plan)
    plan.initialize(to: LayoutPlan(self))
  }

  deinit {
    plan.pointee.deallocate()
    plan.deallocate()
  }

  /// Slots that must have a value when their object is saved, and begin with none.
  package var slotsToFill: [Int] {
    mandatorySlots.filter { slot in
      !startingValues.contains { $0.slot == slot }
    }
  }

  /// What a key stands for; nil for an unknown one.
  package func property(named name: String) -> Property? { properties[name] }

  /// All keys in the order of their declaration: attributes, then relationships.
  package var keys: [String] {
    slots.filter { $0.attribute != nil }.map(\.name) + ties.map(\.relationship.name)
  }
}

extension EntityDescription {
  /// The slots that it adds to those of its parent.
  package var addedSlots: Range<Int> {
    (superentity?.layout.slots.count ?? 0)..<layout.slots.count
  }
}

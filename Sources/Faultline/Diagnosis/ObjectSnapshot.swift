// A snapshot of the live objects: the list that all counting starts from, with what is recorded of each object.

/// The facts that are recorded of objects, in a stable order.
///
/// Objects are scattered over memory, and visiting them is what takes the time. So each is visited once, here,
/// where nothing comes between the loop and its fields, and is released at once; only objects that may refer to
/// others are held.
package struct ObjectSnapshot {
  /// What was seen of each.
  package let entries: ContiguousArray<Entry>
  /// The entities of the objects, each once.
  package let entities: [EntityDescription]
  /// Those that may hold others.
  private let holders: ContiguousArray<ManagedObject>
  /// Where these stand among all.
  private let places: ContiguousArray<Int32>

  /// What was seen of an object.
  package struct Entry {
    /// Its registration number, which identifies it among all objects, also later.
    package let number: UInt64
    /// The place of its entity in `entities`.
    package let entity: Int32
    /// The states of the object, and the holds of its context.
    package let states: ObjectStates
    /// How many strong references there are to it, without the snapshot's own.
    package let references: Int32
  }

  /// Visits the registered objects of identity tables made after a moment, and shows their blocks to a visitor if
  /// there is one.
  ///
  /// `willVisit` is notified before the objects of an entity in a context, which may come in several parts.
  package init(
    since moment: Population.Moment = .first, showing visitor: BlockVisitor? = nil,
    willVisit: (_ entity: EntityDescription, _ context: UInt64) -> Void = { _, _ in }
  ) {
    self.init(of: Population.alive(since: moment), showing: visitor, willVisit)
  }

  /// Visits these objects, each of which is in the list once.
  package init(of objects: ContiguousArray<ManagedObject>) {
    self.init(of: AliveObjects(objects), showing: nil) { _, _ in }
  }

  private init(
    of objects: consuming AliveObjects, showing visitor: BlockVisitor?,
    _ willVisit: (EntityDescription, UInt64) -> Void
  ) {
    var entries = ContiguousArray<Entry>()
    var entities: [EntityDescription] = []
    var places = ContiguousArray<Int32>()
    entries.reserveCapacity(objects.count)
    var known: [ObjectIdentifier: Int32] = [:]
    // Objects of one identity table are side by side.
    var last = (identityTable: Address(bits: 0), entity: Int32(0), space: UInt64(0))
    // Unwrapped once: in the loop it would retain and release the visitor for each object.
    let isShowing = visitor != nil
    let visitor = visitor ?? BlockVisitor { _, _ in false }
    holders = objects.handOver { reference in
      // Read from the address alone: a typed reference may count as one more that holds the object.
      let count = ManagedObject.strongReferenceCount(at: reference.toOpaque())
      return reference._withUnsafeGuaranteedRef { object in
        if last.identityTable != object.identityTableAddress {
          let entity = object.identityTable.entity
          let number = known[ObjectIdentifier(entity)] ?? Int32(entities.count)
          if number == entities.count {
            known[ObjectIdentifier(entity)] = number
            entities.append(entity)
          }
          last = (
            object.identityTableAddress, number, UInt64(object.identityTable.link.number) << 32
          )
          willVisit(entity, UInt64(object.identityTable.link.number))
        }
        let mayHold = object.mayHold
        if mayHold { places.append(Int32(truncatingIfNeeded: entries.count)) }
        entries.append(
          Entry(
            number: last.space | UInt64(object.serial), entity: last.entity,
            states: ObjectStates(of: object),
            references: Int32(clamping: count - 1)))
        if isShowing { object.showBlocks(to: visitor) }
        return mayHold
      }
    }
    self.entries = entries
    self.entities = entities
    self.places = places
  }

  /// Whether any object may refer to others.
  package var hasHolders: Bool { !holders.isEmpty }

  /// Visits each strong reference of the graph: the place of the holder, the tie, and the object that is held.
  package func forEachReference(
    _ body: (_ place: Int, _ tie: Int, _ object: ManagedObject) -> Void
  ) {
    forEachHolder { place, holder in holder.forEachReference { body(place, $0, $1) } }
  }

  /// Visits what the objects hold besides the destinations of their relationships.
  package func forEachFurtherHold(_ body: (ManagedObject) -> Void) {
    forEachHolder { $1.forEachFurtherHold { body($1) } }
  }

  private func forEachHolder(_ body: (Int, ManagedObject) -> Void) {
    holders.withUncounted { references in
      for (reference, place) in zip(references, places) {
        reference._withUnsafeGuaranteedRef { body(Int(place), $0) }
      }
    }
  }
}

/// The states of an object at a moment, and the holds of its context.
package struct ObjectStates: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An object without values in memory.
  package static let fault = ObjectStates(rawValue: 1 << 0)
  /// An object that was never saved.
  package static let inserted = ObjectStates(rawValue: 1 << 1)
  /// A saved object with unsaved changes.
  package static let updated = ObjectStates(rawValue: 1 << 2)
  /// An object that the next save removes.
  package static let deleted = ObjectStates(rawValue: 1 << 3)
  /// The context's hold for unsaved changes (R3).
  package static let heldForChanges = ObjectStates(rawValue: 1 << 4)
  /// The hold of a context that retains registered objects (R4).
  package static let retained = ObjectStates(rawValue: 1 << 5)
  /// The pool's hold until the turn ends (L2).
  package static let pooled = ObjectStates(rawValue: 1 << 6)

  private static let holds: ObjectStates = [.heldForChanges, .retained, .pooled]

  fileprivate init(of object: borrowing ManagedObject) {
    let flags = object.flags
    var states: UInt8 = 0
    if object.isFault { states |= Self.fault.rawValue }
    if object.isInserted { states |= Self.inserted.rawValue }
    if object.isUpdated { states |= Self.updated.rawValue }
    if object.isDeleted { states |= Self.deleted.rawValue }
    if flags.contains(.pinned) { states |= Self.heldForChanges.rawValue }
    if flags.contains(.retained) { states |= Self.retained.rawValue }
    if flags.contains(.pooled) { states |= Self.pooled.rawValue }
    rawValue = states
  }

  /// The number of holds of the context.
  package var holdCount: Int { intersection(Self.holds).rawValue.nonzeroBitCount }
}

extension BlockVisitor {
  /// Shows every block that some objects use.
  package func show(blocksOf objects: ContiguousArray<ManagedObject>) {
    objects.withUncounted { references in
      for place in references.indices {
        references.prefetch(behind: place)
        references[place]._withUnsafeGuaranteedRef { $0.showBlocks(to: self) }
      }
    }
  }
}

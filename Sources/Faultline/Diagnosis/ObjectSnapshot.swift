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
    /// How often its context holds it: for its changes, for good, and until the turn ends.
    package let contextHolds: Int16
    package let isFault: Bool
    /// How many strong references there are to it, without the snapshot's own.
    package let references: Int32
  }

  /// Visits the registered objects of identity tables made after a moment, and shows their blocks to a visitor if
  /// there is one.
  package init(since moment: Population.Moment = .first, showing visitor: BlockVisitor? = nil) {
    self.init(of: Population.alive(since: moment), showing: visitor)
  }

  /// Visits these objects, each of which is in the list once.
  package init(of objects: ContiguousArray<ManagedObject>) {
    self.init(of: AliveObjects(objects), showing: nil)
  }

  private init(of objects: consuming AliveObjects, showing visitor: BlockVisitor?) {
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
        }
        let mayHold = object.mayHold
        if mayHold { places.append(Int32(truncatingIfNeeded: entries.count)) }
        entries.append(
          Entry(
            number: last.space | UInt64(object.serial), entity: last.entity,
            contextHolds: object.contextHoldCount, isFault: object.isFault,
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

// Everybody, once: the list of objects that all counting starts from, and what is written down beside each name.

/// What is to be known of objects, in a stable order.
///
/// Objects lie anywhere in memory, and visiting them is what takes the time. So each is visited once, here, where
/// nothing stands between the loop and its fields, and let go on the spot; only who may refer to others is held.
package struct RollCall {
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
    /// Its registration number, which tells it from all others, also later.
    package let number: UInt64
    /// The place of its entity among the roll's.
    package let entity: Int32
    /// How often its context holds it: for its changes, for good, and until the turn ends.
    package let contextHolds: Int16
    package let isFault: Bool
    /// How many strong references there are to it, the roll's own left out.
    package let references: Int32
  }

  /// Calls the registered objects of homes made after a moment, and shows their blocks to whoever wants to see them.
  package init(since moment: Population.Moment = .first, showing visitor: BlockVisitor? = nil) {
    self.init(of: Population.alive(since: moment), showing: visitor)
  }

  /// Calls these objects, each of which is in the list once.
  package init(of objects: ContiguousArray<ManagedObject>) {
    self.init(of: AliveObjects(objects), showing: nil)
  }

  private init(of objects: consuming AliveObjects, showing visitor: BlockVisitor?) {
    var entries = ContiguousArray<Entry>()
    var entities: [EntityDescription] = []
    var places = ContiguousArray<Int32>()
    entries.reserveCapacity(objects.count)
    var known: [ObjectIdentifier: Int32] = [:]
    // Objects of one home stand side by side.
    var last = (home: Address(bits: 0), entity: Int32(0), space: UInt64(0))
    // Unwrapped once: whoever does it in the loop counts the visitor up and down for each object.
    let isShowing = visitor != nil
    let visitor = visitor ?? BlockVisitor { _, _ in false }
    holders = objects.handOver { reference in
      // Asked of the address alone: whoever has an object in hand may count as one more who holds it.
      let count = ManagedObject.strongReferenceCount(at: reference.toOpaque())
      return reference._withUnsafeGuaranteedRef { object in
        if last.home != object.homeAddress {
          let entity = object.home.entity
          let number = known[ObjectIdentifier(entity)] ?? Int32(entities.count)
          if number == entities.count {
            known[ObjectIdentifier(entity)] = number
            entities.append(entity)
          }
          last = (object.homeAddress, number, UInt64(object.home.link.number) << 32)
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

  /// Whether anybody may refer to anybody.
  package var hasHolders: Bool { !holders.isEmpty }

  /// Visits each strong reference of the graph: the place of who holds, by which tie, and who is held.
  package func forEachReference(
    _ body: (_ place: Int, _ tie: Int, _ object: ManagedObject) -> Void
  ) {
    forEachHolder { place, holder in holder.forEachReference { body(place, $0, $1) } }
  }

  /// Visits whom the objects hold besides by their relationships.
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

// Everybody, once: the list of objects that all counting starts from, and what is written down beside each name.

import CFaultline

/// Objects in a stable order, with what is to be known of each.
///
/// Objects lie anywhere in memory, and visiting them is what takes the time. So each is visited once, here, where
/// nothing stands between the loop and their fields, and none is counted up and down: the list holds them.
package struct RollCall {
  /// The objects, held.
  package let objects: ContiguousArray<ManagedObject>
  /// What was seen of each.
  package private(set) var entries = ContiguousArray<Entry>()
  /// The entities of the objects, each once.
  package private(set) var entities: [EntityDescription] = []
  /// The places of those that may hold others.
  private var holders = ContiguousArray<Int32>()

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
    self.init(of: Population.objects(since: moment), showing: visitor)
  }

  /// Calls these objects, each of which is in the list once.
  package init(of objects: ContiguousArray<ManagedObject>, showing visitor: BlockVisitor? = nil) {
    self.objects = objects
    entries.reserveCapacity(objects.count)
    var known: [ObjectIdentifier: Int32] = [:]
    // Objects of one home stand side by side.
    var last = (home: Address(bits: 0), entity: Int32(0), space: UInt64(0))
    // Unwrapped once: whoever does it in the loop counts the visitor up and down for each object.
    let isShowing = visitor != nil
    let visitor = visitor ?? BlockVisitor { _, _ in false }
    objects.withUncounted { references in
      for place in references.indices {
        references.prefetch(behind: place)
        // Asked of the address alone: whoever has an object in hand may count as one more who holds it.
        let count = ManagedObject.strongReferenceCount(at: references[place].toOpaque())
        references[place]._withUnsafeGuaranteedRef { object in
          if last.home != object.homeAddress {
            let entity = object.home.entity
            let number = known[ObjectIdentifier(entity)] ?? Int32(entities.count)
            if number == entities.count {
              known[ObjectIdentifier(entity)] = number
              entities.append(entity)
            }
            last = (object.homeAddress, number, UInt64(object.home.link.number) << 32)
          }
          if object.mayHold { holders.append(Int32(truncatingIfNeeded: place)) }
          entries.append(
            Entry(
              number: last.space | UInt64(object.serial), entity: last.entity,
              contextHolds: object.contextHoldCount, isFault: object.isFault,
              references: Int32(clamping: count - 1)))
          if isShowing { object.showBlocks(to: visitor) }
        }
      }
    }
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
    objects.withUncounted { references in
      for holder in holders {
        references[Int(holder)]._withUnsafeGuaranteedRef { body(Int(holder), $0) }
      }
    }
  }
}

extension BlockVisitor {
  /// Shows every block that some objects use.
  package func show(blocksOf objects: ContiguousArray<ManagedObject>) {
    objects.withUnsafeBytes { show(blocksOf: $0) }
  }

  /// Shows every block that the objects of a list with gaps use.
  func show(blocksOf objects: ContiguousArray<ManagedObject?>) {
    objects.withUnsafeBytes { show(blocksOf: $0) }
  }

  /// The same of a list's memory: with gaps or without, a word is a reference, and that to nobody is zero.
  private func show(blocksOf list: UnsafeRawBufferPointer) {
    let references = list.assumingMemoryBound(to: Unmanaged<ManagedObject>?.self)
    for place in references.indices {
      references.prefetch(behind: place)
      references[place]?._withUnsafeGuaranteedRef { $0.showBlocks(to: self) }
    }
  }
}

extension UnsafeBufferPointer {
  /// Asks the processor to fetch an object that is some places further on in a list of references, counted or not.
  fileprivate func prefetch(behind place: Int) {
    let next = place + 16
    guard next < count else { return }
    faultline_prefetch(unsafeBitCast(self[next], to: UnsafeRawPointer?.self))
  }
}

extension ContiguousArray<ManagedObject> {
  /// How many strong references there are to each, the list's own included; asked of addresses alone.
  var strongReferenceCounts: ContiguousArray<Int> {
    withUncounted { references in
      ContiguousArray<Int>(references.map { ManagedObject.strongReferenceCount(at: $0.toOpaque()) })
    }
  }

  /// Hands over the same list with none of them counted: a reference and an uncounted one are the same word.
  fileprivate func withUncounted<Found>(
    _ body: (UnsafeBufferPointer<Unmanaged<ManagedObject>>) -> Found
  ) -> Found {
    withUnsafeBytes { body($0.assumingMemoryBound(to: Unmanaged<ManagedObject>.self)) }
  }
}

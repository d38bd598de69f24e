// What each block of memory is there for, as far as the engine knows.

/// What a block of memory serves.
package enum BlockOwner: Int, CaseIterable, Sendable {
  /// Objects whose values are loaded: the object, and the copy of its values that takes changes.
  case objects
  /// Objects whose values are not.
  case faults
  /// Rows as they were last fetched or saved, and the tables that find them: the row cache.
  case snapshots
  /// What an undo manager needs to take changes back, and to make them again.
  case undo
  /// What contexts need to find objects and to hold them.
  case registry
  /// Realized relationships: an object's references, and sets of members.
  case sets
  /// Changed texts and data, which lie apart from their objects.
  case values
  /// What a store in memory keeps instead of a file, and what any store keeps to be asked.
  case store
  /// What a script holds to run: names, loops, prepared steps.
  case script
  /// The app's own memory beside Core Data: decoded images, copies of values.
  case app
}

/// Is shown blocks of memory, one after the other, each with what it serves.
///
/// The same block may be shown twice, since rows are shared: the visitor must not count it twice. Every block
/// shown came from the allocator; an array without room, for one, has none.
package struct BlockVisitor {
  private let visit: (BlockOwner, UnsafeRawPointer) -> Bool

  /// Makes a visitor that passes on each block; the closure returns whether it saw that block for the first time.
  package init(_ visit: @escaping (BlockOwner, UnsafeRawPointer) -> Bool) { self.visit = visit }

  /// Shows an object, and says whether it was not shown before: only then are its blocks of interest.
  @discardableResult package func show(_ object: AnyObject?, _ owner: BlockOwner) -> Bool {
    // The bits alone: every object of a census passes here, and need not be counted up and down for it.
    show(at: Address(bits: unsafeBitCast(object, to: UInt.self)), owner)
  }

  /// Shows the block in which an array keeps its elements.
  package func show<Element>(elementsOf array: [Element], _ owner: BlockOwner) {
    if array.capacity > 0 { _ = visit(owner, unsafeBitCast(array, to: UnsafeRawPointer.self)) }
  }

  /// Shows the block in which an array keeps its elements.
  package func show<Element>(elementsOf array: ContiguousArray<Element>, _ owner: BlockOwner) {
    if array.capacity > 0 { _ = visit(owner, unsafeBitCast(array, to: UnsafeRawPointer.self)) }
  }

  /// Shows the block in which a set keeps its elements.
  package func show<Element>(elementsOf set: Set<Element>, _ owner: BlockOwner) {
    if set.capacity > 0 { _ = visit(owner, unsafeBitCast(set, to: UnsafeRawPointer.self)) }
  }

  /// Shows the block in which a dictionary keeps its keys and values.
  package func show<Key, Value>(elementsOf dictionary: [Key: Value], _ owner: BlockOwner) {
    if dictionary.capacity > 0 {
      _ = visit(owner, unsafeBitCast(dictionary, to: UnsafeRawPointer.self))
    }
  }

  /// Shows the block in which a text keeps its characters, if it has too many for the text itself.
  ///
  /// For texts that were made while the program ran: those of its source have no block.
  package func show(_ text: String, _ owner: BlockOwner) {
    guard text.utf8.count > 15 else { return }
    text.utf8.withContiguousStorageIfAvailable { characters in
      // The runtime's header of a text lies in the same block, before its characters.
      if let start = characters.baseAddress { _ = visit(owner, UnsafeRawPointer(start) - 32) }
    }
  }

  /// Shows what lies at an address; nothing lies at none.
  @discardableResult func show(at address: Address, _ owner: BlockOwner) -> Bool {
    guard let block = UnsafeRawPointer(bitPattern: address.bits) else { return false }
    return visit(owner, block)
  }
}

// The memory of one object: itself, its values, its references.
extension ManagedObject {
  /// Shows every block that the object uses, unless it was shown already; fires nothing.
  package final func showBlocks(to visitor: BlockVisitor) {
    guard visitor.show(self, isFault ? .faults : .objects) else { return }
    // The identity table of an object that its context has forgotten is shown by nothing else.
    if flags.contains(.detached) { identityTable.showBlocks(to: visitor) }
    withOverlay { overlay in
      visitor.show(overlay, .objects)
      overlay.showCells(to: visitor)
    }
    visitor.show(at: rowAddress, .snapshots)
    if flags.contains(.hasReadFiles) {
      FileValues.shared.showBlocks(of: numberInProcess, to: visitor)
    }
    if flags.contains(.hasAttachedBytes) {
      AttachedBytes.shared.showBlocks(of: numberInProcess, to: visitor)
    }
    guard let ties else { return }
    if let tieBlock { visitor.show(at: Address(bits: UInt(bitPattern: tieBlock)), .sets) }
    for tie in identityTable.plan.pointee.collections {
      ties.withSet(tie) { $0.showBlocks(to: visitor) }
    }
  }
}

// Where an object has the words of its relationships.

extension ManagedObject {
  /// Marks a block in the word of the relationships; no reference has this bit.
  private static var blockMark: UInt { 2 }

  /// The relationships as far as they are realized; nil while none was.
  @inline(__always) final var ties: Ties? {
    guard tieWord != 0 else { return nil }
    return Ties(at: tieBlock ?? ownTieWord)
  }

  /// The block of words of an entity with several relationships.
  @inline(__always) final var tieBlock: UnsafeMutablePointer<UInt>? {
    guard tieWord & Self.blockMark != 0 else { return nil }
    return UnsafeMutablePointer(bitPattern: tieWord & ~Self.blockMark)
  }

  /// The word in the object itself, which is the only one of an entity with one relationship: many objects have no
  /// more, and for those a block would take three times the memory of what it holds.
  ///
  /// An object never moves, and its fields lie one after the other, behind two words of Swift's.
  @inline(__always) private final var ownTieWord: UnsafeMutablePointer<UInt> {
    let offset = 48
    return (Unmanaged.passUnretained(self).toOpaque() + offset).assumingMemoryBound(to: UInt.self)
  }

  /// The relationships, to be written to.
  final func realizedTies() -> Ties {
    if let ties { return ties }
    let count = identityTable.plan.pointee.tieCount
    guard count > 1 else { return Ties(at: ownTieWord) }
    let block = UnsafeMutablePointer<UInt>.allocate(capacity: count)
    block.initialize(repeating: 0, count: count)
    tieWord = UInt(bitPattern: block) | Self.blockMark
    return Ties(at: block)
  }

  /// Releases the objects at all other ends: every relationship is a fault again.
  final func forgetTies() {
    reportLoss()
    forgetFetchedValues()
    if tieWord != 0 { ReleaseQueue.dismantle(self) }
  }

  /// Takes out what the relationships hold, for the caller to release: the object refers to nothing before the first
  /// of it goes, whatever that sets off.
  final func takeReferences(
    into references: inout ContiguousArray<Unmanaged<AnyObject>>
  ) -> Unmanaged<AnyObject>? {
    let first = ties?.takeAll(identityTable.plan.pointee.tieCount, into: &references)
    tieBlock?.deallocate()
    tieWord = 0
    return first
  }
}

// One entry of the undo log: sixteen bytes that say what was there before.

/// What was changed, of which object, and how it was before.
///
/// An object is named by its place among those that the manager holds, so an entry needs no reference of
/// its own. Text, data and orders lie in counted blocks, of which the entry owns one reference.
struct UndoRecord {
  /// What took place, and so what `value` means.
  enum Kind: UInt8 {
    /// A function of the user's own; the value is its box.
    case call
    /// The object came into its context.
    case inserted
    /// The object left its context, or is to be removed by a save.
    case deleted
    /// An attribute had the value that lies in the word itself.
    case word
    /// An attribute had no value.
    case absent
    /// An attribute had text or data; the value is its cell.
    case bytes
    /// A to-one relationship led to an object; the value is that object's place, or `noObject`.
    case destination
    /// A to-many relationship gained the object whose place the value is.
    case joined
    /// A to-many relationship lost the object whose place the value is.
    case left
    /// An ordered relationship had the order that the value is.
    case order
    /// A to-many relationship changed, and entries of the objects at the other end say how.
    case members
    /// The context was saved, so that what came before differs from what is stored.
    case saved
  }

  /// In place of an object where there is none.
  static let noObject = UInt32.max

  /// The place of the changed object.
  let subject: UInt32
  private let what: UInt32
  let value: UInt64

  init(
    _ kind: Kind, of subject: UInt32, property: Int = 0, value: UInt64 = 0, isAction: Bool = true
  ) {
    self.subject = subject
    what = UInt32(kind.rawValue) | (isAction ? 16 : 0) | UInt32(truncatingIfNeeded: property) << 5
    self.value = value
  }

  /// What took place.
  ///
  /// Not looked up by its raw value, whose bits are those of the case: every entry is asked several times.
  var kind: Kind { unsafeBitCast(UInt8(truncatingIfNeeded: what & 15), to: Kind.self) }

  /// Whether it counts as an action, and is not one more entry of the same.
  var isAction: Bool { what & 16 != 0 }

  /// The slot of an attribute, or the tie of a relationship.
  var property: Int { Int(what >> 5) }

  /// The other object that the entry names.
  var other: UInt32? {
    switch kind {
    case .destination, .joined, .left:
      let place = UInt32(truncatingIfNeeded: value)
      return place == Self.noObject ? nil : place
    case .call, .inserted, .deleted, .word, .absent, .bytes, .order, .members, .saved: return nil
    }
  }

  /// Whether the value is a counted block, to which the entry owns a reference.
  var ownsBlock: Bool {
    switch kind {
    case .call, .bytes, .order: true
    case .inserted, .deleted, .word, .absent, .destination, .joined, .left, .members, .saved: false
    }
  }

  /// The counted block that the entry owns a reference to.
  var block: Unmanaged<AnyObject>? {
    guard ownsBlock else { return nil }
    return UnsafeRawPointer(bitPattern: UInt(value)).map { Unmanaged.fromOpaque($0) }
  }

  /// How many bytes the block takes.
  var blockBytes: Int {
    guard let block else { return 0 }
    return block._withUnsafeGuaranteedRef { block in
      switch kind {
      case .bytes: unsafeDowncast(block, to: Cell.self).byteCount
      case .order: unsafeDowncast(block, to: FormerOrder.self).byteCount
      default: UndoCall.byteCount
      }
    }
  }
}

/// A function that was registered to be called by an undo.
final class UndoCall {
  static let byteCount = 32
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}

/// The order that the members of a relationship had.
///
/// Serials, not references: an object that left is held by the entry that says so.
final class FormerOrder {
  let serials: ContiguousArray<UInt32>
  /// Whether the order differed from the last save's then.
  let wasReordered: Bool
  /// How many saves there had been.
  let saves: Int

  init(of set: ObjectSet, saves: Int) {
    serials = ContiguousArray(set.objects.map(\.serial))
    wasReordered = set.isReordered
    self.saves = saves
  }

  var byteCount: Int { 80 + serials.capacity * MemoryLayout<UInt32>.stride }
}

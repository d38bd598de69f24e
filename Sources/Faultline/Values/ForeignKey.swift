// The destination of a to-one relationship, in the eight bytes of a slot.

/// A destination's concrete entity and primary key, packed into one word.
///
/// The entity is needed because a destination may be of a subentity, and its object is made, as a
/// fault of the right class, before its row is read.
package struct ForeignKey: Hashable, Sendable {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }

  /// Packs a key; primary keys beyond 47 bits do not occur in stores that open.
  package init(entity: Int, key: Int64) {
    bits = UInt64(truncatingIfNeeded: entity) << 48 | UInt64(bitPattern: key) & 0xFFFF_FFFF_FFFF
  }

  /// Packs the entity and the key of an ID, and leaves its store out.
  init(_ id: ManagedObjectID) { self.init(entity: id.entity.index, key: id.key) }

  /// Whether a number from a file is a key that a row can have: neither nothing, nor beyond 47 bits.
  package static func isKey(_ key: Int64) -> Bool {
    UInt64(bitPattern: key &- 1) < 0x7FFF_FFFF_FFFF
  }

  /// The index of the destination's entity in its model.
  package var entity: Int { Int(bits >> 48) }

  /// The destination's primary key; negative for one that was never saved.
  package var key: Int64 { Int64(bitPattern: bits << 16) >> 16 }
}

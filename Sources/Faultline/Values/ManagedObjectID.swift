// The identity of an object, in every context and on every thread.

public import Foundation
import Synchronization

/// Where a key counts: one store, or the temporary keys of one coordinator.
package final class KeySpace: Sendable {
  /// The store's identifier; nil for the space of temporary keys.
  package let store: UUID?
  /// The position among the spaces of one coordinator, by which identity tables are found.
  let ordinal: Int
  private let opened = Mutex(OpenedStore())

  /// A store that its coordinator keeps.
  private struct OpenedStore: Sendable {
    /// Unsafe, since a weak reference would cost the store a block: the space is closed before the store is released.
    unowned(unsafe) var store: (any PersistentStore)?
  }

  init(_ store: (any PersistentStore)?, ordinal: Int) {
    self.store = store?.identifier
    self.ordinal = ordinal
    if let store { open(store) }
  }

  /// The store, as long as it is open.
  var persistentStore: (any PersistentStore)? { opened.withLock { $0.store } }

  /// Notes that the store was opened, the first time or anew.
  func open(_ store: any PersistentStore) { opened.withLock { $0.store = store } }

  /// Notes that the store is let go.
  func close() { opened.withLock { $0.store = nil } }
}

/// The identity of an object: the one thing about it that may cross threads.
public struct ManagedObjectID: RecordIdentity, Hashable, Sendable, CustomStringConvertible {
  let entity: EntityDescription
  let key: Int64
  let space: KeySpace

  /// The name of the object's own entity.
  public var entityName: String { entity.name }

  /// Whether the object was never saved: a save gives it another, permanent ID.
  public var isTemporaryID: Bool { space.store == nil }

  /// The identifier of the object's store; nil for a temporary ID.
  public var storeIdentifier: String? { space.store?.uuidString }

  /// The entity, as the engine knows it.
  package var ownEntity: EntityDescription { entity }

  /// The store, as the engine knows it.
  package var ownStore: (any PersistentStore)? { space.persistentStore }

  /// The ID as `x-coredata://<store>/<entity>/p<n>`, or `x-coredata:///<entity>/t<UUID>`.
  public func uriRepresentation() -> URL {
    guard let url = URL(string: description) else {
      preconditionFailure("The entity name '\(entityName)' cannot stand in a URL.")
    }
    return url
  }

  /// The text of the URI.
  public var description: String {
    let name =
      entityName.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entityName
    guard let store = space.store else {
      let digits = String(key.magnitude, radix: 16, uppercase: true)
      let padded = String(repeating: "0", count: 12 - min(12, digits.count)) + digits
      return "x-coredata:///\(name)/t00000000-0000-4000-8000-\(padded)"
    }
    return "x-coredata://\(store.uuidString)/\(name)/p\(key)"
  }

  /// Equal when entity, store and key are; a temporary ID counts within its coordinator only.
  public static func == (one: Self, other: Self) -> Bool {
    guard one.key == other.key,
      one.entity === other.entity || one.entity.name == other.entity.name
    else { return false }
    guard let store = one.space.store else { return one.space === other.space }
    return store == other.space.store
  }

  /// Feeds the key: equal IDs of different stores meet only by chance.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The identity of a record.
///
/// What an extension of it declares, a module above the engine may declare with a type of its own.
public protocol RecordIdentity: Sendable {}

extension RecordIdentity where Self == ManagedObjectID {
  /// The object's store, which the ID does not keep; nil for a temporary ID, and once the store is closed
  /// (semantics 28).
  public var persistentStore: (any PersistentStore)? { self.ownStore }
}

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

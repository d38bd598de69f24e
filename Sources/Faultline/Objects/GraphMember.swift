// The members of an object that a module above the engine may declare with types of its own.

/// A member of an object graph.
///
/// What an extension of a protocol declares, a subclass may declare with another type, which a class's own members do not
/// allow. So a module that gives the engine other names can hand out its own entities and contexts.
public protocol GraphMember: AnyObject {}

extension GraphMember where Self: ManagedObject {
  /// The object's own entity.
  @inlinable public var entity: EntityDescription { ownEntity }

  /// The context; nil once it is gone or was reset.
  @inlinable public var managedObjectContext: ManagedObjectContext? { ownContext }

  /// The persistent properties that differ from the last fetch or save, with their new values
  /// (semantics 103).
  ///
  /// A to-many relationship that was changed and not loaded comes as its live collection, which loads it at
  /// the first access.
  public func changedValues() -> [String: Any?] { valuesChanged() }

  /// The values as they were last fetched or saved; nil asks for all persistent properties (semantics 105).
  ///
  /// To-many relationships that are not loaded are left out (semantics 106), and so are those of which only the
  /// context knew, once it is gone. An object that was never saved has no committed values at all.
  public func committedValues(forKeys keys: [String]?) -> [String: Any?] {
    valuesCommitted(forKeys: keys)
  }

  /// The persistent properties that were changed since observers were last notified, with their values before that.
  ///
  /// While observers are being notified, it is about the changes they are notified of. The context copies what it
  /// needs from the first call on; at that first one, an object with unsaved changes from earlier events answers
  /// with all that differs from the last save. Objects that the event inserted had no values (semantics 103).
  public func changedValuesForCurrentEvent() -> [String: Any?] { valuesChangedForCurrentEvent() }

  /// The value of a property without firing: nil while the object is a fault that does not know it.
  public func primitiveValue(forKey key: String) -> Any? { storedValue(forKey: key) }

  /// Sets a property without the context's knowledge (semantics 90, 107).
  ///
  /// It makes no change, notifies no observer and updates no other end of a relationship. A save that writes
  /// the object for another reason writes the value too, which is why `willSave` may set time stamps so.
  public func setPrimitiveValue(_ value: Any?, forKey key: String) {
    setStoredValue(value, forKey: key)
  }

  /// A view of a to-many relationship: what is added or removed through it changes the relationship.
  public func mutableSetValue(forKey key: String) -> MutableObjectSet { objectSet(forKey: key) }

  /// A view of an ordered relationship: what is inserted, moved or removed through it changes it.
  public func mutableOrderedSetValue(forKey key: String) -> MutableOrderedObjectSet {
    orderedObjectSet(forKey: key)
  }
}

extension ManagedObject {
  /// The entity, as the engine knows it.
  @usableFromInline package final var ownEntity: EntityDescription { identityTable.entity }

  /// The context, as the engine knows it.
  @usableFromInline package final var ownContext: ManagedObjectContext? {
    flags.contains(.detached) ? nil : identityTable.link.context
  }
}

// Typed keys for values that may be absent, and for objects at the other end of relationships.

import Synchronization

/// A type whose values an attribute or a to-one relationship holds or does not hold.
///
/// It makes the optional a property's type: `PropertyKey<String?>`, `PropertyKey<Employee?>`.
public protocol AbsentableValue {
  /// The types of attributes that hold such values; none for objects.
  static var attributeTypes: [AttributeType] { get }
  /// The value of the property, if there is one.
  static func value(at place: KeyPlace, of object: ManagedObject) -> Self?
  /// Sets the property to a value.
  static func setValue(_ value: Self, at place: KeyPlace, of object: ManagedObject)
  /// Takes the value of the property away.
  static func removeValue(at place: KeyPlace, of object: ManagedObject)
}

/// A type of values with one that stands for none: 0, false, no text.
public protocol StorableValue: AbsentableValue, PropertyValue {}

extension StorableValue {
  /// Writes the property that a key names.
  @inlinable public static func write(
    _ value: Self, _ key: PropertyKey<Self>, of object: ManagedObject
  ) {
    setValue(value, at: key.place, of: object)
  }
}

extension AbsentableValue {
  /// Takes the value of the attribute away.
  public static func removeValue(at place: KeyPlace, of object: ManagedObject) {
    object.write(.none, at: object.slot(at: place, for: Self?.self))
  }
}

extension Optional: PropertyValue where Wrapped: AbsentableValue {
  /// The types of attributes that hold such values.
  public static var attributeTypes: [AttributeType] { Wrapped.attributeTypes }

  /// The value; nil where there is none.
  @inlinable public static func read(
    _ key: PropertyKey<Wrapped?>, of object: ManagedObject
  ) -> Wrapped? {
    Wrapped.value(at: key.place, of: object)
  }

  /// Sets the value, or takes it away.
  @inlinable public static func write(
    _ value: Wrapped?, _ key: PropertyKey<Wrapped?>, of object: ManagedObject
  ) {
    if let value {
      Wrapped.setValue(value, at: key.place, of: object)
    } else {
      Wrapped.removeValue(at: key.place, of: object)
    }
  }
}

// MARK: - Relationships

extension ManagedObject: AbsentableValue {
  /// No attribute holds objects.
  public static var attributeTypes: [AttributeType] { [] }
}

extension AbsentableValue where Self: ManagedObject {
  /// The object at the other end of a to-one relationship.
  public static func value(at place: KeyPlace, of object: ManagedObject) -> Self? {
    do throws(GraphError) {
      let tie = try object.tie(at: place, isToMany: false, "\(Self?.self)")
      guard let other = try object.destination(tie) else { return nil }
      guard let typed = other as? Self else { throw object.mistyped(place, "\(Self.self)") }
      return typed
    } catch { misuse(error) }
  }

  /// Points a to-one relationship at an object.
  public static func setValue(_ value: Self, at place: KeyPlace, of object: ManagedObject) {
    do throws(GraphError) {
      let tie = try object.tie(at: place, isToMany: false, "\(Self?.self)")
      try object.setDestination(value, tie)
    } catch { misuse(error) }
  }

  /// Points a to-one relationship at no object.
  public static func removeValue(at place: KeyPlace, of object: ManagedObject) {
    do throws(GraphError) {
      let tie = try object.tie(at: place, isToMany: false, "\(Self?.self)")
      try object.setDestination(nil, tie)
    } catch { misuse(error) }
  }
}

extension Set: PropertyValue where Element: ManagedObject {
  /// No attribute holds objects.
  public static var attributeTypes: [AttributeType] { [] }

  /// The members of a to-many relationship.
  public static func read(_ key: PropertyKey<Set>, of object: ManagedObject) -> Set {
    let members: [Element] = object.typedMembers(key.place, "\(Set.self)")
    return Set(members)
  }

  /// Replaces the members of a to-many relationship.
  public static func write(_ value: Set, _ key: PropertyKey<Set>, of object: ManagedObject) {
    do throws(GraphError) {
      let tie = try object.tie(at: key.place, isToMany: true, "\(Set.self)")
      let members: [ManagedObject] = value.sorted { $0.serial < $1.serial }
      try object.setMembers(members, tie)
    } catch { misuse(error) }
  }
}

extension Array: PropertyValue where Element: ManagedObject {
  /// No attribute holds objects.
  public static var attributeTypes: [AttributeType] { [] }

  /// The members of a to-many relationship in their order, or in that in which they joined.
  public static func read(_ key: PropertyKey<Array>, of object: ManagedObject) -> Array {
    object.typedMembers(key.place, "\(Array.self)")
  }

  /// Replaces the members of a to-many relationship.
  public static func write(_ value: Array, _ key: PropertyKey<Array>, of object: ManagedObject) {
    do throws(GraphError) {
      let tie = try object.tie(at: key.place, isToMany: true, "\(Array.self)")
      try object.setMembers(value as [ManagedObject], tie)
    } catch { misuse(error) }
  }
}

extension ManagedObject {
  /// The tie of a key, which is remembered there.
  ///
  /// The type that is wanted comes as words, and those are made for an error alone: its metadata would be looked up at
  /// every access.
  fileprivate final func tie(
    at place: KeyPlace, isToMany: Bool, _ wanted: @autoclosure () -> String
  ) throws(GraphError) -> Int {
    checkQueue(place.name)
    let token = UInt64(identityTable.layout.token)
    let word = place.word.load(ordering: .relaxed)
    if word >> 32 == token { return Int(word & 0xFFFF_FFFF) }
    guard case .relationship(let tie) = try property(place.name),
      identityTable.layout.ties[tie].isToMany == isToMany
    else { throw mistyped(place, wanted()) }
    place.word.store(token << 32 | UInt64(tie), ordering: .relaxed)
    return tie
  }

  fileprivate final func typedMembers<Element: ManagedObject>(
    _ place: KeyPlace, _ wanted: @autoclosure () -> String
  ) -> [Element] {
    do throws(GraphError) {
      var typed: [Element] = []
      for member in try members(tie(at: place, isToMany: true, wanted())).objects {
        guard let element = member as? Element else { throw mistyped(place, wanted()) }
        typed.append(element)
      }
      return typed
    } catch { misuse(error) }
  }
}

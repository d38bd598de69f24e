// Typed names for properties: as short to write as a name, as fast to read as a field.

public import Synchronization

/// A property's name together with the type of its values.
///
/// ```swift
/// enum Keys { static let salary = PropertyKey<Double>("salary") }
/// ada[Keys.salary] += 100
/// ```
/// Make a key once and keep it: it remembers where the property lies.
public struct PropertyKey<T: PropertyValue>: Sendable {
  /// The name of the property.
  public var name: String { place.name }
  @usableFromInline let place: KeyPlace

  /// Makes a key for a property of that name.
  public init(_ name: String) { place = KeyPlace(name) }

  /// Makes a key for a property whose place is remembered elsewhere.
  package init(_ place: KeyPlace) { self.place = place }
}

/// A property's name, and where it was found last: one word, so that threads may share it.
public final class KeyPlace: Sendable {
  /// The name of the property.
  public let name: String
  @usableFromInline let word = Atomic<UInt64>(0)

  /// Makes a place for a property of that name; make it once and keep it.
  public init(_ name: String) { self.name = name }
}

/// A type that a property can have.
public protocol PropertyValue {
  /// The types of attributes that hold such values.
  static var attributeTypes: [AttributeType] { get }
  /// Reads the property that a key names.
  static func read(_ key: PropertyKey<Self>, of object: ManagedObject) -> Self
  /// Writes the property that a key names.
  static func write(_ value: Self, _ key: PropertyKey<Self>, of object: ManagedObject)
}

extension ManagedObject {
  /// The value of a property by its typed key.
  @inlinable public final subscript<T>(key: PropertyKey<T>) -> T {
    get { T.read(key, of: self) }
    set { T.write(newValue, key, of: self) }
  }

  /// The slot of a key in this object's entity.
  @inlinable final func slot<T: PropertyValue>(of key: PropertyKey<T>) -> Int {
    slot(at: key.place, for: T.self)
  }

  /// The slot of a key, or of the key to the same values and none.
  @inlinable final func slot<T: PropertyValue>(at place: KeyPlace, for type: T.Type) -> Int {
    let word = place.word.load(ordering: .relaxed)
    return word >> 32 == UInt64(identityTable.token)
      ? Int(word & 0xFFFF_FFFF) : findSlot(at: place, T.attributeTypes, "\(T.self)")
  }

  /// Looks a key up, and lets it remember what was found.
  @usableFromInline final func findSlot(
    at place: KeyPlace, _ types: [AttributeType], _ wanted: @autoclosure () -> String
  ) -> Int {
    checkQueue(place.name)
    let word = place.word.load(ordering: .relaxed)
    if word >> 32 == UInt64(identityTable.layout.token) { return Int(word & 0xFFFF_FFFF) }
    do throws(GraphError) {
      guard case .attribute(let slot) = try property(place.name),
        let type = identityTable.layout.types[slot], types.contains(type)
      else {
        throw mistyped(place, wanted())
      }
      place.word.store(UInt64(identityTable.layout.token) << 32 | UInt64(slot), ordering: .relaxed)
      return slot
    } catch {
      misuse(error)
    }
  }

  /// What to say when a typed key and the model disagree.
  final func mistyped(_ place: KeyPlace, _ wanted: String) -> GraphError {
    let words =
      switch identityTable.layout.property(named: place.name) {
      case .attribute(let slot): identityTable.layout.types[slot]?.words ?? ""
      case .relationship(let tie) where identityTable.layout.ties[tie].isOrdered:
        "objects in an order"
      case .relationship(let tie): identityTable.layout.ties[tie].isToMany ? "objects" : "an object"
      case nil: "nothing"
      }
    return GraphError(
      .coreData,
      "'\(entity.name).\(place.name)' holds \(words), and its typed key says \(wanted).",
      objectID: objectID, key: place.name)
  }

  /// The bits of a slot of eight bytes, or nil where it is empty.
  @inlinable final func word(at slot: Int) -> UInt64? {
    guard let slots = slots ?? slotsOfFault(toRead: slot) else { return nil }
    return slots[-1 - slot >> 6] & (1 << UInt64(slot & 63)) == 0 ? slots[slot] : nil
  }

  /// Writes eight bytes into a slot of exactly that type, or what a slot of another type makes of a value.
  final func write(
    _ word: UInt64, of type: AttributeType, or value: @autoclosure () -> Value, at slot: Int
  ) {
    guard identityTable.plan.pointee.types[slot] == type else { return write(value(), at: slot) }
    do throws(GraphError) {
      // One test for all: most objects that are written to are changed already, and neither observed nor recorded.
      let marks = flags.intersection([.changed, .touched, .observed, .recorded])
      if marks != [.changed, .touched] {
        guard !flags.contains(.observed) else { return write(value(), at: slot) }
        try beginChange()
        if flags.contains(.recorded) { note(slot: slot) }
      }
      write(word, to: slot)
    } catch {
      misuse(error)
    }
  }

  final func write(_ value: Value, at slot: Int) {
    do throws(GraphError) { try set(value, at: slot) } catch { misuse(error) }
  }
}

/// A class of objects whose properties are read and written by the names of its typed keys.
///
/// ```swift
/// final class Employee: ManagedObject, KeyedObject {
///   struct Keys {
///     let name = PropertyKey<String>("name")
///     let salary = PropertyKey<Double>("salary")
///     let manager = PropertyKey<Employee?>("manager")
///     let reports = PropertyKey<Set<Employee>>("reports")
///   }
///   static let keys = Keys()
/// }
///
/// ada.salary += 100
/// ada.manager?.name
/// ```
@dynamicMemberLookup public protocol KeyedObject: ManagedObject {
  /// The keys, each under the name by which the property is to be known.
  associatedtype Keys: Sendable
  /// The keys, made once.
  static var keys: Keys { get }
}

extension KeyedObject {
  /// The value of the property that one of the keys names.
  @inlinable public subscript<T>(dynamicMember key: KeyPath<Keys, PropertyKey<T>>) -> T {
    get { self[Self.keys[keyPath: key]] }
    set { self[Self.keys[keyPath: key]] = newValue }
  }
}

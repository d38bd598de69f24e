// Relationships as Foundation's mutable sets: each operation goes to the relationship.

import Faultline
import Foundation

/// A to-many relationship as a mutable set.
final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject
  private let members: MutableObjectSet

  init(_ owner: NSManagedObject, _ key: String) {
    self.owner = owner
    members = owner.objectSet(forKey: key)
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) { misuse("A relationship's set is made by its object.") }
  required init?(coder: NSCoder) { nil }
  override init(objects: UnsafePointer<AnyObject>?, count: Int) {
    misuse("A relationship's set is made by its object.")
  }

  override var count: Int { members.count }

  override func member(_ object: Any) -> Any? {
    (object as? ManagedObject).flatMap { members.contains($0) ? $0 : nil }
  }

  override func objectEnumerator() -> NSEnumerator { ListEnumerator(Array(members)) }

  override func add(_ object: Any) {
    if let object = object as? ManagedObject { members.add(object) }
  }

  override func remove(_ object: Any) {
    if let object = object as? ManagedObject { members.remove(object) }
  }

  override func removeAllObjects() {
    for member in Array(members) { members.remove(member) }
  }

  override func addObjects(from array: [Any]) { array.forEach(add) }
  override func union(_ other: Set<AnyHashable>) { other.forEach { add($0.base) } }

  override func minus(_ other: Set<AnyHashable>) { other.forEach { remove($0.base) } }

  override func intersect(_ other: Set<AnyHashable>) {
    for member in Array(members) where !other.contains(member) { members.remove(member) }
  }

  override func setSet(_ other: Set<AnyHashable>) {
    intersect(other)
    union(other)
  }

  override var allObjects: [Any] { Array(members) }
  override func contains(_ anObject: Any) -> Bool { member(anObject) != nil }
  override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: allObjects) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: allObjects) }
}

/// An ordered relationship as a mutable set.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let members: MutableOrderedObjectSet

  init(_ owner: NSManagedObject, _ key: String) {
    self.owner = owner
    members = owner.orderedObjectSet(forKey: key)
    super.init(capacity: 0)
  }

  override init(capacity numItems: Int) { misuse("A relationship's set is made by its object.") }
  required init?(coder: NSCoder) { nil }
  required init(arrayLiteral elements: Any...) {
    misuse("A relationship's set is made by its object.")
  }
  override init(objects: UnsafePointer<AnyObject>?, count: Int) {
    misuse("A relationship's set is made by its object.")
  }

  override var count: Int { members.count }
  override func object(at idx: Int) -> Any { members[idx] }

  override func index(of object: Any) -> Int {
    (object as? ManagedObject).flatMap { members.index(of: $0) } ?? NSNotFound
  }

  override func insert(_ object: Any, at idx: Int) {
    if let object = object as? ManagedObject, !members.contains(object) {
      members.insert(object, at: idx)
    }
  }

  override func removeObject(at idx: Int) { members.remove(members[idx]) }

  override func replaceObject(at idx: Int, with obj: Any) {
    removeObject(at: idx)
    insert(obj, at: idx)
  }

  override func add(_ object: Any) { insert(object, at: count) }

  override func remove(_ object: Any) {
    if let object = object as? ManagedObject { members.remove(object) }
  }

  override func removeAllObjects() { Array(members).forEach { members.remove($0) } }
  override func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }
  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: Array(members)) }
}

/// An enumerator of a list.
private final class ListEnumerator: NSEnumerator {
  private var rest: IndexingIterator<[ManagedObject]>

  init(_ list: [ManagedObject]) { rest = list.makeIterator() }

  override func nextObject() -> Any? { rest.next() }
}

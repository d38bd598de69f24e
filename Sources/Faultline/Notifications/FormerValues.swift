// What objects were like before the current event changed them.

/// Copies of what the current event changes, for questions about what was there before.
///
/// Most events change objects that had no unsaved changes: their rows hold the former values. Only objects with
/// changes from earlier events are copied, and only once a former value was asked for: a program that never asks
/// pays nothing.
struct FormerValues {
  /// An object with unsaved changes, as it was when the event first changed it.
  struct Object {
    let values: Overlay
    /// After the values, which need their layout to be freed, whatever becomes of the context.
    let identityTable: IdentityTable
    /// The to-many relationships that the event has changed since.
    var members: [Int: Members] = [:]
  }

  /// The members of a to-many relationship, as it knew them.
  struct Members {
    let isFault: Bool
    let known: [ForeignKey]
    /// Members that had left a relationship that was not loaded.
    let left: [ForeignKey]

    init(of set: ObjectSet) {
      isFault = set.isFault
      known = set.objects.map(\.foreignKey)
      left = set.pending.removed
    }
  }

  /// An event of which observers are being notified.
  struct ObservedEvent {
    private let lists: [[ManagedObject]]
    fileprivate let objects: [UInt32: Object]
    fileprivate lazy var serials = Set(lists.joined().map(\.serial))

    fileprivate init(_ lists: [NotificationKey: [ManagedObject]], _ objects: [UInt32: Object]) {
      self.lists = [NotificationKey.insertedObjects, .updatedObjects, .deletedObjects].compactMap {
        lists[$0]
      }
      self.objects = objects
    }
  }

  private var objects: [UInt32: Object] = [:]
  private var observed: ObservedEvent?

  // MARK: - Keeping

  /// Copies an object that has unsaved changes and is about to be changed for the first time in the event.
  mutating func keep(_ object: ManagedObject) {
    guard let values = object.detachedValues() else { return }
    objects[object.serial] = Object(values: values, identityTable: object.identityTable)
    // From now on, changes of its members are noted too.
    object.flags.insert(.recorded)
  }

  /// Copies the list of members that an event is about to change for the first time.
  mutating func keep(_ set: ObjectSet, of object: ManagedObject, _ tie: Int) {
    guard objects[object.serial]?.members[tie] == nil else { return }
    objects[object.serial]?.members[tie] = Members(of: set)
  }

  // MARK: - Events

  /// Ends an event: while its observers are being notified, questions are about it and not about the next one.
  ///
  /// It returns the event whose observers are being notified already, to go back to afterwards.
  mutating func beginNotifying(_ lists: [NotificationKey: [ManagedObject]]) -> ObservedEvent? {
    let outer = observed
    observed = ObservedEvent(lists, objects)
    objects = [:]
    return outer
  }

  mutating func endNotifying(_ outer: ObservedEvent?) { observed = outer }

  /// Whether the event has changed an object.
  mutating func mentions(_ object: ManagedObject) -> Bool {
    observed?.serials.contains(object.serial) ?? object.flags.contains(.touched)
  }

  /// An object's former self, if it had unsaved changes before the event.
  subscript(object: ManagedObject) -> Object? { (observed?.objects ?? objects)[object.serial] }

  func showBlocks(to visitor: BlockVisitor) {
    for objects in [objects, observed?.objects ?? [:]] {
      visitor.show(elementsOf: objects, .registry)
      for object in objects.values {
        visitor.show(object.values, .registry)
        object.values.showCells(to: visitor)
        visitor.show(elementsOf: object.members, .registry)
        for members in object.members.values {
          visitor.show(elementsOf: members.known, .registry)
          visitor.show(elementsOf: members.left, .registry)
        }
      }
    }
  }
}

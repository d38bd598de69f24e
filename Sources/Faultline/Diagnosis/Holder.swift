// Why is this object still alive? Every reference to it that the engine knows of.

import CFaultline

/// One strong reference of the engine to an object.
public enum Holder: Sendable, Equatable, CustomStringConvertible {
  /// The context, because the object has unsaved changes (R3).
  case pendingChange
  /// The context, because the object's delete rules were not followed yet.
  case pendingDeletion
  /// The context, until observers are notified that the object is gone.
  case notification
  /// The context, until a save has compared the object with its row.
  case conflictDetection
  /// The context, because it retains registered objects (R4).
  case retainsRegistered
  /// The undo manager, which could take a change of the object back (U1).
  case undo
  /// The undo manager, which could make a change of the object again.
  case redo
  /// The turn's pool, because the object was handed out (L2).
  case pool
  /// A container, with the way to the object in it: an array, a dictionary, a controller, the results of a fetch.
  case container(String)
  /// A realized relationship of another object, or of this one (C1).
  case relationship(owner: ManagedObjectID, name: String)
  /// A fetched property of another object, or of this one, which has found it.
  case fetchedProperty(owner: ManagedObjectID, name: String)

  /// The reason in words.
  public var description: String {
    let (holder, purpose) = words
    return purpose.isEmpty ? holder : "\(holder), \(purpose)"
  }

  /// What holds the object, and what for; the second is empty where the first says it.
  package var words: (holder: String, purpose: String) {
    switch self {
    case .pendingChange: ("the context", "for its unsaved changes")
    case .pendingDeletion: ("the context", "until its delete rules are followed")
    case .notification: ("the context", "until observers are notified that it is gone")
    case .conflictDetection: ("the context", "until the next save detects conflicts")
    case .retainsRegistered: ("the context", "which retains registered objects")
    case .undo: ("the undo manager", "for what can be undone")
    case .redo: ("the undo manager", "for what can be done again")
    case .pool: ("the pool", "until the turn ends")
    case .container(let path): (path, "")
    case .relationship(let owner, let name): ("'\(name)' of \(owner)", "")
    case .fetchedProperty(let owner, let name): ("the fetched '\(name)' of \(owner)", "")
    }
  }
}

extension ManagedObject {
  /// Adds the references that this object's relationships have to another.
  final func appendReferences(to object: ManagedObject, _ holders: inout [Holder]) {
    for (key, found) in fetchedValues {
      let count = found.count { $0 === object }
      holders += repeatElement(.fetchedProperty(owner: objectID, name: key), count: count)
    }
    guard let ties else { return }
    for (index, tie) in identityTable.layout.ties.enumerated() where ties.isRealized(index) {
      let name = tie.relationship.name
      if !tie.isToMany {
        guard ties.destination(index) === object else { continue }
        holders.append(.relationship(owner: objectID, name: name))
      } else if let set = ties.set(index) {
        if set.contains(object) { holders.append(.relationship(owner: objectID, name: name)) }
      }
    }
  }

  /// Visits the objects that fetched properties have found, by the property's name; fires nothing.
  package final func forEachFetched(_ body: (_ name: String, _ object: ManagedObject) -> Void) {
    for (name, found) in fetchedValues { for object in found { body(name, object) } }
  }

  /// How many strong references there are to the object at an address; it must be alive.
  package static func strongReferenceCount(at address: UnsafeMutableRawPointer) -> Int {
    Int(faultline_retain_count(address))
  }
}

extension ContiguousArray<ManagedObject> {
  /// How many strong references there are to each, the list's own included; asked of addresses alone.
  var strongReferenceCounts: ContiguousArray<Int> {
    withUncounted { references in
      ContiguousArray<Int>(references.map { ManagedObject.strongReferenceCount(at: $0.toOpaque()) })
    }
  }

  /// Hands over the same list with none of them counted: a reference and an uncounted one are the same word.
  func withUncounted<Found>(
    _ body: (UnsafeBufferPointer<Unmanaged<ManagedObject>>) -> Found
  ) -> Found {
    withUnsafeBytes { body($0.assumingMemoryBound(to: Unmanaged<ManagedObject>.self)) }
  }
}

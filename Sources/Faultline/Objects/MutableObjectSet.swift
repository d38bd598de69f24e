// A to-many relationship as a collection: live, and both ends are kept true.

extension ManagedObject {
  package final func objectSet(forKey key: String) -> MutableObjectSet {
    MutableObjectSet(owner: self, tie: collection(key, isOrdered: false))
  }

  package final func orderedObjectSet(forKey key: String) -> MutableOrderedObjectSet {
    MutableOrderedObjectSet(owner: self, tie: collection(key, isOrdered: true))
  }

  private func collection(_ key: String, isOrdered: Bool) -> Int {
    do throws(GraphError) {
      guard case .relationship(let tie) = try property(key),
        identityTable.layout.ties[tie].isToMany,
        !isOrdered || identityTable.layout.ties[tie].isOrdered
      else {
        throw GraphError(
          .unsupportedRequest,
          "'\(entity.name).\(key)' is no \(isOrdered ? "ordered" : "to-many") relationship.",
          key: key)
      }
      return tie
    } catch {
      misuse(error)
    }
  }
}

/// A to-many relationship of one object, live.
public struct MutableObjectSet: Sequence {
  let owner: ManagedObject
  let tie: Int

  /// How many members there are.
  public var count: Int { members.count }

  /// Whether an object is a member.
  public func contains(_ object: ManagedObject) -> Bool { members.contains(object) }

  /// Adds an object, and sets the other end of the relationship.
  public func add(_ object: ManagedObject) {
    do throws(GraphError) { try owner.insert(object, tie) } catch { misuse(error) }
  }

  /// Removes an object, and clears the other end of the relationship.
  public func remove(_ object: ManagedObject) {
    do throws(GraphError) { try owner.remove(object, tie) } catch { misuse(error) }
  }

  /// Visits the members in the order in which they joined.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> {
    members.objects.makeIterator()
  }

  private var members: ObjectSet {
    do throws(GraphError) { return try owner.members(tie) } catch { misuse(error) }
  }
}

/// An ordered relationship of one object, live.
public struct MutableOrderedObjectSet: Sequence {
  let owner: ManagedObject
  let tie: Int

  /// How many members there are.
  public var count: Int { members.count }

  /// The member at a place; one that is not there stops with a sentence.
  public subscript(index: Int) -> ManagedObject {
    do throws(GraphError) { return try owner.member(at: index, tie) } catch { misuse(error) }
  }

  /// Whether an object is a member.
  public func contains(_ object: ManagedObject) -> Bool { members.contains(object) }

  /// Where a member stands.
  public func index(of object: ManagedObject) -> Int? { members.index(of: object) }

  /// Adds an object at the end; one that is a member stays where it is.
  public func add(_ object: ManagedObject) {
    do throws(GraphError) { try owner.insert(object, tie) } catch { misuse(error) }
  }

  /// Inserts an object at a place; one that is a member stays where it is, `move` puts it elsewhere.
  public func insert(_ object: ManagedObject, at index: Int) {
    do throws(GraphError) { try owner.insert(object, tie, at: index) } catch { misuse(error) }
  }

  /// Moves a member to another place.
  public func move(from index: Int, to target: Int) {
    do throws(GraphError) { try owner.move(from: index, to: target, tie) } catch { misuse(error) }
  }

  /// Removes a member.
  public func remove(_ object: ManagedObject) {
    do throws(GraphError) { try owner.remove(object, tie) } catch { misuse(error) }
  }

  /// Visits the members in their order.
  public func makeIterator() -> IndexingIterator<[ManagedObject]> {
    members.objects.makeIterator()
  }

  private var members: ObjectSet {
    do throws(GraphError) { return try owner.members(tie) } catch { misuse(error) }
  }
}

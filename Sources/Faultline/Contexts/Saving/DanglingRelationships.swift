// Relationships of which one end was taken back by a refresh, and the other was saved (C4).

/// A relationship whose two ends may not agree, because one of them was refaulted before a save.
public struct DanglingRelationship: Sendable, Equatable, CustomStringConvertible {
  /// The object that was turned into a fault while the relationship had pending changes.
  public let owner: ManagedObjectID
  /// The name of the relationship.
  public let relationship: String
  /// The object at the other end, whose change is still pending or was saved.
  public let other: ManagedObjectID
  /// Whether a save has written the other end since: then the graph is no longer sound.
  public internal(set) var isSaved: Bool

  /// What happened, and what to do about it.
  public var description: String {
    let path = "'\(owner.entityName).\(relationship)'"
    return isSaved
      ? "\(path) of \(owner) was refaulted with changes and the other end, \(other), was saved; "
        + "refresh both and set the relationship again."
      : "\(path) of \(owner) was refaulted with changes that \(other) still has; "
        + "set the relationship again or refresh that object too before the next save."
  }
}

/// The dangers that a context knows of, each once, in the order in which they came up.
struct DanglingRelationships {
  private(set) var all: [DanglingRelationship] = []

  /// Whether a save has to look at some of them.
  var hasDangers: Bool { all.contains { !$0.isSaved } }

  /// Notes that a refresh took one end back.
  mutating func add(_ danger: DanglingRelationship) {
    if !all.contains(danger) { all.append(danger) }
  }

  /// Forgets all but some of them.
  mutating func keep(_ dangers: [DanglingRelationship]) { all = dangers }

  /// Notes that a save has made them true; says how many.
  mutating func confirm() -> Int {
    var count = 0
    for index in all.indices where !all[index].isSaved {
      all[index].isSaved = true
      count += 1
    }
    return count
  }
}

extension ManagedObjectContext {
  /// The relationships of which a refresh took one end back while the other end keeps its change (C4).
  ///
  /// An entry goes when the ends agree again before a save; one that a save has made true stays.
  public var danglingRelationships: [DanglingRelationship] { agenda.dangling.all }

  /// Notes the relationships whose other end loses its counterpart when an object's changes are dropped.
  func noteEndangeredRelationships(of object: ManagedObject) {
    guard let overlay = object.overlay, object.hasRelationshipChanges else { return }
    for (index, tie) in object.identityTable.layout.ties.enumerated()
    where overlay.isChanged(tie: index) {
      guard let inverse = tie.inverse else { continue }
      for other in object.endsTouched(index) where other !== object {
        guard other.overlay?.isChanged(tie: inverse) == true else { continue }
        agenda.dangling.add(
          DanglingRelationship(
            owner: object.objectID, relationship: tie.relationship.name, other: other.objectID,
            isSaved: false))
      }
    }
  }
}

extension SavePipeline {
  /// What the save is about to make true; dangers that are over are forgotten.
  func judgeDanglingRelationships() throws(GraphError) {
    guard context.agenda.dangling.hasDangers else { return }
    var kept: [DanglingRelationship] = []
    for danger in context.agenda.dangling.all {
      let isReal = danger.isSaved ? true : try isReal(danger)
      if isReal { kept.append(danger) }
    }
    context.agenda.dangling.keep(kept)
  }

  /// Whether the ends disagree, and the save would write the one that changed.
  private func isReal(_ danger: DanglingRelationship) throws(GraphError) -> Bool {
    let others = context.identityTable(of: danger.other.entity, in: danger.other.space)
    guard let other = others.anyObject(of: danger.other.key), other.hasChanges else { return false }
    let owner = context.fault(of: danger.owner)
    guard case .relationship(let tie) = try owner.property(danger.relationship),
      let inverse = owner.identityTable.layout.ties[tie].inverse,
      other.overlay?.isChanged(tie: inverse) == true
    else { return false }
    return try owner.leads(to: other, tie) != other.leads(to: owner, inverse)
  }
}

extension ManagedObject {
  /// Every object that a changed relationship has gained or lost, as far as it knows; fires nothing.
  fileprivate final func endsTouched(_ tie: Int) -> [ManagedObject] {
    guard ties != nil else { return [] }
    if identityTable.layout.ties[tie].isToMany {
      guard let set = ties?.set(tie), let context = managedObjectContext else { return [] }
      guard let inverse = identityTable.layout.ties[tie].inverse else { return [] }
      // An object that left a loaded set has noted it, and is among the changed.
      let left = context.changes.list.objects {
        identityTable.layout.ties[tie].accepts($0.identityTable.index)
          && $0.overlay?.isChanged(tie: inverse) == true
          && !set.contains($0) && $0.couldHaveLed(to: self, inverse)
      }
      return set.objects + left
    }
    guard let slot = identityTable.layout.ties[tie].slot else { return [] }
    let former = row?.foreignKey(slot).flatMap { key in
      try? managedObjectContext?.object(at: key, beside: self)
    }
    return [ties?.destination(tie), former].compactMap { $0 }
  }

  /// Whether the last save knew that a relationship leads to an object, as far as is known here.
  private final func couldHaveLed(to object: ManagedObject, _ tie: Int) -> Bool {
    if let slot = identityTable.layout.ties[tie].slot {
      return row?.foreignKey(slot) == object.foreignKey
    }
    return ties?.set(tie)?.hasLost(object) == true
  }

  /// Whether a relationship leads to an object, fault or not.
  fileprivate final func leads(to object: ManagedObject, _ tie: Int) throws(GraphError) -> Bool {
    try realize()
    if identityTable.layout.ties[tie].isToMany {
      if let set = ties?.set(tie) {
        if set.contains(object) { return true }
        if set.hasLost(object) { return false }
      }
      return try members(tie).contains(object)
    }
    return try destination(tie) === object
  }
}

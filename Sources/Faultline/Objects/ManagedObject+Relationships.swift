// Both ends of a relationship, kept true together.

extension ManagedObject {
  // MARK: - Reading

  /// The destination of a to-one relationship: there as a fault as soon as this object is realized.
  package final func destination(_ tie: Int) throws(GraphError) -> ManagedObject? {
    if slots == nil {
      if flags.contains(.partial), let known = try knownDestination(tie) { return known }
      try realize()
    }
    if let ties, ties.isRealized(tie) { return handOut(ties.destination(tie)) }
    let slot = identityTable.plan.pointee.ties[tie].slot
    guard slot >= 0, let slots, !Slots.isEmpty(slots, slot) else { return nil }
    guard !flags.contains(.detached), let context = identityTable.link.uncountedContext else {
      throw noContext()
    }
    let key = ForeignKey(bits: slots[slot])
    let object = try context.withObject { (context) throws(GraphError) in
      Unmanaged.passRetained(try context.object(at: key, beside: self))
    }
    object._withUnsafeGuaranteedRef { reportGain($0, tie) }
    realizedTies().adopt(object, tie)
    return handOut(object.takeUnretainedValue())
  }

  /// The members of a to-many relationship, which is a fault of its own (F9).
  package final func members(_ tie: Int) throws(GraphError) -> ObjectSet {
    try realize()
    let set = membership(tie)
    guard set.isFault else { return set }
    guard let context = managedObjectContext else { throw noContext() }
    let start = EventHook.began(
      .relationship, entity.name, member: identityTable.layout.ties[tie].relationship.name)
    defer {
      let name = identityTable.layout.ties[tie].relationship.name
      EventHook.ended(start, .relationship, "\(entity.name).\(name)", count: set.count)
    }
    let waiting = context.waiting == nil ? nil : try context.filling.waitingMembers(of: self, tie)
    let stored =
      if let waiting { waiting } else { try context.filling.storedMembers(of: self, tie) }
    let members = unclaimed(stored, tie)
    reportGains(members, tie, in: set)
    set.fire(with: members)
    context.statistics.relationshipFaultsFired += 1
    context.note(.relationshipFaultsFired, of: entity)
    return set
  }

  /// Fills a to-many relationship with members that were fetched along with others'.
  final func fire(_ tie: Int, with stored: [ManagedObject]) throws(GraphError) {
    try realize()
    let set = membership(tie)
    guard set.isFault else { return }
    let members = unclaimed(stored, tie)
    reportGains(members, tie, in: set)
    set.fire(with: members)
  }

  /// Those of the stored members whose unsaved to-one side does not lead to another object by now.
  ///
  /// The object that they left here knows that itself; this one may be another, by what was stored elsewhere since.
  final func unclaimed(_ stored: [ManagedObject], _ tie: Int) -> [ManagedObject] {
    guard let inverse = identityTable.layout.ties[tie].inverse,
      identityTable.link.context?.changes.list.count != 0,
      !identityTable.layout.ties[tie].setKind.contains(.linked)
    else { return stored }
    return stored.filter { object in
      guard object.flags.contains(.changed), object.overlay?.isOwn(tie: inverse) == true,
        let ties = object.ties, ties.isRealized(inverse)
      else { return true }
      return ties.destination(inverse) === self
    }
  }

  /// The set of a to-many tie as far as it is known: a fault, unless it was fired.
  private func membership(_ tie: Int) -> ObjectSet {
    if let set = ties?.set(tie) { return set }
    // An object without a row has nothing stored that could be fetched.
    let set = ObjectSet(isFault: row != nil, identityTable.layout.ties[tie].setKind)
    realizedTies().setSet(set, tie)
    return set
  }

  @inline(__always) private func handOut(_ object: ManagedObject?) -> ManagedObject? {
    guard let object, identityTable.link.usesPool else { return object }
    return identityTable.link.context?.handOut(object) ?? object
  }

  /// Whether it has unsaved changes to relationships: dropping those does not change the other ends (C4).
  package final var hasRelationshipChanges: Bool {
    guard let overlay else { return false }
    return identityTable.layout.ties.indices.contains { overlay.isChanged(tie: $0) }
  }

  /// Whether a relationship is not loaded; asking does not load it.
  package final func hasFault(tie: Int) -> Bool {
    guard let ties, ties.isRealized(tie) else { return true }
    guard identityTable.layout.ties[tie].isToMany else { return false }
    return ties.set(tie)?.isFault ?? true
  }

  // MARK: - Writing

  /// Points a to-one relationship at an object, or at none, and keeps the other ends true (N4).
  package final func setDestination(_ object: ManagedObject?, _ tie: Int) throws(GraphError) {
    if let object { try check(object, tie) }
    try setDestination(object, tie, former: try destination(tie))
  }

  /// Points a to-one relationship at what it led to before, as an undo does; hands out only what it replaces.
  final func restoreDestination(_ object: ManagedObject?, _ tie: Int) throws(GraphError) {
    if let object { try check(object, tie) }
    if !isFault, let ties, ties.isRealized(tie), ties.destination(tie) === object {
      return try setDestination(object, tie, former: object)
    }
    try setDestination(object, tie, former: try destination(tie))
  }

  /// Points a to-one relationship at nothing; one that leads nowhere is not changed.
  final func loseDestination(_ tie: Int) throws(GraphError) {
    guard let former = try destination(tie) else { return }
    try setDestination(nil, tie, former: former)
  }

  @inline(__always) private func setDestination(
    _ object: ManagedObject?, _ tie: Int, former: ManagedObject?
  ) throws(GraphError) {
    try point(at: object, tie)
    let inverse = identityTable.plan.pointee.ties[tie].inverse
    guard former !== object, keepsInverses, inverse >= 0 else { return }
    // An object that led to itself by its own inverse does not do so any more, and one whose deletion was saved has no
    // relationships to keep true.
    if let former, !isSameEnd(former, tie), !former.flags.contains(.removed) {
      try former.lose(self, inverse)
    }
    if let object { try object.gain(self, inverse, from: tie) }
  }

  /// Adds an object to a to-many relationship, at a place if it is ordered; nothing happens to a member.
  ///
  /// Where no to-one side records the members, this end is loaded to find them: the other end stays a fault,
  /// and what is noted there is true.
  package final func insert(
    _ object: ManagedObject, _ tie: Int, at index: Int? = nil
  ) throws(GraphError) {
    try check(object, tie)
    if let index { try checkPlace(index, tie) }
    let place = identityTable.layout.ties[tie]
    if place.setKind.contains(.linked), !isSilent {
      guard try !members(tie).contains(object) else { return }
    }
    if let inverse = place.inverse, !isSilent {
      if !object.identityTable.layout.ties[inverse].isToMany {
        guard try object.destination(inverse) !== self else { return }
        // The to-one side knows its former destination, and updates this end.
        try object.setDestination(self, inverse)
        if let index, let now = try members(tie).index(of: object), now != index {
          try move(from: now, to: Swift.min(index, members(tie).count - 1), tie)
        }
        return
      }
      // An object that joins itself is at both ends: what this end notes is noted.
      if !isSameEnd(object, tie) { try object.gain(self, inverse, from: tie) }
    }
    try beginChange()
    add(object, tie, at: index)
  }

  /// Whether an object at the other end of a relationship means this very end: it leads to itself by its own inverse.
  private func isSameEnd(_ object: ManagedObject, _ tie: Int) -> Bool {
    object === self && identityTable.layout.ties[tie].inverse == tie
  }

  /// Whether a member can be put at a place: before an existing one, or after the last.
  private func checkPlace(_ index: Int, _ tie: Int) throws(GraphError) {
    let count = try members(tie).count
    guard !(0...count).contains(index) else { return }
    throw noPlace("place \(index)", tie, count)
  }

  private func noPlace(_ places: String, _ tie: Int, _ count: Int) -> GraphError {
    let name = identityTable.layout.ties[tie].relationship.name
    return GraphError(
      .coreData,
      "'\(entity.name).\(name)' has \(count) members; there is no \(places).",
      objectID: objectID, key: name)
  }

  /// Takes an object out of a to-many relationship.
  package final func remove(_ object: ManagedObject, _ tie: Int) throws(GraphError) {
    if identityTable.layout.ties[tie].setKind.contains(.linked), !isSilent {
      guard try members(tie).contains(object) else { return }
    }
    guard let inverse = identityTable.layout.ties[tie].inverse, !isSilent else {
      return try lose(object, tie)
    }
    guard object.identityTable.layout.ties[inverse].isToMany else {
      if try object.destination(inverse) === self { return try object.setDestination(nil, inverse) }
      // The member may have been read before its parent let it lead here: this end releases it all the same.
      if ties?.set(tie)?.contains(object) == true { try lose(object, tie) }
      return
    }
    try lose(object, tie)
    if !isSameEnd(object, tie) { try object.lose(self, inverse, asTheOtherEnd: true) }
  }

  /// The member at a place of an ordered relationship.
  final func member(at index: Int, _ tie: Int) throws(GraphError) -> ManagedObject {
    let members = try members(tie).objects
    guard members.indices.contains(index) else {
      throw noPlace("place \(index)", tie, members.count)
    }
    return members[index]
  }

  /// Moves a member of an ordered relationship to another place.
  package final func move(from index: Int, to target: Int, _ tie: Int) throws(GraphError) {
    let set = try members(tie)
    guard (0..<set.count).contains(index), (0..<set.count).contains(target) else {
      throw noPlace("place \(index) or no place \(target)", tie, set.count)
    }
    try beginChange()
    if flags.contains(.recorded) { note(membersOf: tie, set) }
    markChanged(tie: tie)
    set.move(from: index, to: target)
    notify(tie)
  }

  /// Puts the members of an ordered relationship into an order of serials; others stand behind them.
  final func arrange(_ serials: ContiguousArray<UInt32>, _ tie: Int) throws(GraphError) {
    let set = try members(tie)
    try beginChange()
    if flags.contains(.recorded) { note(membersOf: tie, set) }
    markChanged(tie: tie)
    if set.arrange(serials, isAsSaved: false) { notify(tie) }
  }

  /// Whether the other end is to learn of a change: not while objects awake (semantics 47).
  private var keepsInverses: Bool { flags.contains(.changed) }

  /// Whether a change of a relationship would be none, since objects awake.
  private var isSilent: Bool {
    !flags.contains(.changed) && managedObjectContext?.changes.suppression.isOn == true
  }

  /// Writes this end only.
  private func point(at object: ManagedObject?, _ tie: Int) throws(GraphError) {
    try beginChange()
    let former = flags.contains(.observed) ? try destination(tie) : nil
    if flags.contains(.recorded) { note(destinationOf: tie) }
    let slot = identityTable.plan.pointee.ties[tie].slot
    if slot >= 0 { write(object?.foreignKey.bits, to: slot) }
    markChanged(tie: tie)
    reportLoss()
    reportGain(object, tie)
    realizedTies().setDestination(object, tie)
    if flags.contains(.observed) { notify(tie, old: former) }
  }

  /// Lets a relationship lead no more to an object, if it is known to lead there; writes this end only.
  ///
  /// Nothing is loaded for that: a fault leads where its row will say.
  final func letGo(of other: ManagedObject, _ tie: Int) throws(GraphError) {
    let leadsThere =
      identityTable.layout.ties[tie].isToMany
      ? ties?.set(tie)?.contains(other) == true : knownDestinations(tie).first === other
    if !isFault, leadsThere { try lose(other, tie) }
  }

  /// Returns whether the to-one relationship of a realized object leads to an object, or to nothing where that is nil.
  ///
  /// It compares keys where the relationship was not followed, so that this object comes to hold no other one.
  final func hasDestination(_ object: ManagedObject?, _ tie: Int) -> Bool {
    if let ties, ties.isRealized(tie) { return ties.destination(tie) === object }
    guard let slot = identityTable.layout.ties[tie].slot, let key = foreignKey(at: slot) else {
      return object == nil
    }
    return (identityTable.link.context?.current(key) ?? key) == object?.foreignKey
  }

  /// Where a relationship leads as far as that is known here; loads nothing and makes no object.
  final func knownDestinations(_ tie: Int) -> [ManagedObject] {
    if let ties, ties.isRealized(tie) {
      return identityTable.layout.ties[tie].isToMany
        ? ties.set(tie)?.objects ?? [] : ties.destination(tie).map { [$0] } ?? []
    }
    guard let slot = identityTable.layout.ties[tie].slot, let key = foreignKey(at: slot) else {
      return []
    }
    return registeredObjects(at: [key])
  }

  /// The registered objects among those that foreign keys of this object's store stand for; makes none.
  final func registeredObjects(at keys: [ForeignKey]) -> [ManagedObject] {
    guard let context = managedObjectContext else { return [] }
    return keys.compactMap { key in
      (try? context.objectID(at: key, beside: self)).flatMap { context.registry.object(of: $0) }
    }
  }

  /// The foreign key in a slot, of the object's values or else of the row beneath it.
  private func foreignKey(at slot: Int) -> ForeignKey? {
    guard let slots, row == nil || overlay?.isOwn(slot: slot) == true else {
      return row?.foreignKey(slot)
    }
    return Slots.isEmpty(slots, slot) ? nil : ForeignKey(bits: slots[slot])
  }

  /// The other end of a relationship that no longer leads here.
  private func lose(
    _ object: ManagedObject, _ tie: Int, asTheOtherEnd isOther: Bool = false
  ) throws(GraphError) {
    guard identityTable.plan.pointee.ties[tie].isToMany else { return try point(at: nil, tie) }
    try beginChange()
    let set = membership(tie)
    if flags.contains(.recorded) { note(membersOf: tie, set) }
    markChanged(tie: tie)
    reportLoss()
    guard set.remove(object, of: self, isSaved: wasSaved(object, asMemberOf: tie)) else { return }
    if flags.contains(.recorded) { note(.left, object, tie, asTheOtherEnd: isOther) }
    notify(tie, removed: [object])
  }

  /// The other end of a relationship that now leads here.
  private func gain(_ object: ManagedObject, _ tie: Int, from back: Int) throws(GraphError) {
    guard identityTable.plan.pointee.ties[tie].isToMany else {
      // One to one: the object that was tied to this one before now has no destination.
      if let former = try destination(tie), former !== object, !former.flags.contains(.removed) {
        try former.point(at: nil, back)
      }
      return try point(at: object, tie)
    }
    try beginChange()
    add(object, tie, asTheOtherEnd: true)
  }

  /// Adds a member to this end only; the object is ready to be written to.
  private func add(
    _ object: ManagedObject, _ tie: Int, at index: Int? = nil, asTheOtherEnd isOther: Bool = false
  ) {
    let set = membership(tie)
    if flags.contains(.recorded) { note(membersOf: tie, set) }
    markChanged(tie: tie)
    reportGain(object, tie)
    guard set.insert(object, at: index, isSaved: wasSaved(object, asMemberOf: tie)) else {
      return
    }
    if flags.contains(.recorded) { note(.joined, object, tie, asTheOtherEnd: isOther) }
    notify(tie, inserted: [object])
  }

  /// Returns whether an object's to-one side led here at the last save; nil where the other end is none.
  private func wasSaved(_ object: ManagedObject, asMemberOf tie: Int) -> Bool? {
    let inverse = identityTable.plan.pointee.ties[tie].inverse
    guard inverse >= 0 else { return nil }
    let slot = object.identityTable.plan.pointee.ties[inverse].slot
    guard slot >= 0 else { return nil }
    guard var key = object.row?.foreignKey(slot) else { return false }
    if key.key < 0, let context = identityTable.link.context { key = context.current(key) }
    return key == foreignKey
  }

  @inline(__always) final func check(_ object: ManagedObject, _ tie: Int) throws(GraphError) {
    // Objects of one context share its link.
    guard identityTable.link === object.identityTable.link, identityTable.link.isWhole,
      !flags.contains(.detached), !object.flags.contains(.detached),
      identityTable.plan.pointee.ties[tie].accepts[object.identityTable.index]
    else { throw misfit(object, tie) }
  }

  /// Why a relationship cannot lead to an object.
  private func misfit(_ object: ManagedObject, _ tie: Int) -> GraphError {
    for end in [self, object] where end.flags.contains(.detached) { return end.noContext() }
    guard let context = managedObjectContext, object.managedObjectContext === context else {
      let relationship = identityTable.layout.ties[tie].relationship
      let path = "\(entity.name).\(relationship.name)"
      return GraphError(
        .coreData,
        "'\(path)' can lead only to an object of the same context; look the object up by its objectID.",
        objectID: objectID, key: relationship.name)
    }
    let relationship = identityTable.layout.ties[tie].relationship
    return GraphError(
      .coreData,
      "'\(entity.name).\(relationship.name)' leads to "
        + "\(relationship.destinationEntityName) objects, "
        + "and one of '\(object.entity.name)' was given.",
      objectID: objectID, key: relationship.name)
  }

  /// How a to-one slot of another object names this one.
  final var foreignKey: ForeignKey { ForeignKey(entity: identityTable.index, key: key) }
}

// Unsaved changes that may change an answer: which objects must be judged as they are now, and not as the
// store has them.

/// The objects of a context that a store cannot judge.
struct PendingChanges {
  /// Saved objects whose rows are not up to date: changed and deleted ones.
  private(set) var outdated: [ManagedObject] = []
  /// Objects to be judged in memory: changed and new ones.
  private(set) var candidates: [ManagedObject] = []
  /// Saved objects whose answer depends on changed ones, by identity table and key.
  private(set) var reached: [(identityTable: IdentityTable, key: Int64)] = []

  /// None.
  init() {}

  var isEmpty: Bool { outdated.isEmpty && candidates.isEmpty && reached.isEmpty }

  /// The rows that the store may judge.
  func trusted(_ question: StoreQuestion) -> StoreQuestion {
    var question = question
    guard !outdated.isEmpty else { return question }
    let outdated = BoundCondition.not(.among(question.own, Self.set(outdated)))
    question.condition = .all((question.condition.map { [$0] } ?? []) + [outdated])
    return question
  }

  /// The same without those that look at changed objects.
  func trustedAlone(_ question: StoreQuestion) -> StoreQuestion {
    var question = trusted(question)
    guard !reached.isEmpty else { return question }
    let others = BoundCondition.not(.among(question.own, reachedSet))
    question.condition = .all((question.condition.map { [$0] } ?? []) + [others])
    return question
  }

  /// The same with the rows of all those that look at changed objects, whatever the store thinks of them.
  func trustedOrReached(_ question: StoreQuestion) -> StoreQuestion {
    var wider = question
    if !reached.isEmpty, let condition = question.condition {
      wider.condition = .any([condition, .among(question.own, reachedSet)])
    }
    return trusted(wider)
  }

  private var reachedSet: ConstantSet {
    ConstantSet(
      reached.map { .object(Identity($0.identityTable.entity, $0.key, $0.identityTable.space)) })
  }

  private static func set(_ objects: [ManagedObject]) -> ConstantSet {
    ConstantSet(objects.map { .object(Identity($0.entity, $0.key, $0.identityTable.space)) })
  }

  /// Finds the objects; the store is asked once if the answer for other objects can depend on changed ones.
  init(_ question: StoreQuestion, in context: ManagedObjectContext) throws(GraphError) {
    let isPlain = question.condition == nil && question.order.isEmpty
    // Changed values matter only to a question that asks for values.
    guard question.includesPendingChanges, context.hasChanges,
      !isPlain || context.insertedObjectCount > 0 || context.deletedObjectCount > 0
    else { return }
    var isMember = [Bool](repeating: false, count: try context.coordinator().entityCount)
    for entity in question.entities { isMember[entity.index] = true }
    // Without uniquing nothing says which object's changes are right (Q2): saved records are as the store has them.
    let believesChanges = context.uniquesObjects
    for object in context.changes.list.objects(where: {
      isMember[$0.identityTable.index] && (believesChanges || $0.isNew)
    }) {
      if let stores = question.stores, let store = object.identityTable.space.store,
        !stores.contains(store)
      {
        continue
      }
      if !object.isNew, !isPlain || object.isDeleted { outdated.append(object) }
      if !object.isDeleted, !isPlain || object.isNew { candidates.append(object) }
    }
    if !isPlain, believesChanges { reached = try reached(question, context) }
  }

  /// Every unchanged object whose answer depends, by saved relationships, on something that has changed.
  ///
  /// A key path that leads there by unsaved relationships begins at an object that has changed itself.
  private func reached(
    _ question: StoreQuestion, _ context: ManagedObjectContext
  ) throws(GraphError) -> [(identityTable: IdentityTable, key: Int64)] {
    var conditions: [BoundCondition] = []
    for reach in QueryReaches(question).all {
      let changed = context.changes.list.objects { object in
        guard !object.isNew, object.entity.isKindOf(entity: reach.path.entity) else { return false }
        guard let overlay = object.overlay, !object.isDeleted else { return true }
        switch reach.property {
        case .attribute(let slot): return overlay.isOwn(slot: slot)
        case .relationship(let tie): return overlay.isOwn(tie: tie)
        }
      }
      if !changed.isEmpty { conditions.append(reach.condition(Self.set(changed))) }
    }
    guard !conditions.isEmpty else { return [] }
    var others = question
    others.order = []
    others.condition = .any(conditions)
    let rows = try context.upstream().fetch(
      trusted(others), from: 0, atMost: 0, withValues: false)
    var reached: [(identityTable: IdentityTable, key: Int64)] = []
    rows.forEachRun { run, places in
      let identityTable = context.identityTable(of: run.entity, in: run.space)
      for place in places { reached.append((identityTable, rows.key(at: place))) }
    }
    return reached
  }
}

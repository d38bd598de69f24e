// A request whose names have found their places: what is put to stores.

import Foundation

/// A request, bound to the model once and put to as many stores as there are.
struct StoreQuestion {
  let entity: EntityDescription
  /// The entities whose objects count, in name order.
  private(set) var entities: [EntityDescription]
  var condition: BoundCondition?
  var order: [BoundSortKey]
  /// The identifiers of the stores that are asked; nil for all.
  let stores: Set<UUID>?
  /// Whether unsaved changes have a say.
  var includesPendingChanges = true
  /// Whether a database may judge the condition in its own way, with a third answer.
  var comparesAsSQL = false
  /// What is read of each row where values are; nil for all of it.
  var part: RowPart?

  /// The object itself, as a term.
  var own: BoundTerm { .object(BoundPath(scope: 0, entity: entity)) }

  /// The same question about some of its entities.
  func about(_ entities: [EntityDescription]) -> StoreQuestion {
    var question = self
    question.entities = entities
    return question
  }

  /// What one store is asked, about those entities that it keeps.
  func query(
    in space: KeySpace, holding kept: [Bool]? = nil, from offset: Int, atMost limit: Int,
    withValues: Bool
  ) -> StoreQuery {
    StoreQuery(
      entities: entities.filter { kept?[$0.index] ?? true }, condition: condition, order: order,
      space: space,
      wantsValues: withValues, part: withValues ? part : nil, offset: offset, limit: limit,
      comparesAsSQL: comparesAsSQL)
  }
}

extension ManagedObjectContext {
  /// Checks a request, and finds what its names stand for.
  func question(_ request: FetchRequest) throws(GraphError) -> StoreQuestion {
    let coordinator = try coordinator()
    let model = coordinator.managedObjectModel
    let entity = try model.entity(named: request.entityName)
    guard request.fetchLimit >= 0, request.fetchOffset >= 0, request.fetchBatchSize >= 0 else {
      throw GraphError(
        .unsupportedRequest,
        "A fetch limit, offset or batch size cannot be negative; 0 means none.")
    }
    try FaultFilling.check(prefetching: request.relationshipKeyPathsForPrefetching, from: entity)
    let family = request.includesSubentities ? model.family(of: entity) : [entity]
    var binder = QueryBinder(entity, .rows) { coordinator.objectID($0) }
    do throws(QueryMistake) {
      let condition = try request.predicate.map { predicate throws(QueryMistake) in
        try binder.condition(predicate.condition)
      }
      var order: [BoundSortKey] = []
      for key in request.sortKeys { order.append(try key.bound(&binder)) }
      return StoreQuestion(
        entity: entity, entities: family.filter { !$0.isAbstract }, condition: condition,
        order: order, stores: request.affectedStores.map { Set($0.map(\.identifier)) },
        includesPendingChanges: request.includesPendingChanges,
        comparesAsSQL: settings.behaviours.contains(.storesCompareAsSQL))
    } catch {
      throw error.error
    }
  }
}

/// The place of an object among its equals: saved before new, by store, entity and key.
struct Standing: Comparable {
  /// The serial of an object that was never saved; 0 for all others.
  let newcomer: UInt32
  /// Whether its key is a temporary one.
  let isTemporary: Bool
  /// The position of its store.
  let space: Int
  /// The position of its entity among those that count.
  let rank: Int
  let key: Int64

  static func < (one: Standing, two: Standing) -> Bool {
    guard one.newcomer == 0, two.newcomer == 0 else { return one.newcomer < two.newcomer }
    // Those that are new to a parent come after all that is stored; their keys fall.
    if one.isTemporary || two.isTemporary {
      return one.isTemporary && two.isTemporary ? one.key > two.key : two.isTemporary
    }
    return (one.space, one.rank, one.key) < (two.space, two.rank, two.key)
  }
}

extension StoreQuestion {
  /// Where each entity stands among those that count, by its index in the model.
  func ranks(entityCount: Int) -> [Int] {
    var ranks = [Int](repeating: 0, count: entityCount)
    for (rank, entity) in entities.enumerated() { ranks[entity.index] = rank }
    return ranks
  }
}

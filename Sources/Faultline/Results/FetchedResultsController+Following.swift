// Following the context: which objects of an event belong to the results, and where (N3).

import Foundation

/// What has happened in a context, as far as a results controller is concerned.
struct ResultsEvent {
  /// The objects that were touched.
  var objects: [ManagedObject] = []
  /// Objects whose rows were changed or removed elsewhere, and which need not be in memory.
  var absent: [MergedObject] = []
  /// Whether their values may have changed; a save changes nothing but IDs and what is derived.
  var isChange = true

  init() {}

  /// The event that observers are notified of.
  init(_ lists: [NotificationKey: [ManagedObject]], merged: [MergedObject]) {
    let keys: [NotificationKey] = [
      .insertedObjects, .updatedObjects, .refreshedObjects, .invalidatedObjects, .deletedObjects,
    ]
    // An object may have been changed and brought up to date.
    var seen: Set<UInt32> = []
    objects = keys.flatMap { lists[$0] ?? [] }.filter { seen.insert($0.serial).inserted }
    let here = Set(objects.map(\.objectID))
    absent = merged.filter { !here.contains($0.id) }
  }
}

extension FetchedResultsController {
  /// Takes in an event, or puts it off until the delegate was notified of the one before.
  func follow(_ event: ResultsEvent) {
    guard list != nil else { return }
    waiting.append(event)
    guard !isNotifying else { return }
    isNotifying = true
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      // What could not be followed now is, together with what comes next; until then the results stay.
      do throws(GraphError) { try take(next) } catch { (failure, isCurrent) = (error, false) }
    }
    waiting = []
    isNotifying = false
  }

  private func take(_ event: ResultsEvent) throws(GraphError) {
    guard list != nil else { return }
    guard let delegate else {
      isCurrent = false
      formerIDs = [:]
      return
    }
    learnNames()
    let reader = try reader()
    let touched = event.objects.filter { reader.concerns($0.objectID) }
    let absent = event.absent.filter { reader.concerns($0.id) }
    let entities = event.objects.map(\.entity) + event.absent.map(\.id.entity)
    let isReached = event.isChange && entities.contains(where: reader.looks)
    guard let old = list,
      isReached || !isCurrent || !touched.isEmpty || !absent.isEmpty || !formerIDs.isEmpty
    else { return }
    failure = nil
    let ids = touched.map { id(of: $0, in: old) }
    let all = Set(ids + absent.map(\.id))
    var new = isReached ? nil : try placed(touched, absent, all, reader)
    var objects: [ManagedObject]? = loadsEverything ? [] : nil
    if new == nil { new = try fetchedAnew(all, reader, loading: &objects) }
    guard let new else { return }
    let named = Dictionary(zip(ids, touched)) { first, _ in first }
    notify(delegate, old: old, new: new, updated: event.isChange ? all : [], named: named)
    withExtendedLifetime(objects) {}
  }

  /// The ID by which an object is known here: one that was never saved may have got another before it left.
  private func id(of object: ManagedObject, in list: ResultsList) -> ManagedObjectID {
    guard object.flags.contains(.detached) || object.isDeleted else { return object.objectID }
    return list.rows.first { $0.newcomer == object.serial }?.id ?? object.objectID
  }

  /// The list with touched objects in their places; nil if these cannot be determined, or if their sections
  /// would not be contiguous there.
  private func placed(
    _ touched: [ManagedObject], _ absent: [MergedObject], _ ids: Set<ManagedObjectID>,
    _ reader: ResultsReader
  ) throws(GraphError) -> ResultsList? {
    guard isCurrent, var old = list else { return nil }
    // All rows have values, or none has.
    if old.rows.first?.values.isEmpty == true {
      _ = try reader.complete(&old.rows, keepingValues: true)
      // Touched objects have their new values by now, and are at their old places.
      let others = old.rows.filter { !ids.contains($0.id) && !$0.isRenamed }
      guard reader.order.agrees(with: others) else { return nil }
      list = old
    }
    let renamed = old.rows.filter { $0.isRenamed && !ids.contains($0.id) }.map(\.id)
    let others = absent.filter { !$0.isGone }.map(\.id) + renamed
    let arrivals = try reader.judged(touched) + reader.judged(others)
    return try? old.replacing(
      ids.union(renamed), with: arrivals, in: reader.order, isSectioned: reader.sectioning != nil)
  }

  /// The list as a fetch finds it now; what a limit has cut off stays off until it is touched (semantics 221).
  private func fetchedAnew(
    _ ids: Set<ManagedObjectID>, _ reader: ResultsReader, loading objects: inout [ManagedObject]?
  ) throws(GraphError) -> ResultsList {
    var rows = try reader.rows(from: 0, atMost: 0, loading: &objects)
    // Objects of which observers were not notified yet come with the next event.
    rows.removeAll { $0.newcomer != 0 && reader.object($0.id).flags.contains(.unannounced) }
    if followedRequest.fetchLimit > 0 || followedRequest.fetchOffset > 0, let list {
      let known = ids.union(list.rows.map(\.id))
      rows.removeAll { !known.contains($0.id) }
    }
    var names = try reader.complete(&rows, keepingValues: true)
    isCurrent = reader.order.agrees(with: rows)
    try sort(&rows, &names, by: reader)
    do throws(OutOfOrderSection) { return try ResultsList(rows, sections: names) } catch {
      (failure, isCurrent) = (broken(error), false)
      return ResultsList(rows, gathering: names ?? [])
    }
  }

  // MARK: - Names

  /// Gives rows the IDs that their objects got since they were looked up last, if their objects still exist.
  func learnNames() {
    forgetDepartedStores()
    managedObjectContext.learnNewKeys()
    guard identityEdition != managedObjectContext.registry.identityEdition else { return }
    identityEdition = managedObjectContext.registry.identityEdition
    var objects: [UInt32: ManagedObject] = [:]
    for object in managedObjectContext.changes.list.objects(where: \.isNew) {
      objects[object.serial] = object
    }
    rename { row in
      row.newcomer == 0 ? managedObjectContext.current(row.id) : objects[row.newcomer]?.objectID
    }
  }

  /// Takes in a save: new objects are new no more, and what stores derive is known.
  func follow(_ saved: SavedObjects) {
    guard list != nil else { return }
    identityEdition = managedObjectContext.registry.identityEdition
    let objects = Dictionary(saved.inserted.map { ($0.serial, $0) }) { first, _ in first }
    rename { row in
      if row.newcomer != 0, let object = objects[row.newcomer] {
        row.newcomer = 0
        row.isRenamed = true
        return object.objectID
      }
      return managedObjectContext.current(row.id)
    }
    var event = ResultsEvent()
    let derivations = managedObjectContext.persistentStoreCoordinator?.managedObjectModel
      .derivations
    event.objects = (saved.inserted + saved.updated).filter {
      derivations?.derives($0.entity) == true
    }
    if !saved.derived.isEmpty {
      let known = Set(event.objects)
      event.objects += saved.derived.filter { !known.contains($0) }
    }
    event.isChange = !event.objects.isEmpty
    follow(event)
  }

  private func rename(_ name: (inout ResultsRow) -> ManagedObjectID?) {
    guard var rows = list?.rows else { return }
    list?.rows = []
    var isChanged = false
    for place in rows.indices where rows[place].newcomer != 0 || rows[place].id.isTemporaryID {
      let former = rows[place].id
      guard let id = name(&rows[place]), id != former else { continue }
      rows[place].id = id
      rows[place].isRenamed = true
      formerIDs[id] = formerIDs.removeValue(forKey: former) ?? former
      isChanged = true
    }
    list?.rows = rows
    if isChanged { renewObjects() }
  }
}

// Notifying the delegate: of each change, or of all of them at once.
extension FetchedResultsController {
  /// Replaces the old list by a new one, and notifies the delegate in the form that it asks for.
  func notify(
    _ delegate: any FetchedResultsControllerDelegate, old: ResultsList, new: ResultsList,
    updated: Set<ManagedObjectID>, named: [ManagedObjectID: ManagedObject]
  ) {
    let changes = ResultsChanges(from: old, to: new, updated: updated)
    let former = formerIDs
    formerIDs = [:]
    guard !changes.isEmpty || !former.isEmpty else { return install(new, changes) }
    switch delegate {
    case let delegate as any FetchedResultsSnapshotDelegate:
      install(new, changes)
      delegate.controller(
        self, didChangeContentWith: FetchedResultsSnapshot(new, reloaded: updated))
    case let delegate as any FetchedResultsDifferenceDelegate where sectionNameKeyPath == nil:
      install(new, changes)
      let difference = ResultsDifference(changes, from: old, to: new, former: former)
      delegate.controller(self, didChangeContentWith: difference.value)
    default:
      guard !changes.isEmpty else { return install(new, changes) }
      notifyEach(changes, delegate, old: old, new: new, named: named)
    }
  }

  private func notifyEach(
    _ changes: ResultsChanges, _ delegate: any FetchedResultsControllerDelegate,
    old: ResultsList, new: ResultsList, named: [ManagedObjectID: ManagedObject]
  ) {
    delegate.controllerWillChangeContent(self)
    let before = changes.deletedSections.isEmpty ? nil : fetchedObjects
    install(new, changes)
    for number in changes.deletedSections {
      guard let before else { break }
      delegate.controller(
        self, didChange: info(old.sections[number], before), atSectionIndex: number, for: .delete)
    }
    for number in changes.insertedSections {
      guard let objects = fetchedObjects else { break }
      delegate.controller(
        self, didChange: info(new.sections[number], objects), atSectionIndex: number, for: .insert)
    }
    for change in changes.objects {
      delegate.controller(
        self, didChange: named[change.id] ?? managedObjectContext.object(with: change.id),
        at: change.old, for: change.kind, newIndexPath: change.new)
    }
    delegate.controllerDidChangeContent(self)
  }

  /// From here on the results are the new ones.
  private func install(_ new: ResultsList, _ changes: ResultsChanges) {
    list = new
    if !changes.keepsPlaces { renewObjects() }
  }
}

/// The changes of a list without sections as a difference of IDs.
struct ResultsDifference {
  private(set) var value: CollectionDifference<ManagedObjectID>

  /// `former` has the earlier IDs of objects that have got other ones.
  init(
    _ changes: ResultsChanges, from old: ResultsList, to new: ResultsList,
    former: [ManagedObjectID: ManagedObjectID]
  ) {
    var single: [CollectionDifference<ManagedObjectID>.Change] = []
    func add(_ id: ManagedObjectID, _ old: Int?, _ new: Int?) {
      if let old {
        single.append(.remove(offset: old, element: former[id] ?? id, associatedWith: new))
      }
      if let new { single.append(.insert(offset: new, element: id, associatedWith: old)) }
    }
    for change in changes.objects { add(change.id, change.old?.item, change.new?.item) }
    if !former.isEmpty {
      let reported = Set(changes.objects.map(\.id))
      var places: [ManagedObjectID: Int] = [:]
      for (place, row) in old.rows.enumerated() where former[row.id] != nil {
        places[row.id] = place
      }
      for (place, row) in new.rows.enumerated()
      where former[row.id] != nil && !reported.contains(row.id) {
        add(row.id, places[row.id], place)
      }
    }
    guard let difference = CollectionDifference(single) else {
      preconditionFailure("Every place of a list is left, and come to, once at most.")
    }
    value = difference
  }
}

extension ResultsChanges {
  /// Whether every object has kept its place.
  var keepsPlaces: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty
      && objects.allSatisfy { $0.kind == .update }
  }
}

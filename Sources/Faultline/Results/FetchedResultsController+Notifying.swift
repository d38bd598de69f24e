// Notifying the delegate: of each change, or of all of them at once.

import Foundation

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

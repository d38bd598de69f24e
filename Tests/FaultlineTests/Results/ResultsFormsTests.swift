// The two forms in which a delegate receives all changes at once.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct ResultsFormsTests {
  /// Semantics 219.
  @Test func `a delegate of snapshots receives nothing else`() throws {
    let office = try Office()
    let ada = office.employ("Ada", grade: "A")
    let bob = office.employ("Bob", grade: "B")
    try office.context.save()
    let keeper = SnapshotKeeper()
    let controller = try office.controller(
      by: [SortKey("notes"), SortKey("name")], sections: "notes")
    controller.delegate = keeper
    ada.setValue("B", forKey: "notes")
    let cyd = office.employ("Cyd", grade: "C")
    office.context.processPendingChanges()
    let snapshot = try #require(keeper.snapshots.last)
    #expect(keeper.snapshots.count == 1 && keeper.others == 0)
    #expect(snapshot.sectionIdentifiers == ["B", "C"])
    #expect(snapshot.itemIdentifiers(inSection: "B") == [ada.objectID, bob.objectID])
    #expect(snapshot.itemIdentifiers(inSection: "C") == [cyd.objectID])
    #expect(snapshot.itemIdentifiers(inSection: "A") == [])
    #expect(snapshot.itemIdentifiers == [ada, bob, cyd].map(\.objectID))
    #expect(snapshot.reloadedItemIdentifiers == [ada, cyd].map(\.objectID))
    #expect(snapshot.numberOfItems == 3 && snapshot.numberOfSections == 2)
    // A save gives new objects other IDs, and so another snapshot.
    try office.context.save()
    #expect(keeper.snapshots.count == 2)
    #expect(keeper.snapshots.last?.itemIdentifiers == [ada, bob, cyd].map(\.objectID))
    #expect(keeper.snapshots.last?.reloadedItemIdentifiers == [])
    #expect(keeper.snapshots.last != snapshot)
  }

  /// Semantics 219.
  @Test func `a delegate of differences receives nothing else, and only without sections`() throws {
    let office = try Office()
    let staff = ["Ada", "Bob", "Cyd"].map { office.employ($0, grade: "A") }
    try office.context.save()
    let keeper = DifferenceKeeper()
    let controller = try office.controller()
    keeper.ids = staff.map(\.objectID)
    controller.delegate = keeper
    staff[0].setValue("Zoe", forKey: "name")
    staff[1].setValue(7, forKey: "salary")
    office.context.delete(staff[2])
    let dan = office.employ("Dan")
    office.context.processPendingChanges()
    #expect(keeper.complaints == [] && keeper.others == 0)
    #expect(keeper.ids == [staff[1], dan, staff[0]].map(\.objectID))
    let difference = try #require(keeper.differences.last)
    let moves = difference.insertions.compactMap { change -> String? in
      guard case .insert(let new, _, let old?) = change else { return nil }
      return "\(old) → \(new)"
    }
    #expect(moves == ["1 → 0", "0 → 2"])
    // A save gives a new object another ID.
    try office.context.save()
    #expect(keeper.complaints == [])
    #expect(keeper.ids == [staff[1], dan, staff[0]].map(\.objectID))
    #expect(keeper.differences.count == 2)

    let sectioned = try office.controller(
      by: [SortKey("notes"), SortKey("name")], sections: "notes")
    sectioned.delegate = keeper
    staff[1].setValue("B", forKey: "notes")
    office.context.processPendingChanges()
    // One from the controller without sections, and the single calls from the other one.
    #expect(keeper.differences.count == 3)
    #expect(keeper.others == 2)
  }

  @Test func `a delegate may give the titles of sections`() throws {
    let office = try Office()
    office.employ("Ada", grade: "alpha")
    let controller = try office.controller(
      by: [SortKey("notes"), SortKey("name")], sections: "notes")
    #expect(controller.sectionIndexTitles == ["A"])
    let titles = Titles()
    controller.delegate = titles
    #expect(controller.sectionIndexTitles == ["α"])
    #expect(controller.sections?.first?.indexTitle == "α")
  }
}

/// Gives Greek titles.
private final class Titles: FetchedResultsControllerDelegate {
  func controller(
    _ controller: FetchedResultsController, sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    sectionName == "alpha" ? "α" : nil
  }
}

// An object that was changed once: an undo leaves it as its row is, and only if that is what the change found (U6).

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct UndoneToRowTests {
  /// U6: an undo leaves the row, an entry for the way back, and a notification.
  ///
  /// The overlay of an object that was changed once is taken off; one that is observed is written to.
  @Test(arguments: [false, true])
  func `one change is taken back to the row and done again`(isObserved: Bool) throws {
    let office = try Office(undo: true)
    let ada = office.hire("Ada")
    ada.setValue(3.5, forKey: "salary")
    try office.context.save()
    let manager = try #require(office.context.undoManager)
    manager.removeAllActions()
    let observation = isObserved ? ada.observe("salary") { _, _ in } : nil
    let listener = Listener()
    listener.listen(to: ManagedObjectContext.didChangeObjectsNotification, of: office.context) {
      $0.summary
    }
    for salary in [7.0, nil] {
      office.context.turn { ada.setValue(salary, forKey: "salary") }
      for _ in 0..<2 {
        office.context.undo()
        office.context.processPendingChanges()
        #expect(listener.received.last == "updated: Ada")
        #expect(ada.value(forKey: "salary") as? Double == 3.5)
        #expect(!ada.hasChanges && !office.context.hasChanges)
        #expect(manager.undoActionCount == 0 && manager.redoActionCount == 1)
        #expect(manager.undoObjectCount == 0 && manager.redoObjectCount == 1)
        office.context.redo()
        #expect(ada.value(forKey: "salary") as? Double == salary)
        #expect(manager.undoActionCount == 1 && manager.redoActionCount == 0)
        #expect(manager.undoObjectCount == 1 && manager.redoObjectCount == 0)
        #expect(office.context.invariantViolations(full: true) == [])
      }
      office.context.undo()
      office.context.processPendingChanges()
    }
    // For each salary the change, two undos, two redos and the last undo.
    #expect(listener.count == 12)
    withExtendedLifetime(observation) {}
  }

  /// U6: what was there before the change comes back, also where the row beneath is another by now.
  @Test func `one change of a row that others changed is taken back to what it was`() throws {
    let office = try Office(undo: true)
    let ada = office.hire("Ada")
    ada.setValue(3.5, forKey: "salary")
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    office.context.turn { ada.setValue(7.0, forKey: "salary") }
    let annex = try Office(on: office.coordinator)
    try annex.staff()[0].setValue(5.0, forKey: "salary")
    try annex.context.save()
    office.context.refresh(ada, mergeChanges: true)
    office.context.undo()
    #expect(ada.value(forKey: "salary") as? Double == 3.5)
    #expect(ada.hasChanges)
    office.context.redo()
    #expect(ada.value(forKey: "salary") as? Double == 7)
    #expect(office.context.invariantViolations(full: true) == [])
  }
}

// Objects without a context: each says what it has left its context for, and what can be done.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct LeavingTests {
  private static let isDeleted = "was deleted, and its deletion was saved; "
  private static let isTakenBack = "was never saved, and its insertion was taken back; "

  /// What an object says when it is touched.
  private func complaint(_ object: ManagedObject) -> String {
    let error = #expect(throws: GraphError.self) { try object.realize() }
    return (error?.message ?? "").replacing("\(object.objectID) ", with: "")
  }

  /// Semantics 16, 123.
  @Test func `an object whose deletion was saved says so`() throws {
    let office = try Office()
    let ada = office.hire("Ada")
    try office.context.save()
    office.context.delete(ada)
    try office.context.save()
    #expect(complaint(ada) == Self.isDeleted + "let go of it with the save.")
    let error = #expect(throws: GraphError.self) { try office.context.deleting(ada) }
    #expect(error?.message == "\(ada.objectID) " + Self.isDeleted + "let go of it with the save.")
    let tie = #expect(throws: GraphError.self) {
      guard case .relationship(let tie) = try office.hire("Eve").property("manager") else { return }
      try office.hire("Eve").setDestination(ada, tie)
    }
    #expect(tie?.message == error?.message)
  }

  @Test func `an object that an undo can bring back says how`() throws {
    let office = try Office(undo: true)
    let ada = office.context.turn { office.hire("Ada") }
    office.context.turn { office.context.undo() }
    #expect(complaint(ada) == Self.isTakenBack + "undo or redo that before you use it again.")
    office.context.turn { office.context.redo() }
    try office.context.save()
    office.context.turn { office.context.delete(ada) }
    try office.context.save()
    #expect(complaint(ada) == Self.isDeleted + "undo the deletion before you use it again.")
    office.context.turn { office.context.undo() }
    #expect(ada.value(forKey: "name") as? String == "Ada")
    try office.context.save()
    office.context.delete(ada)
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    #expect(complaint(ada) == Self.isDeleted + "let go of it with the save.")
  }

  @Test(arguments: [true, false])
  func `an object that was never saved says so`(isRolledBack: Bool) throws {
    let office = try Office()
    let ada = office.hire("Ada")
    if isRolledBack {
      office.context.rollback()
    } else {
      office.context.delete(ada)
      office.context.processPendingChanges()
    }
    #expect(complaint(ada) == Self.isTakenBack + "insert a new object.")
  }

  /// A fault that has outlived its context.
  private func orphan() throws -> ManagedObject {
    let office = try Office()
    return office.context.object(with: try office.employed("Eve"))
  }

  /// Semantics 16, 17.
  @Test func `an object of a reset context and one without a context say so`() throws {
    #expect(
      complaint(try orphan())
        == "has no context any more; keep the context as long as its objects are used.")
    let office = try Office()
    let grace = office.hire("Grace")
    office.context.reset()
    #expect(complaint(grace) == "was invalidated when its context was reset; fetch it again.")
  }
}

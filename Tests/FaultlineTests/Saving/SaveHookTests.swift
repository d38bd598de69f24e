// The methods of a class that a save calls, and what they may do.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct SaveHookTests {
  private func makeClerk() throws -> (ManagedObjectContext, Clerk) {
    let model = try companyModel()
    model.register(Clerk.self, forEntityNamed: "Employee")
    let context = try makeContext(model)
    return (context, try #require(context.insertNewObject(forEntityName: "Employee") as? Clerk))
  }

  /// Semantics 95, 96: what is changed there is saved along, and prepared once more.
  @Test func `willSave may change the object, and is called until it does not`() throws {
    let (context, clerk) = try makeClerk()
    clerk.wanted = ["checked"]
    try context.save()
    #expect(clerk.diary == ["will save", "will save", "did save"])
    #expect(clerk.value(forKey: "notes") as? String == "checked")
    #expect(!context.hasChanges)
  }

  @Test func `a willSave that never rests is an error`() throws {
    let (context, clerk) = try makeClerk()
    clerk.isRestless = true
    let error = try #require(throws: GraphError.self) { try context.save() }
    #expect(
      error.message
        == "willSave changes its object each time anew; set a value only where it differs.")
    #expect(clerk.isInserted)
  }

  /// Semantics 97: deletions too.
  @Test func `a deleted object is notified of its last save`() throws {
    let (context, clerk) = try makeClerk()
    try context.save()
    clerk.diary = []
    context.delete(clerk)
    try context.save()
    #expect(clerk.diary == ["will be deleted", "will save", "did save"])
  }

  /// Semantics 98.
  @Test func `what didSave changes is for the next save`() throws {
    let (context, clerk) = try makeClerk()
    clerk.note = "after the save"
    try context.save()
    #expect(context.hasChanges)
    #expect(clerk.isUpdated)
    clerk.note = nil
    try context.save()
    #expect(!context.hasChanges)
  }
}

/// An employee who writes down what happens, and changes itself when it is asked to.
private final class Clerk: ManagedObject {
  var diary: [String] = []
  /// Notes to be taken one after the other, one a call.
  var wanted: [String] = []
  var isRestless = false
  var note: String?

  override func prepareForDeletion() { diary.append("will be deleted") }

  override func willSave() {
    diary.append("will save")
    if isRestless { setValue(Double(diary.count), forKey: "salary") }
    if !wanted.isEmpty { setValue(wanted.removeFirst(), forKey: "notes") }
  }

  override func didSave() {
    diary.append("did save")
    if let note { setValue(note, forKey: "notes") }
  }
}

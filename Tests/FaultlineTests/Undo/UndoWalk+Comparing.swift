// The context beside its ledger, after each step of the walk.

import Faultline
import FaultlineTestSupport

extension UndoWalk {
  /// What is not as the ledger has it, if anything.
  func difference() -> String? {
    if let violation = context.invariantViolations(full: true).first { return violation }
    guard let undoManager = context.undoManager else { return "The undo manager is gone." }
    let counts = (undoManager.undoGroupCount, undoManager.redoGroupCount)
    guard counts == (ledger.undoCount, ledger.redoCount) else {
      return "\(counts) groups instead of \((ledger.undoCount, ledger.redoCount))"
    }
    if ledger.isAtSave,
      let dirty =
        (context.updatedObjects + context.insertedObjects
        + context.deletedObjects).first
    {
      return "\(name(of: dirty)) has changes, and all of them were taken back."
    }
    for number in ledger.now.people.keys.sorted() {
      if let complaint = difference(of: number) { return complaint }
    }
    return tasks(differFrom: ledger.now) ?? notesDiffer() ?? presence()
  }

  private func difference(of number: Int) -> String? {
    guard let expected = ledger.now.people[number], let person = people[number] else {
      return "Person \(number) is not known."
    }
    guard person.managedObjectContext === context, !person.isDeleted else {
      return "Person \(number) is not there."
    }
    let manager = (person.value(forKey: "manager") as? ManagedObject).map { name(of: $0) }
    let found = [
      person.value(forKey: "name") as? String ?? "",
      "\(person.value(forKey: "salary") as? Double ?? -1)", manager ?? "",
      person.mutableOrderedSetValue(forKey: "tasks").map { name(of: $0) }.joined(separator: " "),
      person.mutableSetValue(forKey: "friends").map { name(of: $0) }.sorted()
        .joined(separator: " "),
    ]
    let friends = ledger.now.friends.filter { $0.contains(number) }
      .map { "Person \($0[0] == number ? $0[1] : $0[0])" }
    let wanted = [
      expected.name, "\(expected.salary ?? -1)", expected.manager.map { "Person \($0)" } ?? "",
      expected.tasks.map { "Task \($0)" }.joined(separator: " "),
      friends.sorted().joined(separator: " "),
    ]
    guard found == wanted else { return "Person \(number) is \(found), not \(wanted)." }
    guard !ledger.now.differs(from: ledger.saved, person: number) || person.hasChanges else {
      return "Person \(number) differs from the save and has no changes."
    }
    return nil
  }

  private func tasks(differFrom state: UndoLedgerState) -> String? {
    for (number, title) in state.tasks.sorted(by: { $0.key < $1.key }) {
      guard let task = tasks[number], task.managedObjectContext === context, !task.isDeleted,
        task.value(forKey: "title") as? String == title
      else { return "Task \(number) is not there, or not itself." }
    }
    return nil
  }

  /// Saved notes are in the stores that were chosen for them.
  private func notesDiffer() -> String? {
    for (number, store) in ledger.now.notes.sorted(by: { $0.key < $1.key }) {
      guard let note = notes[number], note.managedObjectContext === context, !note.isDeleted,
        note.value(forKey: "number") as? Int == number
      else { return "Note \(number) is not there, or not itself." }
      if !note.isInserted, note.objectID.persistentStore !== stores[store] {
        return "Note \(number) is not in store \(store)."
      }
    }
    return nil
  }

  /// New where the save does not know of it, to be removed where only the save does.
  private func presence() -> String? {
    for (number, person) in people.sorted(by: { $0.key < $1.key }) {
      let isSaved = ledger.saved.people[number] != nil
      let isThere = ledger.now.people[number] != nil
      let isRegistered = person.managedObjectContext === context
      let found = (person.isInserted, person.isDeleted && isRegistered, isRegistered)
      let wanted = (isThere && !isSaved, !isThere && isSaved, isThere || isSaved)
      guard found == wanted else {
        return "Person \(number) is (inserted, deleted, registered) \(found), not \(wanted)."
      }
    }
    return nil
  }

  private func name(of object: ManagedObject) -> String {
    "\(object.entity.name) \(object.value(forKey: "number") as? Int ?? 0)"
  }
}

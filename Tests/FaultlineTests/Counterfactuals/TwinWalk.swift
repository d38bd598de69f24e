// A walk without uniquing: several objects for a record are changed, refreshed, deleted and saved.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// A few records with many objects each; a save must be refused just when they contradict each other.
final class TwinWalk {
  private let context: ManagedObjectContext
  private var random: SplitMix64
  private var held: [ManagedObject] = []
  private var diary: [String] = []
  /// Saves that were carried out, and saves that were refused for a contradiction.
  private(set) var (saved, refused) = (0, 0)

  init(seed: UInt64, on coordinator: PersistentStoreCoordinator) throws {
    random = SplitMix64(seed: seed)
    context = try makeContext(on: coordinator, pool: seed % 2 == 0, undo: seed % 3 == 0)
    try context.setUniquesObjects(false)
    for name in ["Ada", "Grace", "Lin"] {
      context.insertNewObject(forEntityName: "Employee").setValue(name, forKey: "name")
    }
    try context.save()
  }

  /// Takes steps until something is wrong; says what, or nothing after the last step.
  func run(steps: Int) throws -> String? {
    for step in 1...steps {
      let mark = context.beginTurn()
      let complaint = try takeStep()
      try context.endTurn(mark)
      let complaints = [complaint].compactMap { $0 } + context.invariantViolations(full: true)
      guard complaints.isEmpty else {
        return "step \(step): \(complaints); " + diary.suffix(25).joined(separator: ", ")
      }
    }
    return nil
  }

  private func takeStep() throws -> String? {
    switch number(below: 20) {
    case 0..<5: held += try context.fetch(FetchRequest(entityName: "Employee"))
    case 5..<9: change { $0.setValue(Double(number(below: 2)), forKey: "salary") }
    case 9..<11: relate()
    case 11..<13: change { context.refresh($0, mergeChanges: number(below: 2) == 0) }
    case 13..<14: change { context.delete($0) }
    case 14..<15:
      if number(below: 8) == 0 { _ = context.insertNewObject(forEntityName: "Employee") }
    case 15..<16: context.undoManager?.undo()
    case 16..<17: held.removeAll { _ in number(below: 2) == 0 }
    case 17..<18: if number(below: 10) == 0 { context.rollback() }
    default: return try save()
    }
    return nil
  }

  private func change(_ body: (ManagedObject) -> Void) {
    held.removeAll { $0.managedObjectContext == nil || $0.isDeleted }
    guard !held.isEmpty else { return }
    let object = held[number(below: held.count)]
    diary.append("change \(object.registrationNumber)")
    body(object)
  }

  private func relate() {
    change { object in
      let other = number(below: 3) == 0 ? nil : held[number(below: held.count)]
      object.setValue(other, forKey: "manager")
    }
  }

  /// Saves; a refusal must have a reason, and so must none.
  private func save() throws -> String? {
    context.processPendingChanges()
    let contradicts = contradicts()
    diary.append("save \(contradicts)")
    do {
      try context.save()
      saved += 1
      return contradicts ? "objects that contradict each other were saved" : nil
    } catch {
      let isContradiction =
        error.code == .save && (error.detailed.first ?? error).message.contains("(Q2)")
      if isContradiction { refused += 1 }
      context.rollback()
      // What another object of the record has saved or deleted is a conflict, or leads to an object that is gone.
      let usual: [GraphError.Code] = [.merge, .managedObjectValidation, .validationMultipleErrors]
      if usual.contains(error.code) { return nil }
      return isContradiction == contradicts ? nil : "refused: \(error.description)"
    }
  }

  /// Whether two changed objects of a record do not look alike.
  private func contradicts() -> Bool {
    var seen: [ManagedObjectID: String] = [:]
    for object in context.updatedObjects + context.deletedObjects {
      let manager = (object.value(forKey: "manager") as? ManagedObject)?.objectID
      let salary = object.value(forKey: "salary") as? Double
      let name = object.value(forKey: "name") as? String
      let words =
        object.isDeleted
        ? "deleted" : "\(name ?? "") \(salary ?? -1) \(manager?.description ?? "")"
      if let former = seen[object.objectID], former != words { return true }
      seen[object.objectID] = words
    }
    return false
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}

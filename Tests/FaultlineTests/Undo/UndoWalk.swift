// A walk through everything that undo meets, beside a ledger that does the same in maps.

import Faultline
import FaultlineTestSupport

/// A context and its ledger, walked at random.
final class UndoWalk {
  let context: ManagedObjectContext
  private var ledger: UndoLedger
  private var random: SplitMix64
  /// Everybody who was ever there and may be again, by number.
  private var people: [Int: ManagedObject] = [:]
  private var tasks: [Int: ManagedObject] = [:]
  private var lastNumber = 0

  init(seed: Int) throws {
    random = SplitMix64(seed: UInt64(seed))
    context = try makeContext(try Self.model(), undo: true)
    ledger = UndoLedger(levels: seed.isMultiple(of: 3) ? 5 : 0)
    context.undoManager?.levelsOfUndo = ledger.levels
    context.retainsRegisteredObjects = seed.isMultiple(of: 4)
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person",
        attributes: [
          AttributeDescription("number", .integer64), AttributeDescription("name", .string),
          AttributeDescription("salary", .double),
        ],
        relationships: [
          .toOne("manager", "Person", inverse: "reports"),
          .toMany("reports", "Person", inverse: "manager"),
          .toMany("friends", "Person", inverse: "friends"),
          .toMany("tasks", "Task", inverse: "owner", isOrdered: true, deleteRule: .cascade),
        ]),
      EntityDescription(
        name: "Task",
        attributes: [
          AttributeDescription("number", .integer64), AttributeDescription("title", .string),
        ],
        relationships: [.toOne("owner", "Person", inverse: "tasks")]),
    ])
  }

  /// One step; says what is wrong afterwards.
  func step() throws -> String? {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<58: edit()
    case 58..<74:
      context.undo()
      ledger.undo()
    case 74..<84:
      context.redo()
      ledger.redo()
    case 84..<92:
      try context.save()
      ledger.save()
    case 92..<97: refresh()
    case 97:
      context.rollback()
      goBackToSave()
    case 98 where Bool.random(using: &random):
      context.reset()
      goBackToSave()
      try meetAgain()
    default:
      context.undoManager?.removeAllActions()
      ledger.forget()
    }
    return difference()
  }

  private func goBackToSave() {
    ledger.goBackToSave()
    people = people.filter { ledger.now.people[$0.key] != nil }
    tasks = tasks.filter { ledger.now.tasks[$0.key] != nil }
  }

  /// After a reset everybody is another object.
  private func meetAgain() throws {
    people = [:]
    tasks = [:]
    for person in try context.fetch(FetchRequest(entityName: "Person")) {
      people[person.value(forKey: "number") as? Int ?? 0] = person
    }
    for task in try context.fetch(FetchRequest(entityName: "Task")) {
      tasks[task.value(forKey: "number") as? Int ?? 0] = task
    }
  }

  // MARK: - Changing

  private func edit() {
    let before = ledger.now
    context.turn {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        change()
        if Int.random(in: 0..<4, using: &random) == 0 { context.processPendingChanges() }
      }
      // Something that is not taken back by the rest of the turn, so that the turn is a step.
      if let number = before.people.keys.sorted().first(where: { ledger.now.people[$0] != nil }) {
        rename(number)
      } else {
        hire()
      }
    }
    ledger.step(from: before)
  }

  private func change() {
    let number = somebody()
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: if ledger.now.people.count < 24 { hire() }
    case 2: if let number { fire(number) }
    case 3, 4: if let number { rename(number) }
    case 5: if let number { pay(number) }
    case 6, 7: if let number { manage(number, by: somebody()) }
    case 8, 9: if let number, let other = somebody() { befriend(number, other) }
    case 10: if let number { give(number) }
    case 11: if let number { move(number) }
    case 12: if let task = someTask() { hand(task, to: somebody()) }
    default: if let task = someTask() { drop(task) }
    }
  }

  private func somebody() -> Int? {
    ledger.now.people.keys.sorted().randomElement(using: &random)
  }

  private func someTask() -> Int? { ledger.now.tasks.keys.sorted().randomElement(using: &random) }

  private func next() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func hire() {
    let number = next()
    let person = context.insertNewObject(forEntityName: "Person")
    person.setValue(number, forKey: "number")
    person.setValue("Person \(number)", forKey: "name")
    people[number] = person
    ledger.now.people[number] = .init(name: "Person \(number)")
  }

  private func fire(_ number: Int) {
    if let person = people[number] { context.delete(person) }
    ledger.now.remove(person: number)
    // A new object that was deleted is nobody to whom others could be led before that is processed.
    context.processPendingChanges()
  }

  private func rename(_ number: Int) {
    let name = "A name of some length \(next())"
    people[number]?.setValue(name, forKey: "name")
    ledger.now.people[number]?.name = name
  }

  private func pay(_ number: Int) {
    let wasPaid = ledger.now.people[number]?.salary != nil
    let salary = wasPaid && Bool.random(using: &random) ? nil : Double(next())
    people[number]?.setValue(salary, forKey: "salary")
    ledger.now.people[number]?.salary = salary
  }

  private func manage(_ number: Int, by manager: Int?) {
    people[number]?.setValue(manager.flatMap { people[$0] }, forKey: "manager")
    ledger.now.people[number]?.manager = manager
  }

  private func befriend(_ one: Int, _ other: Int) {
    guard one != other, let person = people[one], let friend = people[other] else { return }
    let pair = [min(one, other), max(one, other)]
    if ledger.now.friends.remove(pair) != nil {
      person.mutableSetValue(forKey: "friends").remove(friend)
    } else {
      person.mutableSetValue(forKey: "friends").add(friend)
      ledger.now.friends.insert(pair)
    }
  }

  private func give(_ number: Int) {
    let (id, count) = (next(), ledger.now.people[number]?.tasks.count ?? 0)
    let task = context.insertNewObject(forEntityName: "Task")
    task.setValue(id, forKey: "number")
    task.setValue("Task \(id)", forKey: "title")
    tasks[id] = task
    ledger.now.tasks[id] = "Task \(id)"
    let index = Int.random(in: 0...count, using: &random)
    people[number]?.mutableOrderedSetValue(forKey: "tasks").insert(task, at: index)
    ledger.now.people[number]?.tasks.insert(id, at: index)
  }

  private func move(_ number: Int) {
    guard let count = ledger.now.people[number]?.tasks.count, count > 1 else { return }
    let from = Int.random(in: 0..<count, using: &random)
    let target = Int.random(in: 0..<count, using: &random)
    guard from != target else { return }
    people[number]?.mutableOrderedSetValue(forKey: "tasks").move(from: from, to: target)
    if let task = ledger.now.people[number]?.tasks.remove(at: from) {
      ledger.now.people[number]?.tasks.insert(task, at: target)
    }
  }

  private func hand(_ task: Int, to number: Int?) {
    guard number.flatMap({ ledger.now.people[$0] })?.tasks.contains(task) != true else { return }
    tasks[task]?.setValue(number.flatMap { people[$0] }, forKey: "owner")
    for person in ledger.now.people.keys {
      ledger.now.people[person]?.tasks.removeAll { $0 == task }
    }
    if let number {
      // Whoever is not loaded does not know an order yet, so that it is asked for.
      _ = people[number]?.mutableOrderedSetValue(forKey: "tasks").count
      ledger.now.people[number]?.tasks.append(task)
    }
  }

  private func drop(_ task: Int) {
    if let task = tasks[task] { context.delete(task) }
    ledger.now.remove(task: task)
    context.processPendingChanges()
  }

  /// Those without changed relationships only: what a refresh does to the others is a danger of its own (C4).
  private func refresh() {
    guard let number = somebody(), let person = people[number], !person.hasRelationshipChanges,
      !person.isInserted
    else { return }
    if Bool.random(using: &random) {
      context.refresh(person, mergeChanges: true)
    } else {
      context.refresh(person, mergeChanges: false)
      ledger.refault(person: number)
    }
  }

  // MARK: - Comparing

  private func difference() -> String? {
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
    return tasks(differFrom: ledger.now) ?? presence()
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

  /// Lets everything go.
  func end() {
    people = [:]
    tasks = [:]
    context.undoManager?.removeAllActions()
    context.reset()
  }
}

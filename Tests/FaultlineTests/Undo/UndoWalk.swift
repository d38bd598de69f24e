// A walk through everything that undo meets, beside a ledger that does the same in maps.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport

/// A context and its ledger, walked at random.
final class UndoWalk {
  let context: ManagedObjectContext
  /// Another context on the same stores, whose saves are merged.
  private let other: ManagedObjectContext
  let stores: [any PersistentStore]
  private(set) var ledger: UndoLedger
  private var random: SplitMix64
  /// Every person that was ever there and may be again, by number.
  private(set) var people: [Int: ManagedObject] = [:]
  private(set) var tasks: [Int: ManagedObject] = [:]
  private(set) var notes: [Int: ManagedObject] = [:]
  private var lastNumber = 0
  private var diary: [String] = []

  init(seed: Int) throws {
    random = SplitMix64(seed: UInt64(seed))
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model())
    for _ in 0..<2 { try coordinator.addPersistentStore(type: .inMemory) }
    stores = coordinator.persistentStores
    context = try makeContext(on: coordinator, undo: true)
    other = try makeContext(on: coordinator)
    ledger = UndoLedger(levels: seed.isMultiple(of: 3) ? 5 : 0)
    context.undoManager?.levelsOfUndo = ledger.levels
    // Another context may have changed what is to be deleted here.
    context.mergePolicy = .mergeByPropertyObjectTrump
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
      // An object that leads nowhere may be in any store.
      EntityDescription(name: "Note", attributes: [AttributeDescription("number", .integer64)]),
    ])
  }

  /// One step; says what is wrong afterwards, and what came before.
  func step() throws -> String? {
    var complaint: String?
    do {
      try takeStep()
      complaint = difference()
    } catch {
      complaint = "\(error)"
    }
    return complaint.map { $0 + "\nlast steps: " + diary.suffix(60).joined(separator: ", ") }
  }

  private func takeStep() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<58: edit()
    case 58..<74:
      note("undo")
      context.undo()
      ledger.undo()
    case 74..<84:
      note("redo")
      context.redo()
      ledger.redo()
    case 84..<92:
      note("save")
      try context.save()
      ledger.save()
    case 92..<96: refresh()
    case 96: try workElsewhere()
    case 97:
      note("rollback")
      context.rollback()
      goBackToSave()
    case 98 where Bool.random(using: &random):
      note("reset")
      context.reset()
      goBackToSave()
      try meetAgain()
    default:
      note("forget")
      context.undoManager?.removeAllActions()
      ledger.forget()
    }
  }

  private func note(_ words: String) {
    diary.append(words)
    if diary.count > 200 { diary.removeFirst(100) }
  }

  private func goBackToSave() {
    ledger.goBackToSave()
    people = people.filter { ledger.now.people[$0.key] != nil }
    tasks = tasks.filter { ledger.now.tasks[$0.key] != nil }
    notes = notes.filter { ledger.now.notes[$0.key] != nil }
  }

  /// After a reset every person is another object.
  private func meetAgain() throws {
    people = [:]
    tasks = [:]
    notes = [:]
    for note in try context.fetch(FetchRequest(entityName: "Note")) {
      notes[note.value(forKey: "number") as? Int ?? 0] = note
    }
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
    note("turn:")
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
    let number = anyNumber()
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: if ledger.now.people.count < 24 { hire() }
    case 2: if let number { fire(number) }
    case 3, 4: if let number { rename(number) }
    case 5: if let number { pay(number) }
    case 6, 7: if let number { manage(number, by: anyNumber()) }
    case 8, 9: if let number, let other = anyNumber() { befriend(number, other) }
    case 10: if let number { give(number) }
    case 11: if let number { move(number) }
    case 12: if let task = someTask() { hand(task, to: anyNumber()) }
    case 13: if let task = someTask() { drop(task) }
    case 14: if ledger.now.notes.count < 6 { write() }
    default: tear()
    }
  }

  private func anyNumber() -> Int? {
    ledger.now.people.keys.sorted().randomElement(using: &random)
  }

  private func someTask() -> Int? { ledger.now.tasks.keys.sorted().randomElement(using: &random) }

  private func next() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func hire() {
    let number = next()
    note("hire \(number)")
    let person = context.insertNewObject(forEntityName: "Person")
    person.setValue(number, forKey: "number")
    person.setValue("Person \(number)", forKey: "name")
    people[number] = person
    ledger.now.people[number] = .init(name: "Person \(number)")
  }

  private func fire(_ number: Int) {
    note("fire \(number)")
    if let person = people[number] { context.delete(person) }
    ledger.now.remove(person: number)
    // Others cannot be led to a new object that was deleted before that is processed.
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
    note("\(number).manager = \(manager ?? 0)")
    people[number]?.setValue(manager.flatMap { people[$0] }, forKey: "manager")
    ledger.now.people[number]?.manager = manager
  }

  private func befriend(_ one: Int, _ other: Int) {
    guard let person = people[one], let friend = people[other] else { return }
    note("\(one) and \(other) friends or not")
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
    note("task \(id) for \(number)")
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
    note("hand \(task) to \(number ?? 0)")
    tasks[task]?.setValue(number.flatMap { people[$0] }, forKey: "owner")
    for person in ledger.now.people.keys {
      ledger.now.people[person]?.tasks.removeAll { $0 == task }
    }
    if let number {
      // An owner that is not loaded does not know an order yet, so that it is asked for.
      _ = people[number]?.mutableOrderedSetValue(forKey: "tasks").count
      ledger.now.people[number]?.tasks.append(task)
    }
  }

  private func drop(_ task: Int) {
    note("drop \(task)")
    if let task = tasks[task] { context.delete(task) }
    ledger.now.remove(task: task)
    context.processPendingChanges()
  }

  /// Writes a note that is to be kept in one of the stores.
  private func write() {
    let (number, store) = (next(), Int.random(in: 0...1, using: &random))
    let note = context.insertNewObject(forEntityName: "Note")
    note.setValue(number, forKey: "number")
    context.assign(note, to: stores[store])
    notes[number] = note
    ledger.now.notes[number] = store
  }

  private func tear() {
    guard let number = ledger.now.notes.keys.sorted().randomElement(using: &random) else { return }
    if let note = notes[number] { context.delete(note) }
    ledger.now.notes[number] = nil
    context.processPendingChanges()
  }

  /// Another context deletes a person, which is merged with whatever is pending here; no undo leads back beyond it.
  private func workElsewhere() throws {
    let known = ledger.saved.people.keys.filter { ledger.now.people[$0] != nil }.sorted()
    guard let number = known.randomElement(using: &random), let person = people[number] else {
      return
    }
    note("\(number) removed elsewhere")
    other.reset()
    let tasks = ledger.saved.people[number]?.tasks ?? []
    other.delete(other.object(with: person.objectID))
    var changes = SavedChanges()
    other.processPendingChanges()
    changes.updated = other.updatedObjects.map(\.objectID)
    changes.deleted = other.deletedObjects.map(\.objectID)
    try other.save()
    context.mergeChanges(changes)
    context.undoManager?.removeAllActions()
    ledger.lose(person: number, tasks: tasks)
    people[number] = nil
    self.tasks = self.tasks.filter { (number, _) in
      ledger.now.tasks[number] != nil || ledger.saved.tasks[number] != nil
    }
  }

  /// Those without changed relationships only: what a refresh does to the others is a danger of its own (C4).
  private func refresh() {
    guard let number = anyNumber(), let person = people[number], !person.hasRelationshipChanges,
      !person.isInserted
    else { return }
    note("refresh \(number)")
    if Bool.random(using: &random) {
      context.refresh(person, mergeChanges: true)
    } else {
      context.refresh(person, mergeChanges: false)
      ledger.refault(person: number)
    }
  }

  /// Lets everything go.
  func end() {
    people = [:]
    tasks = [:]
    notes = [:]
    context.undoManager?.removeAllActions()
    context.reset()
  }
}

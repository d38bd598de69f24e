// What undo should do, said as simply as can be: maps of values, and for each step what differs.

/// One state of the walk's world: people with managers, friends and tasks in an order.
struct UndoLedgerState: Equatable {
  struct Person: Equatable {
    var name: String
    var salary: Double?
    var manager: Int?
    var tasks: [Int] = []
  }

  var people: [Int: Person] = [:]
  /// The title of each task; its owner is noted with the person.
  var tasks: [Int: String] = [:]
  /// Friends, each pair once, the smaller number first; one who is their own friend is a pair alone.
  var friends: Set<[Int]> = []
  /// The store of each note.
  var notes: [Int: Int] = [:]

  /// Removes a person with the tasks, and everything that leads there.
  mutating func remove(person: Int) {
    for task in people[person]?.tasks ?? [] { tasks[task] = nil }
    people[person] = nil
    for other in people.keys where people[other]?.manager == person { people[other]?.manager = nil }
    friends = friends.filter { !$0.contains(person) }
  }

  mutating func remove(task: Int) {
    tasks[task] = nil
    for person in people.keys { people[person]?.tasks.removeAll { $0 == task } }
  }

  /// Whether a save would write anything about a person, tasks included.
  func differs(from other: UndoLedgerState, person: Int) -> Bool {
    guard var one = people[person], var two = other.people[person] else {
      return (people[person] == nil) != (other.people[person] == nil)
    }
    (one.tasks, two.tasks) = ([], [])
    return one != two
  }
}

/// The stacks as the reference has them: a step is the property's values before and after it.
struct UndoLedger {
  private typealias Step = (before: UndoLedgerState, after: UndoLedgerState)

  var now = UndoLedgerState()
  private(set) var saved = UndoLedgerState()
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  let levels: Int
  /// How many steps there were at the save, as long as the way back to it is known.
  private var savedDepth: Int? = 0

  init(levels: Int) { self.levels = levels }

  var undoCount: Int { undoSteps.count }
  var redoCount: Int { redoSteps.count }
  /// Whether everything since the save was taken back.
  var isAtSave: Bool { savedDepth == undoSteps.count }

  /// Makes a step of what was changed since a state.
  mutating func step(from before: UndoLedgerState) {
    guard before != now else { return }
    redoSteps = []
    if let depth = savedDepth, depth > undoSteps.count { savedDepth = nil }
    undoSteps.append((before, now))
    if levels > 0, undoSteps.count > levels {
      undoSteps.removeFirst()
      savedDepth = savedDepth.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
  }

  mutating func undo() {
    guard let step = undoSteps.popLast() else { return }
    let former = now
    apply(from: step.after, to: step.before)
    redoSteps.append((now, former))
  }

  mutating func redo() {
    guard let step = redoSteps.popLast() else { return }
    let former = now
    apply(from: step.before, to: step.after)
    undoSteps.append((former, now))
  }

  mutating func save() {
    saved = now
    savedDepth = undoSteps.count
  }

  mutating func goBackToSave() {
    now = saved
    forget()
    savedDepth = 0
  }

  mutating func forget() {
    let wasAtSave = isAtSave
    undoSteps = []
    redoSteps = []
    savedDepth = wasAtSave ? 0 : nil
  }

  /// Another context has removed a person and the tasks that were saved with it: there is no way back beyond that.
  mutating func lose(person: Int, tasks: [Int]) {
    for task in tasks {
      now.remove(task: task)
      saved.remove(task: task)
    }
    now.remove(person: person)
    saved.remove(person: person)
    forget()
    savedDepth = nil
  }

  /// A person's attributes are as they were saved, and the steps know nothing of it.
  mutating func refault(person: Int) {
    guard let saved = saved.people[person] else { return }
    now.people[person]?.name = saved.name
    now.people[person]?.salary = saved.salary
  }

  /// Sets each property that a step changed to what it was on the other side of the step.
  private mutating func apply(from old: UndoLedgerState, to new: UndoLedgerState) {
    for person in Set(old.people.keys).union(new.people.keys) {
      guard let goal = new.people[person] else {
        now.people[person] = nil
        continue
      }
      guard let former = old.people[person] else {
        now.people[person] = goal
        continue
      }
      if former.name != goal.name { now.people[person]?.name = goal.name }
      if former.salary != goal.salary { now.people[person]?.salary = goal.salary }
      if former.manager != goal.manager { now.people[person]?.manager = goal.manager }
      if former.tasks != goal.tasks { now.people[person]?.tasks = goal.tasks }
    }
    for task in Set(old.tasks.keys).union(new.tasks.keys) where old.tasks[task] != new.tasks[task] {
      now.tasks[task] = new.tasks[task]
    }
    for note in Set(old.notes.keys).union(new.notes.keys) where old.notes[note] != new.notes[note] {
      now.notes[note] = new.notes[note]
    }
    now.friends.subtract(old.friends.subtracting(new.friends))
    now.friends.formUnion(new.friends.subtracting(old.friends))
  }
}

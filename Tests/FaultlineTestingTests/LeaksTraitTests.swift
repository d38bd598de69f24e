// .leaks and .objects: what outlives a test, by name, and how many there were at once.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import FaultlineTesting
import Testing

/// What outlives a test on purpose.
private final class Kept: @unchecked Sendable {
  var object: ManagedObject?
  var context: ManagedObjectContext?
}

@Suite struct `Leaks of a test` {
  private static let model = Result { try companyModel() }

  private static func makeContext() throws -> ManagedObjectContext {
    try FaultlineTestGraph.makeContext(try model.get())
  }

  /// Hires so many, each of whom works in one department, and realizes the relationship from both ends.
  private static func hire(_ count: Int, in context: ManagedObjectContext) throws {
    let department = context.insertNewObject(forEntityName: "Department")
    for _ in 0..<count {
      context.insertNewObject(forEntityName: "Employee").setValue(department, forKey: "department")
    }
    try context.save()
  }

  /// C1: an employee who is his own manager keeps himself alive.
  private static func hireOneWhoHoldsHimself(in context: ManagedObjectContext) throws {
    let employee = context.insertNewObject(forEntityName: "Employee")
    employee.setValue(employee, forKey: "manager")
    try context.save()
  }

  /// C1, a hundred times of a hundred, while two hundred others make and leak objects of their own.
  @Test(arguments: 0..<100) func `of one object are named each time`(_ round: Int) async throws {
    let found = try await issues(of: .leaks(.none)) {
      try Self.hireOneWhoHoldsHimself(in: try Self.makeContext())
    }
    let issue = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      issue.text.hasPrefix(
        """
        1 object outlives the test: .leaks(.none).
        1 × Employee outlives the test: held by a retain cycle, Employee.manager
        """), "\(issue.text)")
    #expect(issue.file == #filePath)
  }

  @Test(.leaks(.none), .objects(atMost: 3), arguments: 0..<100)
  func `are none where the retain cycles are broken`(_ round: Int) async throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model.get())
    try coordinator.addPersistentStore(type: .inMemory)
    let context = ManagedObjectContext(concurrencyType: .privateQueue)
    try context.setPersistentStoreCoordinator(coordinator)
    try await context.perform { try Self.hire(2, in: context) }
    await Task.yield()
    await context.perform {
      for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
    }
  }

  @Test(arguments: 0..<200) func `are not counted in tests beside`(_ round: Int) async throws {
    let found = try await issues(of: .leaks(.atMost(4))) {
      let context = try Self.makeContext()
      try Self.hire(3, in: context)
    }
    #expect(found == [])
  }

  /// Its queue still holds the last block when the test ends, and lets go of it a little later.
  @Test func `are no objects that a queue lets go of after the test`() async throws {
    let found = try await issues(of: .leaks(.none)) {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model.get())
      try coordinator.addPersistentStore(type: .inMemory)
      let context = ManagedObjectContext(concurrencyType: .privateQueue)
      try context.setPersistentStoreCoordinator(coordinator)
      let kept = Kept()
      await context.perform { kept.object = context.insertNewObject(forEntityName: "Employee") }
      Task.detached {
        try? await Task.sleep(for: .milliseconds(10))
        await context.perform { kept.object = nil }
      }
    }
    #expect(found == [])
  }

  @Test func `are shown with what holds them`() async throws {
    let found = try await issues(of: .leaks(.none)) {
      try Self.hire(2, in: try Self.makeContext())
    }
    expectText(
      found.map(\.text).joined(separator: "\n"),
      is: """
        3 objects outlive the test: .leaks(.none).
        2 × Employee and 1 × Department outlive the test: held by a retain cycle, \
        Department.employees → Employee.department → Department
          ┬─ a retain cycle: each object holds the next, and nothing else holds any
          ├─ Department
          │    ↓ employees, a realized relationship
          │      ~~~~~~~~~
          ├─ Employee
          │    ↓ department, a realized relationship
          ╰→ Department, where it began: should be gone with the test
        Refresh one of the objects without merging, or reset the context, before letting go (C2).
        """)
  }

  @Test func `are held by a variable outside`() async throws {
    let kept = Kept()
    let found = try await issues(of: .leaks(.none)) {
      let context = try Self.makeContext()
      kept.object = context.insertNewObject(forEntityName: "Department")
      try context.save()
    }
    expectText(
      found.map(\.text).joined(separator: "\n"),
      is: """
        1 object outlives the test: .leaks(.none).
        1 × Department outlives the test: held by a holder that the engine does not know
          ┬─ a holder that the engine does not know
          │  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰→ Department: should be gone with the test
        Look for variables, closures and collections that still mention the objects (C3).
        """)
    kept.object = nil
  }

  /// U1: a context that is kept, and its undo manager with it.
  @Test func `are held by the undo manager`() async throws {
    let kept = Kept()
    let found = try await issues(of: .leaks(.none)) {
      let context = try FaultlineTestGraph.makeContext(try Self.model.get(), undo: true)
      context.insertNewObject(forEntityName: "Department").setValue("Sales", forKey: "name")
      try context.save()
      kept.context = context
    }
    expectText(
      found.map(\.text).joined(separator: "\n"),
      is: """
        1 object outlives the test: .leaks(.none).
        1 × Department outlives the test: held by the undo manager, for what can be undone
          ┬─ the undo manager, for what can be undone
          │  ~~~~~~~~~~~~~~~~
          ╰→ Department: lives as long as it is held
        Bound the undo manager by levelsOfUndo, call removeAllActions after a save, or go without one (U3).
        """)
    kept.context = nil
  }

  /// P7: contexts of queues, made and used in several tasks.
  @Test(.leaks(.none), arguments: 0..<20)
  func `are none where tasks and queues let go of their contexts`(_ round: Int) async throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model.get())
    try coordinator.addPersistentStore(type: .inMemory)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let context = ManagedObjectContext(concurrencyType: .privateQueue)
          try context.setPersistentStoreCoordinator(coordinator)
          try await context.perform {
            let employee = context.insertNewObject(forEntityName: "Employee")
            employee.setValue("Employee \(number)", forKey: "name")
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `are those of contexts that others make on the coordinator`() async throws {
    let found = try await issues(of: .leaks(.none)) {
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try Self.model.get())
      try coordinator.addPersistentStore(type: .inMemory)
      // A detached task inherits nothing.
      try await Task.detached {
        let context = try FaultlineTestGraph.makeContext(on: coordinator)
        try Self.hireOneWhoHoldsHimself(in: context)
      }.value
    }
    #expect(found.count == 1)
    #expect(found.first?.text.hasPrefix("1 object outlives the test: .leaks(.none).") == true)
  }

  @Test func `say how many objects there were at once`() async throws {
    let found = try await issues(of: .objects(atMost: 10)) {
      let context = try Self.makeContext()
      for _ in 0..<5 {
        context.turn {
          for _ in 0..<11 { _ = context.insertNewObject(forEntityName: "Employee") }
          context.reset()
        }
      }
    }
    #expect(
      found.map(\.text) == ["11 objects were alive at the same time: .objects(atMost: 10)."])
  }

  @Test func `are not reported for a test that throws`() async throws {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      let found = try await issues(of: .leaks(.none)) {
        try Self.hireOneWhoHoldsHimself(in: try Self.makeContext())
        throw Refusal()
      }
      #expect(found == [])
    }
  }
}

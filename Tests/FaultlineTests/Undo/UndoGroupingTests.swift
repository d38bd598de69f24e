// Groups, events, switching off, names and notifications (semantics 195–200, 209).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct UndoGroupingTests {
  private let office: Office
  private let undoManager: UndoManager
  private let ada: ManagedObject

  init() throws {
    office = try Office(undo: true)
    undoManager = try #require(office.context.undoManager)
    ada = office.hire("Ada")
    try office.context.save()
    undoManager.removeAllActions()
  }

  private func pay(_ salary: Double) { ada.setValue(salary, forKey: "salary") }
  private var salary: Double? { ada.value(forKey: "salary") as? Double }

  /// Semantics 195, 196: what happens between two processings of pending changes is one action.
  @Test func `changes of one event coalesce`() {
    office.context.turn {
      for salary in 1...5 { pay(Double(salary)) }
      office.context.processPendingChanges()
      for salary in 6...9 { pay(Double(salary)) }
    }
    #expect(undoManager.undoActionCount == 2)
    #expect(undoManager.undoGroupCount == 1)
    office.context.undo()
    #expect(salary == nil)
    office.context.redo()
    #expect(salary == 9)
  }

  /// Semantics 196, 197: a turn is an event, and an event is one step; an inner turn is part of it.
  @Test func `each turn is one step`() {
    for round in 1...3 {
      office.context.turn {
        pay(Double(round))
        office.context.turn { ada.setValue("Ada \(round)", forKey: "name") }
      }
    }
    #expect(undoManager.undoGroupCount == 3)
    office.context.undo()
    #expect(salary == 2)
    #expect(ada.value(forKey: "name") as? String == "Ada 2")
  }

  /// Semantics 197: undo closes the group that is open.
  @Test func `without turns an undo takes back everything since the last`() {
    pay(1)
    office.context.processPendingChanges()
    pay(2)
    #expect(undoManager.groupingLevel == 1)
    office.context.undo()
    #expect(salary == nil)
    #expect(undoManager.groupingLevel == 0)
  }

  @Test func `groups by hand are steps of their own outside a turn`() {
    pay(1)
    for salary in [2.0, 3.0] {
      undoManager.beginUndoGrouping()
      pay(salary)
      undoManager.endUndoGrouping()
    }
    #expect(undoManager.undoGroupCount == 3)
    office.context.undo()
    #expect(salary == 2)
    office.context.undo()
    #expect(salary == 1)
  }

  @Test func `groups nest, and the outermost is the step`() {
    undoManager.beginUndoGrouping()
    pay(1)
    undoManager.beginUndoGrouping()
    #expect(undoManager.groupingLevel == 2)
    pay(2)
    undoManager.endUndoGrouping()
    pay(3)
    undoManager.endUndoGrouping()
    #expect(undoManager.undoGroupCount == 1)
    office.context.undo()
    #expect(salary == nil)
  }

  @Test func `a group by hand holds the turns that it spans together`() {
    undoManager.beginUndoGrouping()
    for round in 1...3 { office.context.turn { pay(Double(round)) } }
    undoManager.endUndoGrouping()
    #expect(undoManager.undoGroupCount == 1)
    office.context.undo()
    #expect(salary == nil)
  }

  /// Semantics 197: with inner groups open there is nothing to undo yet.
  @Test func `an undo within nested groups is refused`() throws {
    undoManager.beginUndoGrouping()
    undoManager.beginUndoGrouping()
    pay(1)
    let error = #expect(throws: GraphError.self) { try undoManager.undoing() }
    #expect(
      error?.message == "2 undo groups are open; end the inner ones before you undo.")
    undoManager.endUndoGrouping()
    try undoManager.undoing()
    #expect(salary == nil)
    #expect(throws: GraphError.self) { try undoManager.endingGroup() }
  }

  @Test func `a group without changes leaves nothing behind`() {
    undoManager.beginUndoGrouping()
    undoManager.endUndoGrouping()
    office.context.turn {}
    #expect(undoManager.undoGroupCount == 0)
    #expect(!undoManager.canUndo)
  }

  /// A deletion that was not yet processed can be undone, but not by a manager that the context has left.
  @Test func `a manager has nothing to undo for a context that has left it`() throws {
    office.context.undoManager = nil
    office.context.delete(ada)
    #expect(!undoManager.canUndo)
    try undoManager.undoing()
    #expect(office.context.deletedObjects == [ada])
    office.context.rollback()
    office.context.undoManager = undoManager
    office.context.delete(ada)
    #expect(undoManager.canUndo)
  }

  @Test func `without grouping by event only groups by hand can be undone`() throws {
    undoManager.groupsByEvent = false
    office.context.turn { pay(1) }
    #expect(!undoManager.canUndo)
    #expect(throws: GraphError.self) { try undoManager.registering {} }
    undoManager.beginUndoGrouping()
    pay(2)
    undoManager.endUndoGrouping()
    office.context.undo()
    #expect(salary == 1)
  }

  /// Semantics 198: 0 is unlimited; the oldest groups go when a group is closed, and at once when it is lowered.
  @Test func `the oldest groups are dropped beyond the levels`() {
    for round in 1...9 { office.context.turn { pay(Double(round)) } }
    undoManager.levelsOfUndo = 4
    #expect(undoManager.undoGroupCount == 4)
    office.context.turn { pay(10) }
    #expect(undoManager.undoGroupCount == 4)
    #expect(undoManager.undoActionCount == 4)
    for _ in 0..<9 { office.context.undo() }
    #expect(salary == 6)
  }

  /// Semantics 199: what was undone cannot be done again once something else was done.
  @Test func `a new change forgets what could be done again`() {
    for round in 1...3 { office.context.turn { pay(Double(round)) } }
    office.context.undo()
    office.context.undo()
    #expect(undoManager.redoGroupCount == 2)
    office.context.turn { pay(7) }
    #expect(undoManager.redoGroupCount == 0)
    office.context.redo()
    #expect(salary == 7)
  }

  /// Semantics 199, 200: disabling nests, and scrubbing enables again.
  @Test func `what happens while registration is off cannot be undone`() throws {
    office.context.turn { pay(1) }
    undoManager.disableUndoRegistration()
    undoManager.disableUndoRegistration()
    office.context.turn { pay(2) }
    undoManager.enableUndoRegistration()
    office.context.turn { pay(3) }
    #expect(undoManager.undoGroupCount == 1)
    #expect(!undoManager.isUndoRegistrationEnabled)
    undoManager.removeAllActions()
    #expect(undoManager.isUndoRegistrationEnabled)
    #expect(throws: GraphError.self) { try undoManager.enabling() }
    office.context.turn { pay(4) }
    office.context.undo()
    #expect(salary == 3)
  }

  /// Semantics 200: deletions are followed when changes are processed, so the bracket processes them.
  @Test func `a bracket around a deletion takes what follows from it with it`() throws {
    let grace = office.hire("Grace")
    office.hire("Bob", manager: grace)
    try office.context.save()
    undoManager.removeAllActions()
    office.context.processPendingChanges()
    undoManager.disableUndoRegistration()
    office.context.delete(grace)
    office.context.processPendingChanges()
    undoManager.enableUndoRegistration()
    #expect(!undoManager.canUndo)
  }

  @Test func `names of actions go from stack to stack`() {
    office.context.turn {
      pay(1)
      undoManager.setActionName("Raise")
    }
    office.context.turn { pay(2) }
    #expect(undoManager.undoActionName == "")
    office.context.undo()
    #expect(undoManager.undoActionName == "Raise")
    office.context.undo()
    #expect(undoManager.redoActionName == "Raise")
    office.context.redo()
    #expect(undoManager.undoActionName == "Raise")
  }

  @Test func `functions are called in their place among the changes`() {
    var calls: [String] = []
    func call(_ text: String) {
      calls.append(text + " at \(salary ?? 0)")
      undoManager.registerUndo { call(text) }
    }
    office.context.turn {
      pay(1)
      undoManager.registerUndo { call("called") }
      office.context.processPendingChanges()
      pay(2)
    }
    office.context.undo()
    #expect(calls == ["called at 1.0"])
    #expect(salary == nil)
    office.context.redo()
    #expect(calls == ["called at 1.0", "called at 1.0"])
    #expect(salary == 2)
  }

  @Test func `a function can ask whether it is called for an undo or for a redo`() {
    var answers: [String] = []
    func note() {
      answers.append(
        undoManager.isUndoing ? "undo" : undoManager.isRedoing ? "redo" : "neither")
      undoManager.registerUndo { note() }
    }
    office.context.turn { note() }
    office.context.undo()
    office.context.redo()
    #expect(answers == ["neither", "undo", "redo"])
    #expect(!undoManager.isUndoing && !undoManager.isRedoing)
  }

  /// Semantics 209: an undo within an undo is refused.
  @Test func `an undo cannot begin within an undo`() {
    var message: String?
    office.context.turn {
      undoManager.registerUndo { [undoManager] in
        do throws(GraphError) { try undoManager.redoing() } catch { message = error.message }
      }
    }
    office.context.undo()
    #expect(message == "An undo or a redo is going on; redo when it is done.")
  }

  /// Semantics 197, 209: all observers are notified, and pending changes come first.
  @Test func `notifications say what happens`() {
    let log = Log()
    let names = [
      UndoManager.checkpointNotification, UndoManager.didOpenUndoGroupNotification,
      UndoManager.willCloseUndoGroupNotification, UndoManager.didCloseUndoGroupNotification,
      UndoManager.willUndoChangeNotification, UndoManager.didUndoChangeNotification,
      UndoManager.willRedoChangeNotification, UndoManager.didRedoChangeNotification,
    ]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: undoManager, queue: nil) {
        log.add($0.name.rawValue.dropFirst("UndoManager".count))
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    office.context.turn { pay(1) }
    office.context.undo()
    office.context.redo()
    expectText(
      log.text,
      is: """
        Checkpoint
        DidOpenUndoGroup
        WillCloseUndoGroup
        DidCloseUndoGroup
        Checkpoint
        Checkpoint
        WillUndoChange
        DidUndoChange
        Checkpoint
        Checkpoint
        WillRedoChange
        DidRedoChange
        """)
  }
}

/// Lines that a handler writes; unchecked, since one thread writes them.
private final class Log: @unchecked Sendable {
  private var lines: [String] = []
  var text: String { lines.joined(separator: "\n") }

  func add(_ line: some StringProtocol) { lines.append(String(line)) }
}

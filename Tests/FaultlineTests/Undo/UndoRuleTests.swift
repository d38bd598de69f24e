// U1–U6: what the undo manager holds, and what ends its hold.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct UndoRuleTests {
  /// U1, semantics 204: a changed object stays, although it was saved and nothing else holds it.
  @Test func `the undo manager holds every changed object`() throws {
    let office = try Office(undo: true)
    let id = try office.employed("Ada")
    office.context.undoManager?.removeAllActions()
    expectText(drawing(of: office.context), is: "")
    office.context.turn { office.context.object(with: id).setValue(2.5, forKey: "salary") }
    expectText(drawing(of: office.context), is: "Employee Ada · changed")
    try office.context.save()
    expectText(drawing(of: office.context), is: "Employee Ada")
    let ada = office.context.object(with: id)
    #expect(office.context.holders(of: ada) == [.undo])
    #expect(office.context.undoManager?.heldObjectCount == 1)
  }

  /// U2, semantics 194: unlimited by default, so the objects of every turn stay.
  @Test func `the stack is unlimited by default`() throws {
    let office = try Office(undo: true)
    let undoManager = try #require(office.context.undoManager)
    #expect(undoManager.levelsOfUndo == 0)
    for turn in 0..<300 {
      try office.context.turn {
        office.hire("Employee \(turn)")
        try office.context.save()
      }
    }
    #expect(undoManager.undoGroupCount == 300)
    #expect(undoManager.heldObjectCount == 300)
    #expect(office.context.registeredObjectCount == 300)
  }

  /// U3: both ways of bounding it let the objects go at once.
  @Test func `scrubbing and a limit let objects go`() throws {
    let office = try Office(undo: true)
    let undoManager = try #require(office.context.undoManager)
    func hire(_ count: Int) throws {
      for turn in 0..<count {
        try office.context.turn {
          office.hire("Employee \(turn)")
          try office.context.save()
        }
      }
    }
    try hire(4)
    expectText(
      drawing(of: office.context),
      is: """
        Employee Employee 0
        Employee Employee 1
        Employee Employee 2
        Employee Employee 3
        """)
    undoManager.levelsOfUndo = 2
    expectText(
      drawing(of: office.context),
      is: """
        Employee Employee 2
        Employee Employee 3
        """)
    try hire(1)
    expectText(
      drawing(of: office.context),
      is: """
        Employee Employee 3
        Employee Employee 0
        """)
    undoManager.removeAllActions()
    expectText(drawing(of: office.context), is: "")
    #expect(undoManager.heldByteCount == 0)
  }

  /// U4: it goes with its context, and what it held goes with it.
  @Test func `the undo manager dies with its context`() throws {
    weak var undoManager: UndoManager?
    weak var ada: ManagedObject?
    do {
      let office = try Office(undo: true)
      undoManager = office.context.undoManager
      _ = try office.employed("Ada")
      ada = office.context.registeredObjects.first
      #expect(ada != nil)
    }
    #expect(undoManager == nil)
    #expect(ada == nil)
  }

  /// U4: keeping it keeps what it holds, and nothing can be done with it.
  @Test func `an undo manager that is kept outlives its context`() throws {
    var kept: UndoManager?
    weak var ada: ManagedObject?
    do {
      let office = try Office(undo: true)
      kept = office.context.undoManager
      _ = try office.employed("Ada")
      ada = office.context.registeredObjects.first
    }
    #expect(ada != nil)
    kept?.undo()
    #expect(kept?.heldObjectCount == 0)
    #expect(ada == nil)
    kept = nil
  }

  /// U5: without it nothing but the pending change holds an object.
  @Test func `without an undo manager a saved object goes`() throws {
    let office = try Office(undo: true)
    office.context.undoManager = nil
    let ada = office.hire("Ada")
    #expect(office.context.holders(of: ada) == [.pendingChange])
    try office.context.save()
    #expect(office.context.holders(of: ada) == [])
    office.context.undo()
    #expect(!office.context.hasChanges)
  }

  /// U6, semantics 11: an object that is as it was saved is held for its change no more.
  @Test func `enough undos release the context's hold`() throws {
    let office = try Office(undo: true)
    let id = try office.employed("Ada")
    office.context.undoManager?.removeAllActions()
    for salary in [1.0, 2.0] {
      office.context.turn { office.context.object(with: id).setValue(salary, forKey: "salary") }
    }
    let ada = office.context.object(with: id)
    #expect(office.context.holders(of: ada) == [.pendingChange, .undo])
    office.context.undo()
    #expect(office.context.holders(of: ada) == [.pendingChange, .undo, .redo])
    expectText(drawing(of: office.context), is: "Employee Ada · changed")
    office.context.undo()
    #expect(office.context.holders(of: ada) == [.redo])
    expectText(drawing(of: office.context), is: "Employee Ada")
    #expect(!office.context.hasChanges)
  }

  /// The counts are known at any time: groups, actions, objects and bytes.
  @Test func `what the stacks hold is counted`() throws {
    let office = try Office(undo: true)
    let undoManager = try #require(office.context.undoManager)
    let (ada, grace) = (office.hire("Ada"), office.hire("Grace"))
    try office.context.save()
    undoManager.removeAllActions()
    office.context.turn {
      ada.setValue(1.0, forKey: "salary")
      ada.setValue(2.0, forKey: "salary")
      grace.setValue("Grace H.", forKey: "name")
      grace.setValue(ada, forKey: "manager")
    }
    office.context.turn { ada.setValue(3.0, forKey: "salary") }
    #expect(undoManager.undoGroupCount == 2)
    #expect(undoManager.undoActionCount == 4)
    #expect(undoManager.undoObjectCount == 2)
    let bytes = undoManager.heldByteCount
    #expect((64...1_024).contains(bytes))
    office.context.undo()
    #expect(undoManager.undoGroupCount == 1)
    #expect(undoManager.redoGroupCount == 1)
    #expect(undoManager.redoActionCount == 1)
    #expect(undoManager.redoObjectCount == 1)
    #expect(undoManager.heldObjectCount == 2)
  }
}

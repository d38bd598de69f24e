// Very many actions: what one costs in bytes, and that all of them come back exactly.

import Faultline
import FaultlineProfiler
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

extension WorkloadArena {
  @Suite struct MillionActions {
    static let turns = Effort.choose(quick: 20, ci: 200, full: 1_000)
    static let people = Effort.choose(quick: 200, ci: 1_000, full: 1_000)
    static let levels = Effort.choose(quick: 10, ci: 10, full: 50)
    private let salary = PropertyKey<Double>("salary")

    /// U1, U2: a changed attribute costs tens of bytes, and undoing all gives the very graph back.
    @Test func `a changed attribute costs a few words, and all come back`() throws {
      let (context, staff) = try company()
      let undoManager = try #require(context.undoManager)
      var drawings = [drawing(of: context)]
      // A first change of its own, so that what changed objects take themselves is not measured.
      edit(staff, in: context, turns: 1)
      let first = undoManager.heldByteCount
      let heap = try Heap.vacant()
      heap.inside { edit(staff, in: context, from: 2) }
      let bytes = first + reading(of: heap).workload.liveBytes
      drawings.append(drawing(of: context))
      #expect(undoManager.undoActionCount == Self.turns * Self.people)
      #expect(undoManager.undoGroupCount == Self.turns)
      #expect(undoManager.undoObjectCount == Self.people)
      let perAction = Double(bytes) / Double(undoManager.undoActionCount)
      print("undo: \(perAction) bytes an action, \(undoManager.undoActionCount) actions")
      #expect(perAction <= 48)
      // What the manager says of itself is what the heap says, but for the rounding of blocks.
      #expect(abs(undoManager.heldByteCount - bytes) < bytes / 8 + 4_096)
      for round in 0..<2 {
        while undoManager.canUndo { context.undo() }
        expectText(drawing(of: context), is: drawings[0])
        #expect(staff.allSatisfy { $0[salary] == 0 }, "round \(round)")
        #expect(!context.hasChanges)
        while undoManager.canRedo { context.redo() }
        expectText(drawing(of: context), is: drawings[1])
        #expect(staff.allSatisfy { $0[salary] == Double(Self.turns) })
      }
    }

    /// U3: with a limit it takes no more after many turns than after as many as the limit.
    @Test func `with levels the memory is flat`() throws {
      let (context, staff) = try company()
      context.undoManager?.levelsOfUndo = Self.levels
      // What the runtime builds once stays out of the arena.
      edit(staff, in: context)
      context.undoManager?.removeAllActions()
      // In the arena from the start: what a later turn frees must be counted where it was taken.
      let heap = try Heap.vacant()
      heap.inside { edit(staff, in: context, turns: Self.levels + 1) }
      let before = reading(of: heap).workload
      let heldBefore = context.undoManager?.heldByteCount ?? 0
      heap.inside { edit(staff, in: context) }
      let after = reading(of: heap).workload
      let heldAfter = context.undoManager?.heldByteCount ?? 0
      // One chunk of entries may be begun at each end, however many turns there were.
      let chunks = 4 * 4_096
      #expect(
        abs(after.liveBytes - before.liveBytes) <= chunks,
        "\(change(from: before, to: after, in: heap))")
      #expect(abs(heldAfter - heldBefore) <= chunks)
      #expect(context.undoManager?.undoGroupCount == Self.levels)
    }

    private func company() throws -> (ManagedObjectContext, [ManagedObject]) {
      let context = try makeContext(try companyModel(), undo: true)
      let staff = (0..<Self.people).map { index in
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee.setValue("Employee \(index)", forKey: "name")
        return employee
      }
      try context.save()
      context.undoManager?.removeAllActions()
      return (context, staff)
    }

    private func edit(
      _ staff: [ManagedObject], in context: ManagedObjectContext, from first: Int = 1,
      turns: Int = Self.turns
    ) {
      for turn in first...turns {
        context.turn { for employee in staff { employee[salary] = Double(turn) } }
      }
    }
  }
}

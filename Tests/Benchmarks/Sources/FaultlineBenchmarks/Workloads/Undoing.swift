// W8: changes that are taken back, by undo and by rollback.

import Faultline
import Foundation

/// Times of taking changes back.
struct Undoing: Codable {
  /// Nanoseconds of a first change that is noted, and of its undo.
  let change: Double
  let undo: Double
  /// Nanoseconds of both by hand, and how many times as long the engine takes, pass by pass.
  let plain: Double
  let ratios: Spread
  /// Nanoseconds of a later change in the same event, which coalesces.
  let laterChange: Double
  /// Milliseconds of a rollback of a hundred thousand changes.
  let rollback: Double

  init(_ staff: Staff) throws {
    let engine = try EngineSide(staff)
    _ = try engine.insertAndSave()
    let plainSide = PlainSide(staff)
    _ = plainSide.insertAndSave()
    var plainUndo = PlainUndo()
    let (context, employees, salary) = (engine.context, engine.employees, Key.salary)
    func raise(by amount: Double) {
      for employee in employees { employee[salary] += amount }
    }
    func sum() -> Double { employees.reduce(0) { $0 + $1[salary] } }
    let before = sum()
    let passes = 9
    let hundredThousand = 100_000.0

    var (changes, laters, undos, rollbacks): ([Double], [Double], [Double], [Double]) =
      ([], [], [], [])
    var plains: [Double] = []
    context.undoManager = UndoManager()
    for _ in 0..<passes {
      changes.append(Clock.time { raise(by: 1) })
      laters.append(Clock.time { raise(by: 1) })
      undos.append(Clock.time { context.undo() })
      plains.append(
        Clock.time {
          plainUndo.raise(plainSide.employees)
          plainUndo.undo()
        })
    }
    precondition(sum() == before && !context.hasChanges, "An undo takes every change back.")
    context.undoManager = nil
    for _ in 0..<passes {
      raise(by: 1)
      rollbacks.append(Clock.time { context.rollback() })
    }
    precondition(sum() == before, "A rollback takes every change back.")
    plain = Spread(plains).median / Double(employees.count)
    ratios = Spread(plains.indices.map { (changes[$0] + undos[$0]) / plains[$0] })
    change = Spread(changes).median / Double(employees.count)
    laterChange = Spread(laters).median / Double(employees.count)
    undo = Spread(undos).median / Double(employees.count)
    rollback = Spread(rollbacks).median / Double(employees.count) * hundredThousand / 1e6
  }
}

extension Undoing {
  /// Measured in a process of its own: behind other workloads its objects would lie wherever those left room.
  static func alone(_ staff: Staff) throws -> Undoing {
    let words = try ChildTrial.run(["--undoing"], staff)
    return try JSONDecoder().decode(Undoing.self, from: Data(words.utf8))
  }

  /// What that process prints.
  func words() throws -> String {
    String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
  }
}

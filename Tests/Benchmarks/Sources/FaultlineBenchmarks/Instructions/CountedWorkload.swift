// The workloads whose instructions are counted: those on files, and what is taken back in memory.

import Faultline
import Foundation

/// A workload with a side that plays it.
enum CountedWorkload {
  case onDisk(DiskWorkload)
  /// A change of every employee, and its undo.
  case undo
  /// A rollback of changes of all employees.
  case rollback

  static let all = DiskWorkload.allCases.map(Self.onDisk) + [.undo, .rollback]

  var title: String {
    switch self {
    case .onDisk(let workload): workload.rawValue
    case .undo: "W8  change + undo"
    case .rollback: "W8r roll back"
    }
  }

  /// The name by which it is chosen, and by which two counts are compared.
  var short: String { String(title.prefix { $0 != " " }) }

  /// Whether it reads a file that is there.
  var needsFile: Bool {
    if case .onDisk(let workload) = self { !workload.isFirst } else { false }
  }

  /// Plays it once, and returns a sum that both sides must reach.
  func play(_ kind: DiskSideKind, _ staff: Staff, at url: URL) throws -> Double {
    switch (self, kind) {
    case (.onDisk(let workload), _): try kind.run(workload, staff, at: url).sum
    case (.undo, .engine), (.rollback, .engine): try playOnEngine(staff)
    case (.undo, _), (.rollback, _): try playByHand(staff)
    }
  }

  private func playOnEngine(_ staff: Staff) throws -> Double {
    let engine = try EngineSide(staff)
    _ = try engine.insertAndSave()
    let (context, employees, salary) = (engine.context, engine.employees, Key.salary)
    func raise() {
      for employee in employees { employee[salary] += 1 }
    }
    func sum() -> Double { employees.reduce(0) { $0 + $1[salary] } }
    if case .undo = self {
      context.undoManager = UndoManager()
      return try CountedWork.play {
        raise()
        context.undo()
        return sum()
      }
    }
    raise()
    return try CountedWork.play {
      context.rollback()
      return sum()
    }
  }

  private func playByHand(_ staff: Staff) throws -> Double {
    let plain = PlainSide(staff)
    _ = plain.insertAndSave()
    var log = PlainUndo()
    func sum() -> Double { plain.employees.reduce(0) { $0 + $1.salary } }
    if case .undo = self {
      return try CountedWork.play {
        log.raise(plain.employees)
        log.undo()
        return sum()
      }
    }
    log.raise(plain.employees)
    return try CountedWork.play {
      log.undo()
      return sum()
    }
  }
}

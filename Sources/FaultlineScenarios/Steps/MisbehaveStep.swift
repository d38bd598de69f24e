// misbehave: a trial that dies, for the tests of everything that must survive it.

import FaultlineSystem

/// Crashes, hangs or eats memory.
package struct MisbehaveStep: Step {
  package static let keyword = "misbehave"
  package static let meaning = "Crash, hang or eat memory."
  package static let example = "- misbehave: crash"
  package static let isHidden = true

  private enum Way: String, CaseIterable {
    case crash, hang, eat, exit
  }

  private let way: Way

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    way = try text.value.choice(of: Way.self)
  }

  package func execute(in session: Session) throws {
    switch way {
    case .crash: fatalError("The scenario asked for a crash.")
    case .hang: while true { sleep(1) }
    case .exit: exit(9)
    case .eat:
      var eaten: [[UInt8]] = []
      while true { eaten.append([UInt8](repeating: 1, count: 1 << 20)) }
    }
  }
}

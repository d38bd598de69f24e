// What a script's variables hold, for code that asks for the holder of each object.

import Faultline
import FaultlineKnowledge
import FaultlineProfiler
import FaultlineReplay

extension Session {
  /// Reports what variables and observers hold, a mention a reference.
  func forEachNamedHold(_ body: (NamedHolder, ManagedObject) -> Void) {
    variables.forEachNamedHold(body)
    variables.forEachObserved(body)
  }
}

extension Variables {
  fileprivate func forEachNamedHold(_ body: (NamedHolder, ManagedObject) -> Void) {
    for slot in names.indices.sorted(by: { names[$0] < names[$1] }) {
      guard case .objects(let objects) = self[slot]?.content else { continue }
      let holder = NamedHolder(.name, "the variable '\(names[slot])'")
      for object in objects { body(holder, object) }
    }
  }
}

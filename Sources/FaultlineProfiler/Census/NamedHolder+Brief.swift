// A holder in two or three words, for a line that has no room for more.

import FaultlineKnowledge
import FaultlineReplay

extension NamedHolder {
  /// What holds, such as `the pool`; what has a name of its own is called by it.
  package var brief: String {
    switch reason {
    case .pool: "the pool"
    case .change: "a pending change"
    case .deletion: "a pending deletion"
    case .telling: "a pending notification"
    case .conflict: "conflict detection"
    case .retained: "retainsRegisteredObjects"
    case .undo: "undo"
    case .redo: "redo"
    case .relationship: "a relationship"
    case .fetched: "a fetched property"
    case .parent: "a child context"
    case .elsewhere: "an unknown holder"
    case .container, .observer, .name, .weak: name
    }
  }
}

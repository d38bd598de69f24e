// A holder of objects that lies outside of the graph: its words, and what can be done about it.

package import Faultline
package import FaultlineKnowledge
import FaultlineReplay

/// What holds objects, in words that are the same in every run, and why.
package struct NamedHolder: Hashable, Sendable {
  /// Why it holds them, which says what ends it.
  let reason: HoldReason
  /// The holder alone: `the undo manager`.
  let name: String
  /// What it holds the object for; empty where the name says it.
  private let purpose: String

  /// The holder in words, without numbers that differ from object to object.
  package var words: String { purpose.isEmpty ? name : "\(name), \(purpose)" }

  /// Words a holder.
  package init(_ reason: HoldReason, _ name: String, _ purpose: String = "") {
    self.reason = reason
    self.name = name
    self.purpose = purpose
  }

  /// What references show that no known holder explains.
  package static let stranger = NamedHolder(.elsewhere, "a holder that the engine does not know")
  /// What objects are to each other that nothing else holds.
  package static let cycle = NamedHolder(.relationship, "a retain cycle")

  /// The holder that the engine names.
  package init(_ holder: Holder) {
    let reason = HoldReason(holder)
    switch holder {
    case .container(let path): self.init(reason, Self.withoutPlace(path))
    case .relationship(let owner, let name):
      self.init(reason, "'\(name)' of \(owner.words)", "which an undo may bring back")
    case .fetchedProperty(let owner, let name):
      self.init(reason, "the fetched '\(name)' of \(owner.words)")
    default:
      let (name, purpose) = holder.words
      self.init(reason, name, purpose)
    }
  }

  /// `array 'kept'[17]` is the array, whichever place it is.
  private static func withoutPlace(_ path: String) -> String {
    guard path.hasSuffix("]"), let open = path.lastIndex(of: "[") else { return path }
    return String(path[..<open])
  }
}

extension ManagedObjectID {
  /// The object by its entity alone, which is the same in every run.
  fileprivate var words: String { "an object of '\(entityName)'" }
}

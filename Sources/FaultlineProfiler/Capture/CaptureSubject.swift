// What is looked at when a graph is captured.

package import Faultline
package import FaultlineReplay

/// What may be asked for objects: contexts, and whatever else holds some, by their names.
package struct CaptureSubject {
  /// A holder of objects besides contexts.
  package struct Holder {
    let kind: Replay.Node.Kind
    let name: String
    let objects: [ManagedObject]

    /// Names a holder.
    package init(_ kind: Replay.Node.Kind, _ name: String, _ objects: [ManagedObject]) {
      self.kind = kind
      self.name = name
      self.objects = objects
    }
  }

  /// Objects of contexts made after this moment are seen.
  package let moment: Population.Moment
  /// The contexts that there are.
  package let contexts: [(name: String, context: ManagedObjectContext)]
  /// Names, containers and the like.
  package let holders: [Holder]

  /// Gathers what can be seen.
  package init(
    since moment: Population.Moment, contexts: [(name: String, context: ManagedObjectContext)],
    holders: [Holder]
  ) {
    self.moment = moment
    self.contexts = contexts
    self.holders = holders
  }
}

// One look at every object that lives: its state, its holders, and what it holds. Nothing fires.

package import Faultline
import FaultlineKnowledge
package import FaultlineReplay

/// What was there after one step.
package struct CapturedGraph: Sendable {
  /// A root, which may hold objects.
  struct Root: Hashable, Sendable {
    let kind: Replay.Node.Kind
    let title: String
  }

  /// A hold of a root on an object.
  struct Hold: Hashable, Sendable {
    let root: Root
    let reason: HoldReason
  }

  /// A hold of one object on another.
  struct Reference: Hashable, Sendable {
    let name: String
    let reason: HoldReason
    /// The registration number of the object that is held.
    let target: UInt64
  }

  /// All that distinguishes objects of one entity, but for their references.
  struct Condition: Hashable, Sendable {
    var context: String?
    var isFault = false
    var isInserted = false
    var isUpdated = false
    var isDeleted = false
    var isInCycle = false
    var holds: [Hold] = []
  }

  /// One object.
  struct Object: Sendable {
    let number: UInt64
    let entity: String
    /// What it is an instance of, once that has a row.
    let record: ManagedObjectID?
    var condition: Condition
    var references: [Reference]
    /// The retain cycle it is in; retain cycles of different graphs have nothing in common.
    var cycle: Int?
    var retains = 0
  }

  /// By registration number.
  var objects: [Object]
  /// The roots that are there, also those that hold nothing.
  let roots: [Root]
  /// Each child with its parent.
  let parents: [Parent]

  /// A context that is the child of another.
  struct Parent: Hashable, Sendable {
    let child: Root
    let parent: Root
  }

  /// Whether no object is there.
  package var isEmpty: Bool { objects.isEmpty }

  /// Whether the same objects are there as in another graph.
  package func looksLike(_ other: CapturedGraph) -> Bool {
    roots == other.roots && parents == other.parents
      && objects.elementsEqual(other.objects) { one, two in
        one.number == two.number && one.condition == two.condition
          && one.references == two.references
      }
  }
}

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

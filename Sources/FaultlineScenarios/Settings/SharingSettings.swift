// Settings of a context among others: whose thread it is on, who its saves are by, whether it follows others, and what it
// does about lost rows.

import Faultline
import FaultlineMeasures

/// Which thread or queue a context belongs to, as a scenario says it (P6).
package enum QueueSetting: String, Sendable, CaseIterable {
  case main, `private`, confinement

  var type: ManagedObjectContext.ConcurrencyType {
    switch self {
    case .main: .mainQueue
    case .private: .privateQueue
    case .confinement: .confinement
    }
  }
}

/// The queue of a context, whether it merges by itself, and what a merge does.
package struct SharingSettings: Sendable {
  /// Nothing for what is usual at the place: confinement at the top of a scenario, a private queue in a step.
  private(set) var queue: QueueSetting?
  /// Where it is said that the context merges by itself; nil if it does not.
  private(set) var mergesNode: Node?
  /// Whether deletions that are merged follow their delete rules in the context; nil where it is not said.
  private(set) var mergedDeletionsFollowRules: Bool?
  /// Whether a fault whose row is gone counts as deleted when it is touched, instead of failing.
  private(set) var shouldDeleteInaccessibleFaults = true
  /// The author that the history has of the context's saves; nil for none.
  private(set) var transactionAuthor: String?

  /// The keys under `context`, and in a variant.
  static let keys = [
    Key(
      "queue", .choice(QueueSetting.allCases.map(\.rawValue)),
      "Which thread or queue may use the context; the trial's thread if it is left out, or a private queue in a step."
    ),
    Key(
      "automaticallyMerges", .flag,
      "Whether a context merges by itself what is saved beneath it; false if it is left out."),
    Key(
      "mergedDeletionsFollowRules", .flag,
      "Whether deletions that are merged follow their delete rules in the context; true if it is left out."
    ),
    Key(
      "shouldDeleteInaccessibleFaults", .flag,
      "Whether a fault whose row is gone is an empty, deleted object when it is touched, and no error; true if it is "
        + "left out."),
    Key(
      "transactionAuthor", .text,
      "The author of the context's saves, as the history of stores has it; none if it is left out."),
  ]

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional("queue") { queue = try node.choice(of: QueueSetting.self) }
    if let node = fields.optional("automaticallyMerges") {
      mergesNode = try node.flag() ? node : nil
    }
    if let node = fields.optional("mergedDeletionsFollowRules") {
      mergedDeletionsFollowRules = try node.flag()
    }
    if let node = fields.optional("shouldDeleteInaccessibleFaults") {
      shouldDeleteInaccessibleFaults = try node.flag()
    }
    if let node = fields.optional("transactionAuthor") { transactionAuthor = try node.label() }
  }

  /// Whether a context of this queue can do what is asked of it.
  func check(_ queue: QueueSetting) throws(Diagnostic) {
    guard let mergesNode, queue == .confinement else { return }
    throw mergesNode.diagnostic(
      "a confined context has no queue to merge on by itself",
      notes: ["'queue: main' or 'queue: private' gives it one"])
  }

  /// Sets a context to it, which has its coordinator or parent by now.
  func apply(to context: ManagedObjectContext) throws(GraphError) {
    if mergesNode != nil { try context.setMergesAutomatically(true) }
    context.shouldDeleteInaccessibleFaults = shouldDeleteInaccessibleFaults
    context.transactionAuthor = transactionAuthor
  }

  /// What is set, as a report lists it.
  var listed: [Setting] {
    var listed: [Setting] = []
    if let queue { listed.append(Setting(name: "queue", value: queue.rawValue)) }
    if mergesNode != nil { listed.append(Setting(name: "automaticallyMerges", value: "true")) }
    if mergedDeletionsFollowRules == false {
      listed.append(Setting(name: "mergedDeletionsFollowRules", value: "false"))
    }
    if !shouldDeleteInaccessibleFaults {
      listed.append(Setting(name: "shouldDeleteInaccessibleFaults", value: "false"))
    }
    if let transactionAuthor {
      listed.append(Setting(name: "transactionAuthor", value: transactionAuthor))
    }
    return listed
  }
}

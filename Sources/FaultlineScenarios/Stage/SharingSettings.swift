// Settings of a context among others: whose thread it belongs to, and whether it follows what others save.

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

/// The queue of a context, and whether it merges by itself.
package struct SharingSettings: Sendable {
  /// Nothing for what is usual at the place: confinement at the top of a scenario, a private queue in a step.
  private(set) var queue: QueueSetting?
  /// Where it is said that the context merges by itself; nil if it does not.
  private(set) var mergesNode: Node?

  /// The keys under `context`, and in a variant.
  static let keys = [
    Key(
      "queue", .choice(QueueSetting.allCases.map(\.rawValue)),
      "Whose a context is; if left out, the trial's own thread, or a private queue where a step opens it."
    ),
    Key(
      "automaticallyMerges", .flag,
      "Whether a context merges by itself what is saved beneath it; false if it is left out."),
  ]

  /// Takes over what a mapping says.
  mutating func apply(_ fields: Fields) throws(Diagnostic) {
    if let node = fields.optional("queue") { queue = try node.choice(of: QueueSetting.self) }
    if let node = fields.optional("automaticallyMerges") {
      mergesNode = try node.flag() ? node : nil
    }
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
  }

  /// What is set, as a report lists it.
  var listed: [Setting] {
    var listed: [Setting] = []
    if let queue { listed.append(Setting(name: "queue", value: queue.rawValue)) }
    if mergesNode != nil { listed.append(Setting(name: "automaticallyMerges", value: "true")) }
    return listed
  }
}

// listen: an observer of notifications, of one context or of all.

import Faultline
import FaultlineProfiler
import Foundation

/// Counts notifications; without a context as filter those of strangers arrive too (N1).
package struct ListenStep: Step {
  package static let keyword = "listen"
  package static let meaning =
    "Listen to notifications, until the listener's name is released; 'heard.notifications' counts them."
  package static let example = """
    - context: {name: worker}
    - listen: {to: worker, for: did-save, as: ear}
    - save: {}
    - release: ear
    """
  /// What can be listened for.
  private enum Subject: String, CaseIterable {
    case didSave = "did-save"
    case willSave = "will-save"
    case didChange = "did-change"

    var notification: Notification.Name {
      switch self {
      case .didSave: ManagedObjectContext.didSaveNotification
      case .willSave: ManagedObjectContext.willSaveNotification
      case .didChange: ManagedObjectContext.didChangeObjectsNotification
      }
    }
  }
  package static let keys = [
    Key("to", .name, "The context that is listened to; all of them if it is left out."),
    Key(
      "for", .choice(Subject.allCases.map(\.rawValue)),
      "What is listened for; did-save if it is left out."),
    Key("as", .name, required: true, "The listener's name, which holds no objects."),
  ]

  private let toNode: Node?
  private let to: String?
  private let subject: Subject
  private let asNode: Node
  private let name: String

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "listen", keys: Self.keys)
    toNode = fields.optional("to")
    to = try toNode?.identifier()
    subject = try fields.optional("for")?.choice(of: Subject.self) ?? .didSave
    asNode = try fields.required("as")
    name = try asNode.identifier()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    if let toNode { try rehearsal.context(toNode) }
    try rehearsal.giveListener(asNode)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if let toNode { _ = try work.contexts.context(toNode) }
    work.release(name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    guard let tally = stage.tally else { return }
    let context = try to.map { name throws(StepFailure) in try stage.bench(named: name).context }
    let wanted = context.map { ObjectIdentifier($0) }
    let ear = NotificationEar(subject.notification) { [coordinator = stage.coordinator] note in
      // Other trials of the process are no strangers of this one.
      guard let sender = note.object as? ManagedObjectContext,
        sender.persistentStoreCoordinator === coordinator,
        wanted == nil || wanted == ObjectIdentifier(sender)
      else { return }
      tally.add(\.notifications)
    }
    stage.cast.give(name, listening: [ear])
  }
}

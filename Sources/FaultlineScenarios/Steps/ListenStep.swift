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
    - listen: {to: worker, for: did-save, as: listener}
    - save: {}
    - release: listener
    - listen: {to: worker, as: listeners, append: true, holding: worker}
    - close: worker
    - listen: {to: main, for: did-change, as: totals, reads: salary}
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
    Key(
      "append", .flag,
      "Whether it listens beside those of its name, which go on listening; false if it is left out."
    ),
    Key(
      "holding", .name,
      "A context that the listener's block mentions, and so keeps alive until the name is released, closed or not."
    ),
    Key(
      "reads", ReadPaths.kind,
      "What the listener reads of each object that was inserted, changed or refreshed: an attribute, or a path such as "
        + "manager.name; nothing if it is left out."),
  ]

  private let source: ContextReference?
  private let subject: Subject
  private let listener: Int
  private let held: ContextReference?
  private let appends: Bool
  private let reads: ReadPaths

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    source = try scope.contexts.context(fields.optional("to"))
    subject = try fields.optional("for")?.choice(of: Subject.self) ?? .didSave
    listener = try scope.giveListener(try fields.required("as"))
    held = try scope.contexts.context(fields.optional("holding"))
    appends = try fields.optional("append")?.flag() ?? false
    reads = try ReadPaths(fields.optional("reads"), in: scope.model)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.contexts.context(source)
    try estimate.contexts.context(held)
    estimate.objects.release(listener)
  }

  package func execute(in session: Session) throws {
    guard let tally = session.tally else { return }
    let wanted = try source.map { ObjectIdentifier(try session.context($0).context) }
    let held = try held.map { try session.context($0).context }
    let observer = NotificationObserver(subject.notification) {
      [coordinator = session.coordinator, held, reads] note in
      _ = held
      // Other trials of the process are no strangers of this one.
      guard let sender = note.object as? ManagedObjectContext,
        sender.persistentStoreCoordinator === coordinator,
        wanted == nil || wanted == ObjectIdentifier(sender)
      else { return }
      tally.add(\.notifications)
      guard !reads.isEmpty else { return }
      // What is gone cannot be read; an app's handler would look before.
      for object in note.objects(.insertedObjects, .updatedObjects, .refreshedObjects) {
        try? reads.read(object)
      }
    }
    var listeners: [AnyObject] = []
    if appends, case .listeners(let others)? = session.variables[listener]?.content {
      listeners = others
    }
    session.variables.bind(
      listener, to: .listeners(listeners + [observer]), of: session.current)
  }
}

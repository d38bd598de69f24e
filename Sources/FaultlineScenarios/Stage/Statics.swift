// What a script keeps as a program keeps its statics: nothing but its own release lets it go.

import Faultline
import FaultlineProfiler
import FaultlineReplay

/// Containers and observers that outlive names, contexts and stores; the pass lets them go when all is read.
final class Statics {
  var containers: [String: ObjectContainer] = [:]
  var observers: [String: ObjectObserver] = [:]

  /// Whether something has that name.
  func holds(_ name: String) -> Bool { containers[name] != nil || observers[name] != nil }

  /// Shows the lists and the objects in them.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(elementsOf: containers, .script)
    visitor.show(elementsOf: observers, .script)
    for observer in observers.values { observer.showBlocks(to: visitor) }
  }

  /// The containers as a film shows them.
  var holders: [CaptureSubject.Holder] {
    containers.sorted { $0.key < $1.key }.map { name, container in
      CaptureSubject.Holder(
        .container, "\(ContainerKind(of: container).rawValue) '\(name)'", container.heldObjects)
    }
  }

  /// Reports what containers hold that no context can name any more.
  func forEachContained(_ body: (NamedHolder, ManagedObject) -> Void) {
    for name in containers.keys.sorted() {
      containers[name]?.forEachHeld { path, object in
        body(NamedHolder(.container(path)), object)
      }
    }
  }
}

/// An observer of objects whose handlers mention them, and so keep them alive.
///
/// The context keeps the handlers: an observation that is not ended lasts as long as the context does.
final class ObjectObserver {
  private let name: String
  private let key: String
  private let observations: [ObjectObservation]
  /// Not held here: the handlers do that, which the context lets go when it goes.
  private let observed: [Unmanaged<ManagedObject>]
  private weak let context: ManagedObjectContext?

  /// Observes a property of objects.
  init(_ name: String, _ objects: [ManagedObject], key: String, in context: ManagedObjectContext) {
    self.name = name
    self.key = key
    self.context = context
    observed = objects.map { .passUnretained($0) }
    observations = objects.map { object in
      object.observe(key) { _, _ in _ = object.objectID }
    }
  }

  /// The objects that its handlers mention; none when their context is gone.
  var objects: [ManagedObject] {
    context == nil ? [] : observed.map { $0.takeUnretainedValue() }
  }

  /// Reports what its handlers hold.
  func forEachHeld(_ body: (NamedHolder, ManagedObject) -> Void) {
    guard context != nil else { return }
    let holder = NamedHolder(
      .observer, "observer '\(name)'", "whose handlers of '\(key)' mention them")
    for object in observed { object._withUnsafeGuaranteedRef { body(holder, $0) } }
  }

  /// Shows the observer and its lists.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(elementsOf: observations, .script)
    visitor.show(elementsOf: observed, .script)
    for observation in observations { visitor.show(observation, .script) }
  }
}

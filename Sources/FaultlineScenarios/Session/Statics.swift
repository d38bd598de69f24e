// What a script keeps as a program keeps its statics: nothing but its own release lets it go.

import Faultline
import FaultlineKnowledge
import FaultlineProfiler
import FaultlineReplay

/// Containers and observers that outlive variables, contexts and stores; the pass lets them go when all is read.
final class Statics {
  private let names: [String]
  private var bindings: [Int: Variables.Binding] = [:]

  init(_ names: [String]) { self.names = names }

  /// What a variable has.
  subscript(slot: Int) -> Variables.Binding? {
    get { bindings[slot] }
    set { bindings[slot] = newValue }
  }

  /// Takes those of another part of the script.
  func take(_ other: Statics) { bindings.merge(other.bindings) { $1 } }

  /// What there is, in the order of the names.
  private var sorted: [(name: String, content: Variables.Content)] {
    bindings.map { (names[$0], $1.content) }.sorted { $0.0 < $1.0 }
  }

  /// The containers as a film shows them.
  var holders: [CaptureSubject.Holder] {
    sorted.compactMap { name, content in content.held(by: name) }
      .map { CaptureSubject.Holder($0.kind, $0.title, $0.objects) }
  }

  /// Reports what containers hold that no context can name any more.
  func forEachContained(_ body: (NamedHolder, ManagedObject) -> Void) {
    for case (_, .container(let container)) in sorted {
      container.forEachHeld { path, object in body(NamedHolder(.container(path)), object) }
    }
  }

  /// Reports what handlers hold.
  func forEachObserved(_ body: (NamedHolder, ManagedObject) -> Void) {
    for case (_, .observer(let observer)) in sorted { observer.forEachHeld(body) }
  }

  /// Shows the list and what stands in it.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .script)
    visitor.show(elementsOf: bindings, .script)
    for binding in bindings.values { binding.content.showBlocks(to: visitor) }
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

  /// Observes a property of objects, or throws where one of them is gone.
  init(
    _ name: String, _ objects: [ManagedObject], key: String, in context: ManagedObjectContext
  ) throws(GraphError) {
    self.name = name
    self.key = key
    self.context = context
    observed = objects.map { .passUnretained($0) }
    observations = try objects.map { object throws(GraphError) in
      try object.observing(key) { _, _ in _ = object.objectID }
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

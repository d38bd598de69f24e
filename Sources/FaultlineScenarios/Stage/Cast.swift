// The names that steps have given to objects; a name holds what it stands for.

import Faultline
import FaultlineProfiler
import FaultlineReplay

/// The objects that a scenario's names hold, as an app's variables would.
package struct Cast {
  /// The word that stands for every name, so that no name may be it.
  static let all = "all"

  private var names: [String: ContiguousArray<ManagedObject>] = [:]
  /// Names of objects that come in batches.
  private var batched: [String: BatchedResults] = [:]
  /// Names of containers, each with the objects that it holds now.
  private var containers: [String: ObjectContainer] = [:]
  /// Names of observers, whose handlers mention their objects.
  private var observers: [String: ObjectObserver] = [:]
  /// What no end of names lets go; made when the first of its kind comes.
  private(set) var statics: Statics?
  /// Names of controllers, whose objects come in batches as well.
  private var watchers: [String: ResultsWatcher] = [:]
  /// Names of those who listen, and hold no objects.
  private var listeners: [String: [AnyObject]] = [:]
  /// The numbers of the contexts whose objects names hold; none for the scenario's own.
  private var owners: [String: Int] = [:]

  /// The objects of a name.
  subscript(name: String) -> ContiguousArray<ManagedObject> {
    get { names[name] ?? ContiguousArray(held(by: name)) }
    set {
      release(name)
      names[name] = newValue
    }
  }

  private func held(by name: String) -> [ManagedObject] {
    let container = containers[name] ?? statics?.containers[name]
    let observer = observers[name] ?? statics?.observers[name]
    return container?.heldObjects ?? observer?.objects ?? []
  }

  /// Gives a name to objects that are filled batch by batch.
  mutating func give(_ name: String, _ results: BatchedResults) {
    release(name)
    batched[name] = results
  }

  /// Gives a name to a controller.
  mutating func give(_ name: String, _ watcher: ResultsWatcher) {
    release(name)
    watchers[name] = watcher
  }

  /// Gives a name to those who listen until it is released.
  mutating func give(_ name: String, listening: [AnyObject]) {
    release(name)
    listeners[name] = listening
  }

  /// Notes whose objects a name holds.
  mutating func assign(_ name: String, to bench: Workbench) {
    if bench.number != 0 { owners[name] = bench.number }
  }

  /// The number of the context whose objects a name holds; nil for a name that holds nothing.
  func owner(of name: String) -> Int? {
    if let owner = owners[name] { return owner }
    let holds =
      names[name] != nil || batched[name] != nil || containers[name] != nil
      || watchers[name] != nil || observers[name] != nil || statics?.holds(name) == true
    return holds ? 0 : nil
  }

  /// The objects of a name that come in batches; nil for a name that holds all of its objects.
  func batches(of name: String) -> BatchedResults? { batched[name] }

  /// The controller of a name, whose objects come in batches as well.
  func controller(of name: String) -> FetchedResultsController? { watchers[name]?.controller }

  /// The controllers that could not follow a change, in the order of their names.
  func forEachFailure(_ body: (String, GraphError) -> Void) {
    for (name, watcher) in watchers.sorted(by: { $0.key < $1.key }) {
      if let failure = watcher.controller.failure { body(name, failure) }
    }
  }

  /// Whether some name stands for a controller.
  var hasControllers: Bool { !watchers.isEmpty }

  /// All variables that hold objects, in the order of their names.
  var holders: [CaptureSubject.Holder] {
    let lists = names.filter { !$0.value.isEmpty }.map {
      ($0.key, Film.Node.Kind.name, Array($0.value))
    }
    let filled = batched.map { name, results in
      ("batches '\(name)'", Film.Node.Kind.container, results.heldObjects)
    }
    let kept = containers.map { name, container in
      (
        "\(ContainerKind(of: container).rawValue) '\(name)'", Film.Node.Kind.container,
        container.heldObjects
      )
    }
    let watched = watchers.map { name, watcher in
      (
        "results '\(name)'", Film.Node.Kind.container,
        watcher.controller.heldObjects
      )
    }
    return (lists + filled + kept + watched).sorted { $0.0 < $1.0 }
      .map { CaptureSubject.Holder($0.1, $0.0, $0.2) } + (statics?.holders ?? [])
  }

  /// Shows the lists and the objects in them, also those that no context knows any more.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: names, .script)
    visitor.show(elementsOf: batched, .script)
    visitor.show(elementsOf: containers, .script)
    visitor.show(elementsOf: observers, .script)
    for observer in observers.values { observer.showBlocks(to: visitor) }
    statics?.showBlocks(to: visitor)
    visitor.show(elementsOf: owners, .script)
    visitor.show(elementsOf: watchers, .script)
    for watcher in watchers.values { visitor.show(watcher, .script) }
    visitor.show(elementsOf: listeners, .script)
    for listeners in listeners.values {
      visitor.show(elementsOf: listeners, .script)
      for listener in listeners { visitor.show(listener, .script) }
    }
    for objects in names.values {
      visitor.show(elementsOf: objects, .script)
      visitor.show(blocksOf: objects)
    }
  }

  /// Gives a name to a container, which holds its objects instead of the name.
  mutating func hold(_ container: ObjectContainer, as name: String, isStatic: Bool = false) {
    release(name)
    if isStatic {
      takenStatics().containers[name] = container
    } else {
      containers[name] = container
    }
  }

  /// Gives a name to an observer, whose handlers hold its objects.
  mutating func hold(_ observer: ObjectObserver, as name: String, isStatic: Bool) {
    release(name)
    if isStatic { takenStatics().observers[name] = observer } else { observers[name] = observer }
  }

  private mutating func takenStatics() -> Statics {
    let taken = statics ?? Statics()
    statics = taken
    return taken
  }

  /// Reports what the script holds without the engine's knowing it by name.
  func forEachObserved(_ body: (NamedHolder, ManagedObject) -> Void) {
    for name in observers.keys.sorted() { observers[name]?.forEachHeld(body) }
    for name in statics?.observers.keys.sorted() ?? [] {
      statics?.observers[name]?.forEachHeld(body)
    }
  }

  /// Hands over the variables of one context's objects: nothing else holds them meanwhile.
  mutating func handOver(of bench: Workbench) -> Cast {
    func isOwn(_ name: String) -> Bool { (owners[name] ?? 0) == bench.number }
    var part = Cast()
    for name in names.keys where isOwn(name) { part.names[name] = names[name] }
    for name in batched.keys where isOwn(name) { part.batched[name] = batched[name] }
    for name in containers.keys where isOwn(name) { part.containers[name] = containers[name] }
    for name in observers.keys where isOwn(name) { part.observers[name] = observers[name] }
    for name in watchers.keys where isOwn(name) { part.watchers[name] = watchers[name] }
    for name in listeners.keys where isOwn(name) { part.listeners[name] = listeners[name] }
    part.owners = owners.filter { $0.value == bench.number }
    for name in part.known { forget(name) }
    return part
  }

  /// Takes what was handed over, as it is now.
  mutating func take(_ part: Cast) {
    names.merge(part.names) { $1 }
    batched.merge(part.batched) { $1 }
    containers.merge(part.containers) { $1 }
    observers.merge(part.observers) { $1 }
    watchers.merge(part.watchers) { $1 }
    listeners.merge(part.listeners) { $1 }
    owners.merge(part.owners) { $1 }
    guard let kept = part.statics else { return }
    let statics = takenStatics()
    statics.containers.merge(kept.containers) { $1 }
    statics.observers.merge(kept.observers) { $1 }
  }

  private var known: [String] {
    Array(names.keys) + Array(batched.keys) + Array(containers.keys) + Array(observers.keys)
      + Array(watchers.keys) + Array(listeners.keys)
  }

  /// Lets a name go.
  mutating func release(_ name: String) {
    forget(name)
    statics?.containers[name] = nil
    statics?.observers[name] = nil
  }

  private mutating func forget(_ name: String) {
    names[name] = nil
    batched[name] = nil
    containers[name] = nil
    observers[name] = nil
    watchers[name] = nil
    listeners[name] = nil
    owners[name] = nil
  }

  /// Lets every name go; statics stay.
  mutating func releaseAll() {
    names = [:]
    batched = [:]
    containers = [:]
    observers = [:]
    watchers = [:]
    listeners = [:]
    owners = [:]
  }
}

// The variables of a script while it plays; a variable holds what it stands for.

import Faultline
import FaultlineProfiler
import FaultlineReplay

/// The objects that a script's variables hold, as an app's variables would, by the numbers of their names.
package struct Variables {
  /// The word that stands for every name, so that no name may be it.
  static let all = "all"

  /// What a variable stands for.
  enum Content {
    case objects(ContiguousArray<ManagedObject>)
    /// Objects that come in batches.
    case batches(BatchedResults)
    /// A results controller, whose objects come in batches as well.
    case results(ResultsWatcher)
    /// A container, which holds its objects instead of the variable.
    case container(ObjectContainer)
    /// An observer, whose handlers mention its objects.
    case observer(ObjectObserver)
    /// What listens, and holds no objects.
    case listeners([AnyObject])
    /// A place in the history of stores.
    case token(PersistentHistoryToken)
    /// Memory of the app's own.
    case payload(AppBytes)
  }

  /// A variable that has something, and the number of the context to which that belongs.
  struct Binding {
    let content: Content
    let owner: Int
  }

  /// The names, by their numbers.
  let names: [String]
  private var bindings: [Binding?]
  /// What no end of variables lets go; made when the first of its kind comes.
  private(set) var statics: Statics?

  /// Variables that hold nothing yet.
  init(_ names: [String]) {
    self.names = names
    bindings = Array(repeating: nil, count: names.count)
  }

  /// What a variable has.
  subscript(slot: Int) -> Binding? { bindings[slot] ?? statics?[slot] }

  /// The objects of a variable; none of those that come in batches.
  func objects(of slot: Int) -> ContiguousArray<ManagedObject> {
    switch self[slot]?.content {
    case .objects(let objects): objects
    case .container(let container): ContiguousArray(container.heldObjects)
    case .observer(let observer): ContiguousArray(observer.objects)
    case .batches, .results, .listeners, .token, .payload, nil: []
    }
  }

  /// Lets a variable have something of a context; with `isStatic` no end of the variables lets it go.
  mutating func bind(
    _ slot: Int, to content: Content, of owner: SessionContext, isStatic: Bool = false
  ) {
    release(slot)
    let binding = Binding(content: content, owner: owner.number)
    if isStatic { takenStatics()[slot] = binding } else { bindings[slot] = binding }
  }

  private mutating func takenStatics() -> Statics {
    let taken = statics ?? Statics(names)
    statics = taken
    return taken
  }

  /// Releases a variable.
  mutating func release(_ slot: Int) {
    bindings[slot] = nil
    statics?[slot] = nil
  }

  /// Releases every variable; statics stay.
  mutating func releaseAll() {
    for slot in bindings.indices { bindings[slot] = nil }
  }

  /// Hands over what belongs to one context: nothing else holds it meanwhile.
  mutating func handOver(of context: SessionContext) -> Variables {
    var part = Variables(names)
    for slot in bindings.indices where bindings[slot]?.owner == context.number {
      part.bindings[slot] = bindings[slot]
      bindings[slot] = nil
    }
    return part
  }

  /// Takes what was handed over, as it is now.
  mutating func take(_ part: Variables) {
    for (slot, binding) in part.bindings.enumerated() {
      if let binding { bindings[slot] = binding }
    }
    if let kept = part.statics { takenStatics().take(kept) }
  }
}

// MARK: - Looking

extension Variables {
  /// The numbers of the variables in the order of their names.
  private var sorted: [Int] { names.indices.sorted { names[$0] < names[$1] } }

  /// The results controllers, in the order of their names.
  private var watchers: [(name: String, watcher: ResultsWatcher)] {
    sorted.compactMap { slot in
      guard case .results(let watcher) = bindings[slot]?.content else { return nil }
      return (names[slot], watcher)
    }
  }

  /// The controllers that could not follow a change, in the order of their names.
  func forEachFailure(_ body: (String, GraphError) -> Void) {
    for (name, watcher) in watchers {
      if let failure = watcher.controller.failure { body(name, failure) }
    }
  }

  /// Whether some variable stands for a controller; asked after each step, so it must not allocate.
  var hasControllers: Bool {
    for slot in bindings.indices {
      if case .results = bindings[slot]?.content { return true }
    }
    return false
  }

  /// All variables that hold objects, in the order of their titles, and the statics behind them.
  var holders: [CaptureSubject.Holder] {
    names.indices.compactMap { slot in bindings[slot]?.content.held(by: names[slot]) }
      .sorted { $0.title < $1.title }.map { CaptureSubject.Holder($0.kind, $0.title, $0.objects) }
      + (statics?.holders ?? [])
  }

  /// Reports what the script holds without the engine's knowing it by name.
  func forEachObserved(_ body: (NamedHolder, ManagedObject) -> Void) {
    for slot in sorted {
      if case .observer(let observer) = bindings[slot]?.content { observer.forEachHeld(body) }
    }
    statics?.forEachObserved(body)
  }

  /// Shows the lists and the objects in them, also those that no context knows any more.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: names, .script)
    visitor.show(elementsOf: bindings, .script)
    for binding in bindings { binding?.content.showBlocks(to: visitor) }
    statics?.showBlocks(to: visitor)
  }
}

extension Variables.Content {
  /// What it holds, and what a film calls it; nil for what holds no objects by itself, or none now.
  func held(
    by name: String
  ) -> (title: String, kind: Replay.Node.Kind, objects: [ManagedObject])? {
    switch self {
    case .objects(let objects): objects.isEmpty ? nil : (name, .name, Array(objects))
    case .batches(let results): ("batches '\(name)'", .container, results.heldObjects)
    case .results(let watcher):
      ("results '\(name)'", .container, watcher.controller.heldObjects)
    case .container(let container):
      (
        "\(ContainerKind(of: container).rawValue) '\(name)'", .container, container.heldObjects
      )
    case .observer, .listeners, .token, .payload: nil
    }
  }

  func showBlocks(to visitor: BlockVisitor) {
    switch self {
    case .objects(let objects):
      visitor.show(elementsOf: objects, .script)
      visitor.show(blocksOf: objects)
    case .results(let watcher): visitor.show(watcher, .script)
    case .observer(let observer): observer.showBlocks(to: visitor)
    case .listeners(let listeners):
      visitor.show(elementsOf: listeners, .script)
      for listener in listeners { visitor.show(listener, .script) }
    case .token(let token): token.showBlocks(to: visitor)
    case .payload(let bytes): bytes.showBlocks(to: visitor)
    case .batches, .container: break
    }
  }
}

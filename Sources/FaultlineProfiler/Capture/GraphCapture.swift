// How a graph is captured: objects are looked at, and held no longer than the look takes.

import Faultline
import FaultlineKnowledge
import FaultlineReplay

/// Captures what lives.
package enum GraphCapture {
  /// Looks at everything that lives; the counters of the contexts stay as they are.
  package static func capture(_ subject: CaptureSubject) -> CapturedGraph {
    var (graph, addresses) = look(subject)
    // Counted when nothing here holds an object any more.
    for (place, address) in addresses.enumerated() {
      if let pointer = UnsafeMutableRawPointer(bitPattern: address) {
        graph.objects[place].retains = ManagedObject.strongReferenceCount(at: pointer)
      }
    }
    return graph
  }

  @inline(never)
  private static func look(_ subject: CaptureSubject) -> (CapturedGraph, addresses: [UInt]) {
    let living = Self.objects(of: subject)
    var holds = holds(subject, on: living)
    let cycles = ObjectGraph(of: living).cycles
    var referred: Set<UInt64> = []
    var objects: [CapturedGraph.Object] = []
    for (node, object) in living.enumerated() {
      let references = references(of: object)
      for reference in references { referred.insert(reference.target) }
      let context = subject.contexts.first { $0.context === object.managedObjectContext }
      var condition = CapturedGraph.Condition()
      condition.context = context?.name
      condition.isFault = object.isFault
      condition.isInserted = object.isInserted
      condition.isUpdated = object.isUpdated && !object.isInserted
      condition.isDeleted = object.isDeleted
      condition.isInCycle = cycles.cycle(of: node) != nil
      condition.holds = holds.removeValue(forKey: object.registrationNumber) ?? []
      let id = object.objectID
      objects.append(
        CapturedGraph.Object(
          number: object.registrationNumber, entity: object.entity.name,
          record: id.isTemporaryID ? nil : id, condition: condition, references: references,
          cycle: cycles.cycle(of: node)))
    }
    for place in objects.indices {
      let strong = objects[place].condition.holds.contains { $0.reason.isStrong }
      if !strong, !referred.contains(objects[place].number) {
        let elsewhere = CapturedGraph.Root(kind: .elsewhere, title: "elsewhere")
        objects[place].condition.holds.append(.init(root: elsewhere, reason: .elsewhere))
      }
    }
    let addresses = living.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    return (
      CapturedGraph(objects: objects, roots: roots(of: subject), parents: parents(of: subject)),
      addresses
    )
  }

  // MARK: - What is there

  /// Every object that a context, a name or another object knows, each once, by registration number.
  private static func objects(of subject: CaptureSubject) -> ContiguousArray<ManagedObject> {
    var found: ContiguousArray<ManagedObject> = []
    var seen: Set<UInt64> = []
    func find(_ object: ManagedObject) {
      if seen.insert(object.registrationNumber).inserted { found.append(object) }
    }
    Population.objects(since: subject.moment).forEach(find)
    for (_, context) in subject.contexts { context.forEachShelved(find) }
    for holder in subject.holders { holder.objects.forEach(find) }
    var next = 0
    while next < found.count {
      found[next].forEachReference { _, other in find(other) }
      found[next].forEachFetched { _, other in find(other) }
      next += 1
    }
    found.sort { $0.registrationNumber < $1.registrationNumber }
    return found
  }

  private static func references(of object: ManagedObject) -> [CapturedGraph.Reference] {
    let ties = object.entity.layout.ties
    var references: [CapturedGraph.Reference] = []
    object.forEachReference { tie, other in
      references.append(
        .init(
          name: ties[tie].relationship.name, reason: .relationship,
          target: other.registrationNumber))
    }
    object.forEachFetched { name, other in
      references.append(.init(name: name, reason: .fetched, target: other.registrationNumber))
    }
    return references
  }

  // MARK: - What holds them

  private static func holds(
    _ subject: CaptureSubject, on objects: ContiguousArray<ManagedObject>
  ) -> [UInt64: [CapturedGraph.Hold]] {
    var holds: [UInt64: [CapturedGraph.Hold]] = [:]
    for (name, context) in subject.contexts {
      let titles = RootTitles(of: name)
      for object in objects where object.managedObjectContext === context || object.isAway {
        let own = context.ownHolders(of: object).map(titles.hold)
        let isFound = object.managedObjectContext === context
        let isHeld = own.contains { $0.root.kind == .context }
        let weak: [CapturedGraph.Hold] =
          isFound && !isHeld ? [.init(root: titles.context, reason: .weak)] : []
        if !own.isEmpty || isFound { holds[object.registrationNumber, default: []] += own + weak }
      }
    }
    for holder in subject.holders {
      let root = CapturedGraph.Root(kind: holder.kind, title: holder.name)
      let hold = CapturedGraph.Hold(root: root, reason: holder.kind == .name ? .name : .container)
      var seen: Set<UInt64> = []
      for object in holder.objects where seen.insert(object.registrationNumber).inserted {
        holds[object.registrationNumber, default: []].append(hold)
      }
    }
    return holds
  }

  private static func roots(of subject: CaptureSubject) -> [CapturedGraph.Root] {
    let contexts = subject.contexts.flatMap { name, context in
      let titles = RootTitles(of: name)
      return [titles.context] + (context.undoManager == nil ? [] : [titles.undo])
    }
    return contexts + subject.holders.map { CapturedGraph.Root(kind: $0.kind, title: $0.name) }
  }
}

extension GraphCapture {
  /// Children whose parents are there as well.
  private static func parents(of subject: CaptureSubject) -> [CapturedGraph.Parent] {
    subject.contexts.compactMap { name, context in
      guard let parent = subject.contexts.first(where: { $0.context === context.parent }) else {
        return nil
      }
      return CapturedGraph.Parent(
        child: RootTitles(of: name).context,
        parent: RootTitles(of: parent.name).context)
    }
  }
}

/// What a context and what belongs to it are called.
private struct RootTitles {
  let context: CapturedGraph.Root
  let undo: CapturedGraph.Root
  let pool: CapturedGraph.Root

  /// What the scenario's own context is called, which needs no name.
  private static let main = "main"

  init(of name: String) {
    let suffix = name == Self.main ? "" : " of \(name)"
    context = .init(kind: .context, title: name == Self.main ? "context" : "context \(name)")
    undo = .init(kind: .undo, title: "undo manager\(suffix)")
    pool = .init(kind: .pool, title: "pool\(suffix)")
  }

  /// How the context, its undo manager or its pool hold an object.
  func hold(_ holder: Holder) -> CapturedGraph.Hold {
    let reason = HoldReason(holder)
    let root =
      switch reason {
      case .undo, .redo: undo
      case .pool: pool
      default: context
      }
    return .init(root: root, reason: reason)
  }
}

extension ManagedObject {
  /// Whether it is in no context, be it for a while.
  fileprivate var isAway: Bool { managedObjectContext == nil }
}

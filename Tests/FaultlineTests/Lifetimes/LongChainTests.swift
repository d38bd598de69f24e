// Letting go of very many objects that hold each other, on a stack that has no room for a descent.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct LongChainTests {
  private static let stack = 256 << 10

  /// What a thread has counted.
  ///
  /// Unchecked: one thread after the other uses it.
  private final class Counts: @unchecked Sendable {
    var all: Result<[Int], any Error> = .success([])
  }

  /// The two ends of a chain whose context is gone: only the first is held.
  ///
  /// Unchecked: one thread after the other uses it.
  private final class Outliving: @unchecked Sendable {
    var root: ManagedObject?
    weak var tail: ManagedObject?
  }

  /// The objects of a context that were made here and are only held by each other.
  ///
  /// Unchecked: one thread after the other uses it.
  private final class Graph: @unchecked Sendable {
    let context: ManagedObjectContext
    var root: ManagedObject?

    init() throws { context = try makeContext(try companyModel()) }

    func hire() -> ManagedObject { context.insertNewObject(forEntityName: "Employee") }
  }

  /// Realizes one direction only, from the root on, and leaves the root as the last name.
  private func realize(
    _ graph: Graph, _ root: ManagedObjectID, follow: (ManagedObject) -> [ManagedObject]
  ) {
    var front = [graph.context.object(with: root)]
    graph.root = front[0]
    while let object = front.popLast() { front += follow(object) }
  }

  private static let length = Effort.choose(quick: 50_000, ci: 500_000, full: 1_000_000)

  private func superior(of object: ManagedObject) -> [ManagedObject] {
    (object.value(forKey: "manager") as? ManagedObject).map { [$0] } ?? []
  }

  /// DESIGN 3.1: release is iterative.
  @Test func `a long chain of managers goes on a small stack`() throws {
    let graph = try Graph()
    realize(graph, try chain(Self.length, in: graph), follow: superior)
    #expect(graph.context.registeredObjectCount == Self.length)
    onThread(stackSize: Self.stack) { graph.root = nil }.wait()
    #expect(graph.context.registeredObjectCount == 0)
  }

  /// DESIGN 3.3: a chain outlives its context, and goes the same way.
  @Test func `a long chain goes on a small stack when its context is gone`() throws {
    var graph: Graph? = try Graph()
    let population = Outliving()
    if let graph {
      realize(graph, try chain(Self.length, in: graph), follow: superior)
      population.root = graph.root
      population.tail = graph.context.registeredObjects.first
    }
    graph = nil
    #expect(population.root?.managedObjectContext == nil)
    #expect(population.tail != nil)
    onThread(stackSize: Self.stack) { population.root = nil }.wait()
    #expect(population.tail == nil)
  }

  /// U1, U3: the undo manager holds the first of a chain, or all of it, and lets go as gently.
  @Test(arguments: [false, true])
  func `a long chain that only the undo manager holds goes on a small stack`(
    holdsAll: Bool
  ) throws {
    let counts = Counts()
    onThread(stackSize: Self.stack) {
      counts.all = Result {
        let graph = try Graph()
        let tail = try chain(Self.length, in: graph)
        let undoManager = UndoManager()
        graph.context.undoManager = undoManager
        realize(graph, tail, follow: superior)
        let changed = holdsAll ? graph.context.registeredObjects : graph.root.map { [$0] } ?? []
        for object in changed { object.setValue(1.0, forKey: "salary") }
        try graph.context.save()
        return (undoManager, graph)
      }.map { undoManager, graph in
        graph.root = nil
        let before = [undoManager.heldObjectCount, graph.context.registeredObjectCount]
        undoManager.removeAllActions()
        return before + [undoManager.heldObjectCount, graph.context.registeredObjectCount]
      }
    }.wait()
    #expect(try counts.all.get() == [holdsAll ? Self.length : 1, Self.length, 0, 0])
  }

  @Test func `a deep tree goes on a small stack`() throws {
    let graph = try Graph()
    // With its owner, each destination would make a retain cycle.
    graph.context.behaviours = .destinationsComeWhenFollowed
    let root = try tree(layers: 20_000, in: graph)
    realize(graph, root) { object in
      (object.value(forKey: "reports") as? Set<ManagedObject>).map(Array.init) ?? []
    }
    #expect(graph.context.registeredObjectCount == 60_001)
    onThread(stackSize: Self.stack) { graph.root = nil }.wait()
    #expect(graph.context.registeredObjectCount == 0)
  }

  /// C1, C2: every object holds every other, until each is refreshed.
  @Test func `a clique goes when all of it was refreshed`() throws {
    let graph = try Graph()
    do {
      let department = graph.context.insertNewObject(forEntityName: "Department")
      let boss = graph.hire()
      boss.setValue(boss, forKey: "manager")
      for _ in 0..<500 {
        let employee = graph.hire()
        employee.setValue(department, forKey: "department")
        employee.setValue(boss, forKey: "manager")
      }
      try graph.context.save()
    }
    #expect(graph.context.registeredObjectCount == 502)
    graph.context.refreshAllObjects()
    #expect(graph.context.registeredObjectCount == 0)
  }

  /// C1, C2: musicians who are all friends of each other, so that there are as many references as pairs.
  @Test func `a clique of friends goes when all of it was refreshed`() throws {
    let count = Effort.choose(quick: 200, ci: 1_000, full: 2_000)
    let studio = try Studio()
    do {
      var friends: [ManagedObject] = []
      for index in 0..<count {
        let musician = studio.make("Musician", "\(index)")
        for friend in friends { musician.mutableSetValue(forKey: "friends").add(friend) }
        friends.append(musician)
      }
      try studio.context.save()
    }
    #expect(studio.context.registeredObjectCount == count)
    studio.context.refreshAllObjects()
    #expect(studio.context.registeredObjectCount == 0)
  }

  /// Saves a chain of managers and lets it go; the ID is that of the last report.
  private func chain(_ count: Int, in graph: Graph) throws -> ManagedObjectID {
    var last = graph.hire()
    for _ in 1..<count {
      let next = graph.hire()
      next.setValue(last, forKey: "manager")
      last = next
    }
    try graph.context.save()
    let id = last.objectID
    graph.context.reset()
    return id
  }

  /// Saves a tree with three objects a layer, all of one boss in the layer above.
  private func tree(layers: Int, in graph: Graph) throws -> ManagedObjectID {
    let root = graph.hire()
    var layer = [root]
    for depth in 0..<layers {
      let boss = layer[depth % layer.count]
      layer = (0..<3).map { _ in
        let report = graph.hire()
        report.setValue(boss, forKey: "manager")
        return report
      }
    }
    try graph.context.save()
    let id = root.objectID
    graph.context.reset()
    return id
  }
}

// Letting go of very many objects that hold each other, on a stack that has no room for a descent.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct LongChainTests {
  private static let stack = 256 << 10

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

  /// DESIGN 3.1: release is iterative.
  @Test func `a long chain of managers goes on a small stack`() throws {
    let count = Effort.choose(quick: 200_000, ci: 1_000_000, full: 1_000_000)
    let graph = try Graph()
    let tail = try chain(count, in: graph)
    realize(graph, tail) { object in
      (object.value(forKey: "manager") as? ManagedObject).map { [$0] } ?? []
    }
    #expect(graph.context.registeredObjectCount == count)
    onThread(stackSize: Self.stack) { graph.root = nil }.wait()
    #expect(graph.context.registeredObjectCount == 0)
  }

  @Test func `a deep tree goes on a small stack`() throws {
    let graph = try Graph()
    let root = try tree(layers: 20_000, in: graph)
    realize(graph, root) { object in
      (object.value(forKey: "reports") as? Set<ManagedObject>).map(Array.init) ?? []
    }
    #expect(graph.context.registeredObjectCount == 60_001)
    onThread(stackSize: Self.stack) { graph.root = nil }.wait()
    #expect(graph.context.registeredObjectCount == 0)
  }

  /// C1, C2: everybody holds everybody, until each is refreshed.
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

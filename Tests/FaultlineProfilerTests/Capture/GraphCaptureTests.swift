// What a capture of the graph sees: several contexts, holders of every kind, the runtime's own counts; it changes nothing.

import Faultline
@testable import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler

/// Other tests make objects at the same time, so each is named to the capture.
struct `A capture of the graph` {
  private func film(_ graphs: [CapturedGraph], _ records: SavedRecords) -> Replay {
    var builder = ReplayBuilder(graphs, records: records)
    let frames = graphs.indices.map { place -> Replay.Frame in
      var frame = Replay.Frame(line: place, step: "step")
      (frame.states, frame.ties) = builder.graph(at: place)
      return frame
    }
    var film = Replay(
      scenario: "test", title: "", variant: "", nodes: builder.nodes, edges: builder.edges,
      frames: frames)
    film.narrate()
    return film
  }

  private func graph(of office: Office, _ people: [ManagedObject]) -> CapturedGraph {
    GraphCapture.capture(
      CaptureSubject(
        since: Population.now.onThisThread, contexts: [("main", office.context)],
        holders: [.init(.name, "people", people)]))
  }

  /// Every edge of a frame on a line.
  private func drawing(_ film: Replay, _ place: Int) -> String {
    film.frames[place].ties.map { tie in
      let edge = film.edges[tie.edge]
      let name = edge.name.isEmpty ? edge.reason.rawValue : edge.name
      return "\(film.nodes[edge.from].title) \(name) \(film.nodes[edge.to].title)"
    }.sorted().joined(separator: "\n")
  }

  /// P1, P2, Q3: a child holds its parent, and each context has an object of its own for a record.
  @Test func `sees several contexts, and whose copy of a record an object is`() throws {
    let records = SavedRecords()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .inMemory)
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    try parent.setPersistentStoreCoordinator(coordinator)
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    try child.setParent(parent)
    let both = [(name: "main", context: parent), (name: "editor", context: child)]
    func capture(
      _ contexts: [(name: String, context: ManagedObjectContext)], _ kept: [ManagedObject]
    )
      -> CapturedGraph
    {
      GraphCapture.capture(
        CaptureSubject(
          since: Population.now.onThisThread, contexts: contexts,
          holders: [.init(.name, "kept", kept)]))
    }
    var kept: [ManagedObject] = []
    try parent.performAndWait {
      kept = [parent.insertNewObject(forEntityName: "Employee")]
      try parent.save()
    }
    var graphs = [capture([both[0]], kept)]
    try child.performAndWait {
      kept += try child.fetch(FetchRequest(entityName: "Employee"))
    }
    graphs.append(capture(both, kept))
    let film = film(graphs, records)
    #expect(
      film.nodes.map(\.title) == [
        "context", "context editor", "undo manager", "undo manager of editor", "kept", "Employee 1",
        "Employee 1 b",
      ])
    #expect(film.nodes.compactMap(\.detail) == ["in main", "in editor"])
    expectText(
      drawing(film, 1),
      is: """
        context editor parent context
        context editor weak Employee 1 b
        context weak Employee 1
        kept name Employee 1
        kept name Employee 1 b
        undo manager undo Employee 1
        """)
    #expect(
      film.frames[1].sentence.hasPrefix(
        "The context editor is opened as a child of the context (P1). Employee 1 b comes in as a fault"
      ))
    // L1: the child's object goes and comes again, which is another instance beside the parent's.
    kept.removeLast()
    graphs.append(capture(both, kept))
    try child.performAndWait {
      kept += try child.fetch(FetchRequest(entityName: "Employee"))
    }
    graphs.append(capture(both, kept))
    let again = self.film(graphs, records)
    #expect(again.nodes.map(\.instance) == Array(repeating: nil, count: 7) + [2])
    #expect(
      again.frames[3].sentence.contains(": a new instance of a record that was here before (L1)"))
  }

  /// F2, U1: looking at faults, at the undo stack and at relationships leaves all counters as they were.
  @Test func `fires nothing and counts nothing`() throws {
    let office = try Office(undo: true)
    let pair = try office.pair()
    office.context.refresh(office.context.object(with: pair.manager), mergeChanges: false)
    let before = (office.context.statistics, office.coordinator.statistics)
    let graph = graph(of: office, [office.context.object(with: pair.report)])
    #expect(graph.objects.count == 2)
    #expect(office.context.statistics == before.0)
    #expect(office.coordinator.statistics == before.1)
  }

  /// C1: the runtime counts as many references as there are holders, when the capture is over.
  @Test func `counts references as the runtime does, without its own`() throws {
    let office = try Office()
    var people = [office.hire("Grace")]
    people.append(office.hire("Ada", manager: people[0]))
    let graph = graph(of: office, people)
    withExtendedLifetime(people) {
      // The change, the other one's reference, and the list.
      #expect(graph.objects.map(\.retains) == [3, 3])
    }
  }

  @Test func `never draws more nodes than it may, and says what is left`() throws {
    let office = try Office()
    let people = (0..<60).map { office.hire("Employee \($0)") }
    for (place, one) in people.enumerated().dropFirst() {
      one.setValue(people[place / 2], forKey: "manager")
    }
    var builder = ReplayBuilder([graph(of: office, people)], records: SavedRecords(), limit: 12)
    let states = builder.graph(at: 0).states
    #expect(builder.nodes.count <= 12)
    #expect(states.filter { !builder.nodes[$0.node].kind.isRoot }.reduce(0) { $0 + $1.count } == 60)
  }
}

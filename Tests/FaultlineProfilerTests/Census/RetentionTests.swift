// What keeps what alive, written as ways from a holder along references.

@testable import FaultlineProfiler
import FaultlineTestSupport
import Testing

@Suite struct RetentionTests {
  /// A company of employees, departments and rooms, distinguished by the first letter of their names.
  private struct Company {
    private static let kinds = ["Department", "Employee", "Room"]
    private static let names = ["department", "employees", "manager", "reports", "rooms"]
    private var builder = ReferenceGraph.Builder(
      kinds: kinds,
      relationships: [
        .init("department", inverse: 1), .init("employees", inverse: 0),
        .init("manager", inverse: 3), .init("reports", inverse: 2), .init("rooms"),
      ])
    private var nodes: [String: Int] = [:]

    init(_ references: [String]) {
      for reference in references {
        let words = reference.split { !($0.isLetter || $0.isNumber) }.map(String.init)
        for name in [words[0]] + words.dropFirst(2) where nodes[name] == nil {
          let kind = Self.kinds.firstIndex { $0.lowercased().first == name.first } ?? 0
          nodes[name] = builder.appendNode(kind: kind)
        }
        guard words.count == 3, let source = nodes[words[0]], let target = nodes[words[2]],
          let label = Self.names.firstIndex(of: words[1])
        else { continue }
        builder.appendEdge(from: source, to: target, relationship: label)
      }
    }

    /// The ways of what is held by some, each a name and the words of what holds it.
    func ways(from holders: KeyValuePairs<String, String> = [:]) -> String {
      found(from: holders).map(\.text).joined(separator: "\n")
    }

    func found(from holders: KeyValuePairs<String, String> = [:]) -> [Retention.Way] {
      let graph = builder.build()
      let roots = holders.compactMap { name, words in nodes[name].map { ($0, words) } }
      return Retention(of: graph, from: roots, cycles: CycleFinder.search(graph)).ways
    }
  }

  /// R5: what is named is held by its name, and what it refers to by the way there.
  @Test func `an object is kept along the shortest way from a holder`() {
    let company = Company([
      "e1.department → d1", "d1.rooms → r1", "d1.rooms → r2", "e2.manager → e1",
    ])
    expectText(
      company.ways(from: ["e1": "the name 'ada'", "e2": "the pool"]),
      is: """
        2 × Room: the name 'ada' → Employee.department → Department.rooms
        1 × Department: the name 'ada' → Employee.department
        1 × Employee: the name 'ada'
        1 × Employee: the pool
        """)
  }

  /// C1: nothing else holds the two, and they hold each other, and a room with them.
  @Test func `a retain cycle keeps itself and what hangs on it`() {
    let company = Company(["e1.department → d1", "d1.employees → e1", "d1.rooms → r1"])
    expectText(
      company.ways(),
      is: """
        1 × Department: a retain cycle
        1 × Employee: a retain cycle
        1 × Room: a retain cycle → Department.rooms
        """)
  }

  /// C1: what hangs on a cycle is kept by that cycle, and by no other.
  @Test func `each kind of retain cycle keeps what hangs on it`() {
    let company = Company([
      "e1.manager → e2", "e2.reports → e1", "e3.manager → e4", "e4.reports → e3",
      "d1.employees → e5", "e5.department → d1", "d1.rooms → r1",
    ])
    let lines = company.found().map { way in
      "\(way.count) × \(way.entity): \(way.cycle?.text ?? "-")"
    }
    expectText(
      lines.joined(separator: "\n"),
      is: """
        4 × Employee: Employee.manager → Employee.reports → Employee
        1 × Department: Department.employees → Employee.department → Department
        1 × Employee: Department.employees → Employee.department → Department
        1 × Room: Department.employees → Employee.department → Department
        """)
  }

  @Test func `objects of one holder are one way, whatever stands between them`() {
    let company = Company(["e1", "e2", "e3", "e4"])
    expectText(
      company.ways(from: [
        "e1": "the pool", "e2": "the name 'ada'", "e3": "the pool", "e4": "the name 'ada'",
      ]),
      is: """
        2 × Employee: the name 'ada'
        2 × Employee: the pool
        """)
  }

  /// C3: a retain cycle that is held from outside is its holder's.
  @Test func `a retain cycle that is held belongs to its holder`() {
    let company = Company(["e1.manager → e2", "e2.reports → e1"])
    expectText(
      company.ways(from: ["e2": "the undo manager"]),
      is: """
        1 × Employee: the undo manager
        1 × Employee: the undo manager → Employee.reports
        """)
  }

  @Test func `what is left is held by something unknown, and what hangs on it with it`() {
    let company = Company(["d1", "e1.department → d1"])
    expectText(
      company.ways(),
      is: """
        1 × Department: a holder that the engine does not know → Employee.department
        1 × Employee: a holder that the engine does not know
        """)
  }

  @Test func `a chain is one way, however long`() {
    let chain = (1..<10_000).map { "e\($0).manager → e\($0 + 1)" }
    expectText(
      Company(chain).ways(from: ["e1": "the name 'last'"]),
      is: """
        9999 × Employee: the name 'last' → Employee.manager
        1 × Employee: the name 'last'
        """)
  }

  @Test func `a way that goes round is cut`() {
    let steps = (1..<1_000).map { "e\($0).\($0 % 2 == 0 ? "manager" : "reports") → e\($0 + 1)" }
    let ways = Company(steps).ways(from: ["e1": "the name 'first'"])
    #expect(ways.split(separator: "\n").count == 9)
    #expect(ways.hasPrefix("992 × Employee: the name 'first' → Employee.reports → "))
  }
}

// Retain cycles, pairs and representatives on graphs small enough to draw.

import FaultlineProfiler
import Testing

@Suite struct CycleFinderTests {
  @Test func `two objects that point at each other are a retain cycle and a pair`() {
    let cycles = CycleFinder.search(company(["ada.reports → bob", "bob.manager → ada"]))
    #expect(cycles.count == 1)
    #expect(cycles.pairs == 1)
    #expect(cycles.objects == 2)
    #expect(
      picture(cycles) == """
        1 × Employee.manager → Employee.reports → Employee (2 objects) 949185f53764350f
        """)
  }

  @Test func `a cycle has one name wherever it begins`() {
    let forth = CycleFinder.search(company(["ada.reports → bob", "bob.manager → ada"]))
    let back = CycleFinder.search(company(["ada.manager → bob", "bob.reports → ada"]))
    #expect(forth.kinds == back.kinds)

    let ring = ["ada.mentor → bob", "bob.manager → cyd", "cyd.friend → ada"]
    let turned = ["cyd.mentor → ada", "ada.manager → bob", "bob.friend → cyd"]
    let one = CycleFinder.search(company(ring))
    #expect(one.kinds == CycleFinder.search(company(turned)).kinds)
    #expect(one.kinds == CycleFinder.search(company(ring.reversed())).kinds)
    #expect(
      one.kinds.map(\.text) == [
        "Employee.friend → Employee.mentor → Employee.manager → Employee"
      ])
  }

  /// Which of two pairs comes first by name must not decide how many kinds there are.
  @Test func `kinds do not depend on the order of names`() {
    let both = [
      "ada.reports → bob", "bob.manager → ada", "ada.spouse → bob", "bob.spouse → ada",
    ]
    let married = CycleFinder.search(company(both + ["cyd.spouse → dan", "dan.spouse → cyd"]))
    let managed = CycleFinder.search(company(both + ["cyd.reports → dan", "dan.manager → cyd"]))
    #expect(married.kinds.map(\.count) == [1, 1])
    #expect(managed.kinds.map(\.count) == [1, 1])
    #expect(Set(managed.kinds.map(\.fingerprint)).count == 2)
    let own = CycleFinder.search(
      company([
        "ada.manager → ada", "ada.reports → ada", "bob.reports → cyd", "cyd.manager → bob",
      ]))
    #expect(own.kinds.map(\.count) == [1, 1])
  }

  @Test func `a reference back without its inverse is a retain cycle and no pair`() {
    let cycles = CycleFinder.search(company(["ada.reports → bob", "bob.mentor → ada"]))
    #expect(cycles.count == 1)
    #expect(cycles.pairs == 0)
    #expect(cycles.kinds.map(\.length) == [2])
  }

  @Test func `a relationship that is its own inverse makes one pair of two`() {
    let cycles = CycleFinder.search(company(["ada.spouse → bob", "bob.spouse → ada"]))
    #expect(cycles.pairs == 1)
    #expect(cycles.kinds.map(\.text) == ["Employee.spouse → Employee.spouse → Employee"])
  }

  @Test func `an object that refers to itself is a retain cycle of one`() {
    let cycles = CycleFinder.search(company(["ada.mentor → ada", "bob.mentor → ada"]))
    #expect(cycles.count == 1)
    #expect(cycles.objects == 1)
    #expect(cycles.pairs == 0)
    #expect(cycles.kinds.map(\.text) == ["Employee.mentor → Employee"])
    #expect(cycles.cycle(of: 0) == 0)
    #expect(cycles.cycle(of: 1) == nil)
    #expect(cycles.cycle(of: 2) == nil)
  }

  @Test func `one's own manager is one pair, however it is written`() {
    #expect(CycleFinder.search(company(["ada.manager → ada", "ada.reports → ada"])).pairs == 1)
    #expect(CycleFinder.search(company(["ada.spouse → ada"])).pairs == 1)
    #expect(CycleFinder.search(company(["ada.manager → ada"])).pairs == 0)
  }

  @Test func `a doubled reference makes no second pair`() {
    let cycles = CycleFinder.search(
      company(["ada.reports → bob", "ada.reports → bob", "bob.manager → ada", "bob.manager → ada"]))
    #expect(cycles.pairs == 1)
  }

  @Test func `one strong end is no retain cycle`() {
    let cycles = CycleFinder.search(company(["ada.reports → bob", "ada.reports → cyd"]))
    #expect(cycles.count == 0)
    #expect(cycles.kinds == [])
    #expect(cycles.cycle(of: 0) == nil)
  }

  @Test func `an empty graph has no retain cycle`() {
    let graph = ReferenceGraph.Builder(kinds: [], relationships: []).build()
    #expect(CycleFinder.search(graph).count == 0)
  }

  @Test func `six hundred retain cycles of two kinds are two lines`() {
    var builder = ReferenceGraph.Builder(
      kinds: ["Employee", "Department"],
      relationships: [
        .init("reports", inverse: 1), .init("manager", inverse: 0),
        .init("department", inverse: 3), .init("employees", inverse: 2),
      ])
    for index in 0..<600 {
      let first = builder.appendNode(kind: 0)
      let second = builder.appendNode(kind: index % 3 == 0 ? 1 : 0)
      let label = index % 3 == 0 ? 2 : 0
      builder.appendEdge(from: first, to: second, relationship: label)
      builder.appendEdge(from: second, to: first, relationship: label + 1)
    }
    let cycles = CycleFinder.search(builder.build())
    #expect(cycles.pairs == 600)
    #expect(
      picture(cycles) == """
        400 × Employee.manager → Employee.reports → Employee (800 objects) 949185f53764350f
        200 × Department.employees → Employee.department → Department (400 objects) 4c4c6c4a351ce1a0
        """)
    #expect((0..<1_200).allSatisfy { cycles.cycle(of: $0) == $0 / 2 })
  }

  @Test func `the representative is the shortest way round`() {
    // A ring of five with one chord: the chord closes a ring of three.
    let cycles = CycleFinder.search(
      company([
        "ada.friend → bob", "bob.friend → cyd", "cyd.friend → dan", "dan.friend → eve",
        "eve.friend → ada", "dan.mentor → bob",
      ]))
    #expect(
      cycles.kinds.map(\.text) == [
        "Employee.friend → Employee.friend → Employee.mentor → Employee"
      ])
  }

  @Test func `a long ring is cut where it is shown and not where it is fingerprinted`() {
    let short = CycleFinder.search(ring(of: 13))
    let long = CycleFinder.search(ring(of: 14))
    let steps = Array(repeating: "Employee.next", count: 12).joined(separator: " → ")
    #expect(short.kinds.map(\.text) == ["\(steps) → … 1 more steps … → Employee"])
    #expect(long.kinds.map(\.length) == [14])
    #expect(short.kinds.map(\.fingerprint) != long.kinds.map(\.fingerprint))
  }
}

/// Draws the kinds of retain cycles, a line each.
private func picture(_ cycles: RetainCycles) -> String {
  cycles.kinds
    .map { "\($0.count) × \($0.text) (\($0.objects) objects) \($0.fingerprint)" }
    .joined(separator: "\n")
}

/// Builds a graph of employees from sentences like `ada.reports → bob`.
private func company(_ references: [String]) -> ReferenceGraph {
  let names = ["reports", "manager", "spouse", "mentor", "friend"]
  let people = ["ada", "bob", "cyd", "dan", "eve"]
  var builder = ReferenceGraph.Builder(
    kinds: ["Employee"],
    relationships: [
      .init("reports", inverse: 1), .init("manager", inverse: 0), .init("spouse", inverse: 2),
      .init("mentor"), .init("friend"),
    ])
  for _ in people { builder.appendNode(kind: 0) }
  for reference in references {
    let words = reference.split { !$0.isLetter }.map(String.init)
    guard
      words.count == 3, let source = people.firstIndex(of: words[0]),
      let label = names.firstIndex(of: words[1]), let target = people.firstIndex(of: words[2])
    else { preconditionFailure("'\(reference)' is no reference") }
    builder.appendEdge(from: source, to: target, relationship: label)
  }
  return builder.build()
}

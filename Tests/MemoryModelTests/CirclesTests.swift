// Retain cycles as the model finds them, in graphs that are drawn by hand.

import Testing

@testable import MemoryModel

@Suite struct CirclesTests {
  /// A has a to-one relationship to B with a to-many inverse, one to itself with an inverse, and one without.
  private static let schema: Schema = {
    var schema = Schema(entities: [Entity(name: "A"), Entity(name: "B")])
    schema.entities[0].relationships = [
      Relationship(name: "b", destination: 1, isToMany: false, inverse: 0),
      Relationship(name: "next", destination: 0, isToMany: false, inverse: 2),
      Relationship(name: "former", destination: 0, isToMany: true, inverse: 1),
      Relationship(name: "lone", destination: 0, isToMany: false),
    ]
    schema.entities[1].relationships = [
      Relationship(name: "as", destination: 0, isToMany: true, inverse: 0)
    ]
    return schema
  }()
  private static let b = Schema.End(entity: 0, relationship: 0)
  private static let next = Schema.End(entity: 0, relationship: 1)
  private static let former = Schema.End(entity: 0, relationship: 2)
  private static let lone = Schema.End(entity: 0, relationship: 3)
  private static let members = Schema.End(entity: 1, relationship: 0)

  private func circles(_ references: Reference...) -> Circles {
    Circles(of: Set(references), in: Self.schema)
  }

  @Test func `a chain has no cycle`() {
    let found = circles(
      Reference(1, Self.b, 9), Reference(2, Self.b, 9), Reference(1, Self.next, 2))
    #expect(found.groups == [])
    #expect(found.pairs == 0)
    #expect(found.kinds == [])
  }

  @Test func `an inverse pair is a cycle of two objects`() {
    let found = circles(
      Reference(1, Self.b, 9), Reference(9, Self.members, 1), Reference(2, Self.b, 9))
    #expect(found.groups == [[1, 9]])
    #expect(found.pairs == 1)
    #expect(found.kinds == [["A.b B.as"]])
  }

  @Test func `an object that refers to itself is a cycle, and both ends of it are a pair`() {
    let found = circles(Reference(1, Self.next, 1), Reference(1, Self.former, 1))
    #expect(found.groups == [[1]])
    #expect(found.pairs == 1)
    #expect(found.kinds == [["A.former", "A.next"]])
  }

  @Test func `a circle without inverses reads like all its references`() {
    let found = circles(
      Reference(1, Self.lone, 2), Reference(2, Self.lone, 3), Reference(3, Self.next, 1))
    #expect(found.groups == [[1, 2, 3]])
    #expect(found.pairs == 0)
    #expect(found.kinds == [["A.lone", "A.next"]])
  }

  @Test func `cycles that share an object are one`() {
    let found = circles(
      Reference(1, Self.lone, 2), Reference(2, Self.lone, 1), Reference(2, Self.next, 3),
      Reference(3, Self.lone, 2), Reference(7, Self.lone, 8), Reference(8, Self.lone, 7))
    #expect(Set(found.groups) == [[1, 2, 3], [7, 8]])
    #expect(found.objects == [1, 2, 3, 7, 8])
    #expect(found.kinds == [["A.lone", "A.next"], ["A.lone"]])
  }

  @Test func `groups are those that a search from every object finds`() {
    var chance = Chance(seed: 4)
    for _ in 0..<200 {
      let count = chance.number(2...8)
      let references = Set(
        (0..<chance.number(1...14)).map { _ in
          Reference(
            chance.number(1...count), chance.pick([Self.next, Self.lone]), chance.number(1...count))
        })
      let found = Circles(of: references, in: Self.schema)
      for one in 1...count {
        for other in 1...count {
          let together =
            leads(one, to: other, by: references) && leads(other, to: one, by: references)
          #expect(found.groups.contains { $0.contains(one) && $0.contains(other) } == together)
        }
      }
    }
  }

  /// Whether references lead from one object to another, in one step or more.
  private func leads(_ one: Int, to other: Int, by references: Set<Reference>) -> Bool {
    var reached: Set<Int> = []
    var waiting = [one]
    while let next = waiting.popLast() {
      for reference in references where reference.source == next {
        if reached.insert(reference.target).inserted { waiting.append(reference.target) }
      }
    }
    return reached.contains(other)
  }
}

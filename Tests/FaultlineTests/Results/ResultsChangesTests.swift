// What has become of a list, without any context: a pure function.

import FaultlineTestSupport
import Foundation
import Testing

@testable import Faultline

@Suite struct ResultsChangesTests {
  private static let entity = Result {
    try ManagedObjectModel(entities: [EntityDescription(name: "Item")])
  }
  private let space = KeySpace(nil, ordinal: 0)
  private let entity: EntityDescription

  init() throws { entity = try #require(try Self.entity.get().entitiesByName["Item"]) }

  private func id(_ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: entity, key: key, space: space)
  }

  /// A list of sections such as `A: 1 2 3`.
  private func list(_ sections: [(String, [Int64])]) throws -> ResultsList {
    let rows = ContiguousArray(sections.flatMap(\.1).map { ResultsRow(id: id($0)) })
    return try ResultsList(
      rows, sections: sections.flatMap { name, keys in keys.map { _ in name } })
  }

  private func text(
    _ old: [(String, [Int64])], _ new: [(String, [Int64])], updated: [Int64] = []
  ) throws -> String {
    let changes = ResultsChanges(
      from: try list(old), to: try list(new), updated: Set(updated.map(id)))
    let sections =
      changes.deletedSections.map { "-section \($0)" }
      + changes.insertedSections.map { "+section \($0)" }
    let objects = changes.objects.map { change in
      let paths = [change.old, change.new].map { $0.map { "\($0.section).\($0.item)" } ?? "·" }
      return "\(change.kind) \(change.id.key) \(paths[0]) → \(paths[1])"
    }
    return (sections + objects).joined(separator: "\n")
  }

  @Test func `lists that are alike have no changes`() throws {
    #expect(try text([("A", [1, 2]), ("B", [3])], [("A", [1, 2]), ("B", [3])]) == "")
    #expect(try text([], []) == "")
  }

  @Test func `as few as possible have moved`() throws {
    #expect(try text([("A", [1, 2, 3, 4])], [("A", [2, 3, 4, 1])]) == "move 1 0.0 → 0.3")
    #expect(try text([("A", [1, 2, 3, 4])], [("A", [4, 1, 2, 3])]) == "move 4 0.3 → 0.0")
    // Of two that have changed places, it is the one that was touched.
    #expect(try text([("A", [1, 2])], [("A", [2, 1])], updated: [2]) == "move 2 0.1 → 0.0")
    expectText(
      try text([("A", [1, 2])], [("A", [2, 1])], updated: [1, 2]),
      is: "move 1 0.0 → 0.1\nupdate 2 0.1 → 0.0")
  }

  @Test func `deletions come from behind, everything else from the front`() throws {
    expectText(
      try text([("A", [1, 2, 3, 4, 5])], [("A", [6, 4, 2, 7])], updated: [2, 4]),
      is: """
        delete 5 0.4 → ·
        delete 3 0.2 → ·
        delete 1 0.0 → ·
        insert 6 · → 0.0
        insert 7 · → 0.3
        move 2 0.1 → 0.2
        update 4 0.3 → 0.1
        """)
  }

  @Test func `a section that changes places goes and comes`() throws {
    expectText(
      try text(
        [("A", [1]), ("B", [2, 3]), ("C", [4])], [("B", [2, 3]), ("C", [4]), ("A", [1])]),
      is: "-section 0\n+section 2\nmove 1 0.0 → 2.0")
  }

  @Test func `an object that goes to another section has moved`() throws {
    #expect(
      try text([("A", [1, 2]), ("B", [3])], [("A", [1]), ("B", [2, 3])]) == "move 2 0.1 → 1.0")
  }

  @Test func `a section that comes back is out of order`() throws {
    #expect(throws: OutOfOrderSection.self) { try list([("A", [1]), ("B", [2]), ("A", [3])]) }
  }

  /// Any list becomes any other one by its changes.
  @Test(arguments: 1...Effort.choose(quick: 300, ci: 3_000, full: 30_000))
  func `changes lead from one list to the other`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func sections() -> [(String, [Int64])] {
      var keys = Array(Int64(1)...14).shuffled(using: &random)
      keys.removeLast(Int.random(in: 0...8, using: &random))
      let names = ["A", "B", "C", "D"].shuffled(using: &random)
      var made: [(String, [Int64])] = []
      for name in names where !keys.isEmpty {
        let count = Int.random(in: 0...keys.count, using: &random)
        if count > 0 { made.append((name, Array(keys.prefix(count)))) }
        keys.removeFirst(count)
      }
      return made
    }
    let (old, new) = (try list(sections()), try list(sections()))
    let updated = Set((Int64(1)...14).filter { _ in Bool.random(using: &random) }.map(id))
    let changes = ResultsChanges(from: old, to: new, updated: updated)
    var shown = old.sections.map { section in (section.name, old.rows[section.rows].map(\.id)) }
    for change in changes.objects.sorted(by: { ($0.old ?? [0]) > ($1.old ?? [0]) })
    where change.kind != .update {
      guard let path = change.old else { continue }
      #expect(shown[path.section].1.remove(at: path.item) == change.id)
    }
    for number in changes.deletedSections { #expect(shown.remove(at: number).1 == []) }
    for number in changes.insertedSections {
      shown.insert((new.sections[number].name, []), at: number)
    }
    for change in changes.objects.sorted(by: { ($0.new ?? [0]) < ($1.new ?? [0]) })
    where change.kind != .update {
      if let path = change.new { shown[path.section].1.insert(change.id, at: path.item) }
    }
    #expect(shown.map(\.0) == new.sections.map(\.name))
    #expect(shown.map(\.1) == new.sections.map { new.rows[$0.rows].map(\.id) })
    // An updated object is named once: as an update, or within a move.
    let both = Set(old.rows.map(\.id)).intersection(new.rows.map(\.id)).intersection(updated)
    let named = changes.objects.filter { both.contains($0.id) }
    #expect(named.count == both.count)
    #expect(Set(changes.objects.map(\.id)).count == changes.objects.count)
  }

  @Test func `the heaviest run is found`() {
    #expect(HeaviestRun.members(of: [], weights: []) == [])
    #expect(HeaviestRun.members(of: [5, 1, 2], weights: [1, 1, 1]) == [false, true, true])
    #expect(HeaviestRun.members(of: [5, 1, 2], weights: [3, 1, 1]) == [true, false, false])
    #expect(
      HeaviestRun.members(of: [30, 10, 40, 20, 50], weights: [1, 1, 1, 1, 1]).count { $0 } == 3)
  }
}

// Batches as statements and with objects leave the same, row by row (semantics 139).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct BatchWalkTests {
  private static let seeds = UInt64(Effort.choose(quick: 20, ci: 60, full: 2_000))

  /// What a request does in one world.
  private func outcome(_ body: () throws -> BatchResult) -> String {
    do {
      let result = try body()
      func list(_ ids: [ManagedObjectID]) -> String {
        ids.map { "\($0.entityName) \($0.description.split(separator: "/").last ?? "")" }.sorted()
          .joined(separator: ", ")
      }
      return "\(result.count); updated \(list(result.updatedObjectIDs)); "
        + "deleted \(list(result.deletedObjectIDs))"
    } catch {
      return (error as? GraphError)?.message ?? "\(error)"
    }
  }

  private func predicate(_ random: inout SplitMix64) throws -> FetchPredicate? {
    let bound = Int.random(in: 0..<24, using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: nil
    case 1: try FetchPredicate(format: "number < %@", bound)
    case 2: try FetchPredicate(format: "number >= %@", bound)
    case 3: try FetchPredicate(format: "name != NIL AND number < %@", bound)
    case 4: try FetchPredicate(format: "NOT (share > 1) OR isOpen == true")
    default: try FetchPredicate(format: "number IN %@", [bound, bound + 1, bound + 5])
    }
  }

  private func deletion(
    _ random: inout SplitMix64, in world: BatchWorld
  ) throws -> BatchDeleteRequest {
    var search = FetchRequest(
      entityName: ["Base", "Sub", "Leaf"].randomElement(using: &random) ?? "Base",
      predicate: try predicate(&random))
    if Int.random(in: 0..<4, using: &random) == 0 {
      search.sortKeys = [SortKey("share"), SortKey("number")]
      search.fetchLimit = 3
    }
    search.includesSubentities = Bool.random(using: &random)
    guard Int.random(in: 0..<5, using: &random) == 0 else {
      return BatchDeleteRequest(fetchRequest: search)
    }
    let ids = try world.context.fetchIDs(search)
    world.context.reset()
    return BatchDeleteRequest(objectIDs: ids)
  }

  private func update(
    _ random: inout SplitMix64, in world: BatchWorld
  ) throws -> BatchUpdateRequest {
    let name = ["Base", "Sub", "Leaf"].randomElement(using: &random) ?? "Base"
    let entity = try world.coordinator.managedObjectModel.entity(named: name)
    var values: [String: Any?] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<11, using: &random) {
      case 0: values["name"] = "new"
      case 1: values["name"] = .some(nil)
      case 2: values["name"] = try PropertyExpression("n", format: "uppercase:(name)")
      case 3: values["number"] = try PropertyExpression("n", format: "number * 2 + small")
      case 4: values["small"] = try PropertyExpression("n", format: "small * 2")
      case 5: values["share"] = try PropertyExpression("n", format: "number / 3 + share")
      case 6: values["isOpen"] = try PropertyExpression("n", format: "isOpen")
      case 7: values["day"] = Date(timeIntervalSinceReferenceDate: 86_400)
      case 8: values["price"] = Decimal(string: "12.5")
      default:
        guard let tie = entity.layout.ties.randomElement(using: &random), !tie.isToMany,
          let destination = tie.relationship.destinationEntity
        else { continue }
        let ids = try world.context.fetchIDs(FetchRequest(entityName: destination.name))
        values[tie.relationship.name] = .some(
          Bool.random(using: &random) ? nil : ids.randomElement(using: &random))
        world.context.reset()
      }
    }
    return BatchUpdateRequest(
      entityName: name, propertiesToUpdate: values, predicate: try predicate(&random))
  }

  private func walk(
    _ seed: UInt64, rules: [DeleteRule], rounds: Int, behaviours: CoreDataBehaviours = []
  ) throws -> String? {
    let statements = try BatchWorld(seed: seed, on: .sqlite, rules: rules)
    let objects = try BatchWorld(seed: seed, on: .sqlite, rules: rules)
    let chunks = try BatchWorld(seed: seed, on: .sqlite, rules: rules)
    let memory = try BatchWorld(seed: seed, on: .memory, rules: rules)
    for world in [statements, objects, chunks, memory] { world.context.behaviours = behaviours }
    guard statements.tables == objects.tables else { return "seed \(seed): unlike from the start" }
    for round in 0..<rounds {
      func request<Request>(
        _ world: BatchWorld, _ make: (inout SplitMix64, BatchWorld) throws -> Request
      ) throws -> Request {
        var random = SplitMix64(seed: seed &* 1_000 &+ UInt64(round))
        return try make(&random, world)
      }
      let isUpdate = (seed &+ UInt64(round)) % 2 == 0
      func play(_ world: BatchWorld, _ manner: BatchManner) throws -> String {
        if isUpdate {
          let request = try request(world, update)
          return outcome {
            try world.context.carryOut(request, manner)
          }
        }
        let request = try request(world, deletion)
        return outcome { try world.context.carryOut(request, manner) }
      }
      let stated = try play(statements, .best)
      let made = try play(objects, .atOnce)
      let divided = try play(chunks, .chunks(of: 1 + round % 4))
      let kept = try play(memory, .best)
      let place = "seed \(seed), round \(round), \(isUpdate ? "update" : "delete")"
      if stated != made { return "\(place): \(stated)\nwith objects: \(made)" }
      if stated != divided { return "\(place): \(stated)\nin chunks: \(divided)" }
      if stated != kept { return "\(place): \(stated)\nin memory: \(kept)" }
      let (rows, others) = (statements.tables, objects.tables)
      if rows != others { return "\(place)\n\(rows)\nwith objects\n\(others)" }
      if rows != chunks.tables { return "\(place)\n\(rows)\nin chunks\n\(chunks.tables)" }
      if statements.dataFiles != chunks.dataFiles {
        return "\(place): \(statements.dataFiles) files, in chunks \(chunks.dataFiles)"
      }
      if statements.dataFiles != objects.dataFiles {
        return "\(place): \(statements.dataFiles) files, with objects \(objects.dataFiles)"
      }
      let (seen, known) = (try statements.objects(), try memory.objects())
      if seen != known { return "\(place)\n\(seen)\nin memory\n\(known)" }
    }
    return nil
  }

  @Test func `batches as statements and with objects leave the same`() throws {
    for seed in 1...Self.seeds {
      let difference = try walk(seed, rules: [.nullify, .nullify, .cascade], rounds: 6)
      try #require(difference == nil, "\(difference ?? "")")
    }
  }

  /// What a rule leaves dangling is looked at no further.
  @Test func `rules that do nothing or refuse are the same in both ways`() throws {
    for seed in 1...Self.seeds {
      let difference = try walk(
        seed &+ 10_000, rules: [.nullify, .cascade, .noAction, .deny], rounds: 1)
      try #require(difference == nil, "\(difference ?? "")")
    }
  }

  /// One change for each object, however many chunks have changed it; in the order that all at once have, except that
  /// what goes along by rules is listed round by round.
  private func historyWalk(_ seed: UInt64, rounds: Int) throws -> String? {
    let rules: [DeleteRule] = [.nullify, .cascade]
    let objects = try BatchWorld(seed: seed, on: .sqlite, rules: rules, keepsHistory: true)
    let chunks = try BatchWorld(seed: seed, on: .sqlite, rules: rules, keepsHistory: true)
    for round in 0..<rounds {
      let isUpdate = (seed &+ UInt64(round)) % 2 == 0
      func play(_ world: BatchWorld, _ manner: BatchManner) throws -> String {
        var random = SplitMix64(seed: seed &* 1_000 &+ UInt64(round))
        if isUpdate {
          let request = try update(&random, in: world)
          return outcome { try world.context.carryOut(request, manner) }
        }
        let request = try deletion(&random, in: world)
        return outcome { try world.context.carryOut(request, manner) }
      }
      let former = objects.changes.count
      let made = try play(objects, .atOnce)
      let divided = try play(chunks, .chunks(of: 1 + round % 4))
      let place = "seed \(seed), round \(round), \(isUpdate ? "update" : "delete")"
      if made != divided { return "\(place): \(made)\nin chunks: \(divided)" }
      if objects.tables != chunks.tables {
        return "\(place)\n\(objects.tables)\nin chunks\n\(chunks.tables)"
      }
      if objects.changeKeys != chunks.changeKeys {
        return "\(place): keys \(objects.changeKeys), in chunks \(chunks.changeKeys)"
      }
      var (all, parts) = (Array(objects.changes[former...]), Array(chunks.changes[former...]))
      if !isUpdate { (all, parts) = (all.sorted(), parts.sorted()) }
      if !isCovered(all, by: parts) {
        return
          "\(place)\n\(all.joined(separator: "\n"))\nin chunks\n\(parts.joined(separator: "\n"))"
      }
    }
    return nil
  }

  /// Compares two lists of changes, and lets chunks have written more columns: they write a value that goes and comes
  /// back, which one save of all does not.
  private func isCovered(_ all: [String], by parts: [String]) -> Bool {
    guard all.count == parts.count else { return false }
    return zip(all, parts).allSatisfy { one, other in
      let (all, parts) = (
        one.split(separator: "|", omittingEmptySubsequences: false),
        other.split(separator: "|", omittingEmptySubsequences: false)
      )
      let columns = 4
      guard all.count == parts.count, all.count > columns else { return one == other }
      return all.indices.allSatisfy { place in
        guard place == columns, all[place] != parts[place] else {
          return all[place] == parts[place]
        }
        guard let written = UInt64(parts[place], radix: 16) else { return false }
        return (UInt64(all[place], radix: 16) ?? 0) & ~written == 0
      }
    }
  }

  @Test func `chunks leave the history that all at once leave`() throws {
    for seed in 1...Self.seeds {
      let difference = try historyWalk(seed &+ 30_000, rounds: 4)
      try #require(difference == nil, "\(difference ?? "")")
    }
  }

  /// D15: the rows go alone, whatever the rules say.
  @Test func `rows that go alone leave the same in both ways`() throws {
    for seed in 1...Self.seeds {
      let difference = try walk(
        seed &* 2 &+ 20_001, rules: [.nullify, .cascade, .deny], rounds: 1,
        behaviours: .batchesDeleteRowsAlone)
      try #require(difference == nil, "\(difference ?? "")")
    }
  }
}

// One question, three answers, no difference: SQL, rows in memory, and every object one by one.

import FaultlineTestSupport
import Testing

@testable import Faultline

@Suite struct ThreeAnswersTests {
  /// Worlds, and predicates in each.
  private static let worlds = Effort.choose(quick: 16, ci: 80, full: 400)
  private static let predicates = Effort.choose(quick: 40, ci: 50, full: 50)

  @Test func `stores and objects agree on saved data`() throws {
    for seed in 0..<Self.worlds / 2 {
      var world = try QueryWorld(seed: UInt64(seed))
      try ask(&world, "seed \(seed)")
    }
  }

  /// Semantics 126, 133: unsaved changes count, also those of objects that others look at.
  @Test func `stores and objects agree while there are unsaved changes`() throws {
    for seed in 0..<Self.worlds / 2 {
      var world = try QueryWorld(seed: UInt64(seed + 10_000))
      for round in 0..<2 {
        world.leaveChanges(6)
        try ask(&world, "seed \(seed), round \(round)", Self.predicates / 2)
      }
    }
  }

  private func ask(_ world: inout QueryWorld, _ place: String, _ count: Int = predicates) throws {
    let entities = try world.contexts[0].coordinator().managedObjectModel.entities
    for round in 0..<count {
      let subjects = world.objects[0].enumerated().map { ($1.entity, $0) }
      var writer = QueryWriter(world.random, objects: subjects)
      let entity = entities[writer.number(below: entities.count)]
      let text = writer.condition(entity, depth: 3)
      var request = FetchRequest(entityName: entity.name)
      request.includesSubentities = writer.number(below: 4) > 0
      request.includesPropertyValues = writer.number(below: 4) > 0
      let sort = entity.layout.slots.compactMap(\.attribute).filter {
        !$0.isTransient && $0.attributeType != .transformable
          && !$0.allowsExternalBinaryDataStorage
      }
      for _ in 0..<writer.number(below: 3) {
        let attribute = sort[writer.number(below: sort.count)]
        let options = SortKey.Options(rawValue: UInt8(writer.number(below: 8)))
        request.sortKeys.append(
          SortKey(
            attribute.name, ascending: writer.number(below: 2) == 0,
            options: attribute.attributeType == .string ? options : []))
      }
      let (offset, limit) = (writer.number(below: 4), writer.number(below: 6))
      world.goOn(with: writer.rest)
      var answers: [[Int]] = []
      for side in world.contexts.indices {
        let arguments = writer.arguments.map { argument -> Any? in
          (argument as? ObjectMark).map { world.objects[side][$0.index] } ?? argument
        }
        let predicate = try FetchPredicate(format: text, argumentArray: arguments)
        request.predicate = predicate
        let context = world.contexts[side]
        let what = "\(place), \(entity.name) \(round), side \(side): \(predicate)"
        let found = world.places(try context.fetch(request), on: side)
        let asked = try context.coordinator().managedObjectModel.entity(named: entity.name)
        let judged = world.objects[side].indices.filter { index in
          let object = world.objects[side][index]
          let fits =
            request.includesSubentities
            ? object.entity.isKindOf(entity: asked) : object.entity === asked
          return fits && !object.isDeleted && predicate.evaluate(with: object)
        }
        #expect(found.sorted() == judged, "\(what)")
        #expect(try context.count(for: request) == judged.count, "\(what)")
        var window = request
        (window.fetchOffset, window.fetchLimit) = (offset, limit)
        let wanted = found.dropFirst(offset).prefix(limit == 0 ? found.count : limit)
        #expect(world.places(try context.fetch(window), on: side) == Array(wanted), "\(what)")
        let batched = world.places(Array(try context.fetchBatched(request)), on: side)
        #expect(batched == found, "\(what)")
        answers.append(found)
      }
      #expect(answers[0] == answers[1], "\(place), \(entity.name): \(text) by \(request.sortKeys)")
    }
  }
}

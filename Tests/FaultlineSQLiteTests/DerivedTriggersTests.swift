// What stores derive along relationships: in files by triggers, in memory alike (semantics 153).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct DerivedTriggersTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static func market() throws -> ManagedObjectModel {
    func derived(_ name: String, _ type: AttributeType, _ from: String) -> AttributeDescription {
      AttributeDescription(name, type, derivation: from)
    }
    return try ManagedObjectModel(entities: [
      EntityDescription(
        name: "City", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("shops", "Shop", inverse: "city")]),
      EntityDescription(
        name: "Shop",
        attributes: [
          AttributeDescription("name", .string), derived("size", .integer64, "goods.@count"),
          derived("worth", .integer64, "goods.@sum.price"),
          derived("weight", .double, "goods.@sum.weight"),
          derived("labels", .integer32, "goods.tags.@count"),
          derived("town", .string, "city.name"),
          derived("sign", .string, "uppercase:(city.name)"),
        ],
        relationships: [
          .toOne("city", "City", inverse: "shops"), .toMany("goods", "Good", inverse: "shop"),
        ]),
      EntityDescription(
        name: "Good",
        attributes: [
          AttributeDescription("price", .integer64), AttributeDescription("weight", .double),
          derived("town", .string, "shop.city.name"), derived("labels", .integer64, "tags.@count"),
        ],
        relationships: [
          .toOne("shop", "Shop", inverse: "goods"), .toMany("tags", "Tag", inverse: "goods"),
        ]),
      EntityDescription(
        name: "Glass", superentity: "Good",
        attributes: [derived("neighbours", .integer64, "shop.goods.@count")]),
      EntityDescription(
        name: "Tag",
        attributes: [
          AttributeDescription("name", .string), derived("uses", .integer64, "goods.@count"),
        ],
        relationships: [.toMany("goods", "Good", inverse: "tags")]),
    ])
  }

  private static let entities = ["City", "Shop", "Good", "Glass", "Tag"]

  // MARK: - By hand

  /// What each derived attribute should be, from the objects that there are.
  private func expected(_ object: ManagedObject) -> [String: String] {
    func members(_ object: ManagedObject?, _ key: String) -> [ManagedObject] {
      object?.mutableSetValue(forKey: key).map { $0 } ?? []
    }
    func one(_ object: ManagedObject?, _ key: String) -> ManagedObject? {
      object?.value(forKey: key) as? ManagedObject
    }
    func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "none" }
    switch object.entity.name {
    case "Shop":
      let goods = members(object, "goods")
      let town = one(object, "city")?.value(forKey: "name") as? String
      return [
        "size": "\(goods.count)",
        "worth": "\(goods.reduce(0) { $0 + ($1.value(forKey: "price") as? Int ?? 0) })",
        "weight": "\(goods.reduce(0) { $0 + ($1.value(forKey: "weight") as? Double ?? 0) })",
        "labels": "\(goods.reduce(0) { $0 + members($1, "tags").count })",
        "town": text(town), "sign": text(town?.uppercased()),
      ]
    case "Good", "Glass":
      var values = [
        "town": text(one(one(object, "shop"), "city")?.value(forKey: "name")),
        "labels": "\(members(object, "tags").count)",
      ]
      if object.entity.name == "Glass" {
        values["neighbours"] = "\(members(one(object, "shop"), "goods").count)"
      }
      return values
    case "Tag": return ["uses": "\(members(object, "goods").count)"]
    default: return [:]
    }
  }

  private func shown(_ object: ManagedObject) -> [String: String] {
    var values: [String: String] = [:]
    for key in expected(object).keys {
      values[key] = object.value(forKey: key).map { "\($0)" } ?? "none"
    }
    return values
  }

  // MARK: - At random

  private static let seeds = UInt64(Effort.choose(quick: 6, ci: 25, full: 500))

  /// Semantics 153: after each save, in the context that saved and in one that reads all anew.
  @Test(arguments: StoreKind.allCases)
  func `every derived attribute is what its expression says, after each of many saves`(
    kind: StoreKind
  ) throws {
    for seed in 1...Self.seeds {
      var random = SplitMix64(seed: seed)
      let coordinator = try kind.coordinator(try Self.market(), in: try StoreFolder())
      let context = try makeContext(on: coordinator)
      var objects: [ManagedObject] = []
      for round in 0..<12 {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          change(&objects, in: context, using: &random)
        }
        try context.save()
        if Int.random(in: 0..<4, using: &random) == 0 { context.refreshAllObjects() }
        for object in objects {
          #expect(shown(object) == expected(object), "seed \(seed), round \(round), \(object)")
        }
        let reader = try makeContext(on: coordinator)
        for name in Self.entities {
          for object in try reader.fetch(FetchRequest(entityName: name)) {
            #expect(
              shown(object) == expected(object), "seed \(seed), round \(round), read \(object)")
          }
        }
      }
      #expect(context.invariantViolations(full: true) == [])
    }
  }

  private func change(
    _ objects: inout [ManagedObject], in context: ManagedObjectContext,
    using random: inout SplitMix64
  ) {
    func any(_ names: String...) -> ManagedObject? {
      objects.filter { names.contains($0.entity.name) }.randomElement(using: &random)
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let name = Self.entities[Int.random(in: 0..<Self.entities.count, using: &random)]
      objects.append(context.insertNewObject(forEntityName: name))
    case 4:
      any("City")?.setValue("City \(Int.random(in: 0..<4, using: &random))", forKey: "name")
    case 5:
      let good = any("Good", "Glass")
      good?.setValue(Int.random(in: 0..<90, using: &random), forKey: "price")
      good?.setValue(Double(Int.random(in: 0..<9, using: &random)) / 2, forKey: "weight")
    case 6: any("Shop")?.setValue(any("City"), forKey: "city")
    case 7: any("Good", "Glass")?.setValue(any("Shop"), forKey: "shop")
    case 8:
      guard let tag = any("Tag"), let good = any("Good", "Glass") else { return }
      let tags = good.mutableSetValue(forKey: "tags")
      if tags.contains(tag) { tags.remove(tag) } else { tags.add(tag) }
    default:
      guard let object = objects.randomElement(using: &random) else { return }
      context.delete(object)
      objects.removeAll { $0 === object }
    }
  }

  // MARK: - What it costs, and who sees it

  /// Semantics 153; published reports have Core Data's saves without a request of their own for derived values.
  @Test(arguments: StoreKind.allCases)
  func `a save asks the store for nothing that it derives`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try Self.market(), in: folder)
    try fill(coordinator, shops: 20)
    let context = try makeContext(on: coordinator)
    let shops = try context.fetch(FetchRequest(entityName: "Shop"))
    for shop in shops { shop.setValue("renamed", forKey: "name") }
    let before = coordinator.statistics.roundTrips
    try context.save()
    #expect(coordinator.statistics.roundTrips - before == 1)
    #expect(shops.map { $0.value(forKey: "size") as? Int } == Array(repeating: 2, count: 20))
  }

  /// The owner of a changed row has the new value at once; its version stays, so nobody else has a conflict by it.
  @Test(arguments: StoreKind.allCases)
  func `a registered owner shows the new value, and no version moves`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try Self.market(), in: folder)
    try fill(coordinator, shops: 1)
    let (context, rival) = (try makeContext(on: coordinator), try makeContext(on: coordinator))
    let shop = try #require(try context.fetch(FetchRequest(entityName: "Shop")).first)
    let same = try #require(try rival.fetch(FetchRequest(entityName: "Shop")).first)
    #expect(shop.value(forKey: "worth") as? Int == 0 && same.value(forKey: "worth") as? Int == 0)
    try context.fetch(FetchRequest(entityName: "Good"))[0].setValue(5, forKey: "price")
    try context.save()
    let before = coordinator.statistics.roundTrips
    #expect(shop.value(forKey: "worth") as? Int == 5)
    #expect(coordinator.statistics.roundTrips == before)
    #expect(same.value(forKey: "worth") as? Int == 0)
    // What it did not know of is in the way of nothing, and is known afterwards.
    same.setValue("renamed", forKey: "name")
    try rival.save()
    #expect(same.value(forKey: "worth") as? Int == 5)
  }

  private func fill(_ coordinator: PersistentStoreCoordinator, shops: Int) throws {
    let context = try makeContext(on: coordinator)
    for _ in 0..<shops {
      let shop = context.insertNewObject(forEntityName: "Shop")
      for _ in 0..<2 {
        context.insertNewObject(forEntityName: "Good").setValue(shop, forKey: "shop")
      }
    }
    try context.save()
  }

  // MARK: - Files

  /// Files that were made before have no triggers: the connection has its own, and the file stays as it is.
  @Test func `a file without triggers is kept true, and gets none`() throws {
    try fill(try StoreKind.sqlite.coordinator(try Self.market(), in: folder), shops: 1)
    let database = Database(folder.store)
    for name in database.lines("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
      database.run("DROP TRIGGER \(name)")
    }
    let coordinator = try StoreKind.sqlite.coordinator(try Self.market(), in: folder)
    let context = try makeContext(on: coordinator)
    let shop = try #require(try context.fetch(FetchRequest(entityName: "Shop")).first)
    context.insertNewObject(forEntityName: "Good").setValue(shop, forKey: "shop")
    try context.save()
    #expect(database.text("SELECT ZSIZE FROM ZSHOP") == "3")
    #expect(database.text("SELECT COUNT(*) FROM sqlite_schema WHERE type = 'trigger'") == "0")
  }

  /// A save that is taken back leaves no value behind.
  @Test(arguments: StoreKind.allCases)
  func `a save that fails derives nothing`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try Self.market(), in: folder)
    try fill(coordinator, shops: 1)
    let (context, rival) = (try makeContext(on: coordinator), try makeContext(on: coordinator))
    let shop = try #require(try context.fetch(FetchRequest(entityName: "Shop")).first)
    let good = try #require(try context.fetch(FetchRequest(entityName: "Good")).first)
    #expect(shop.value(forKey: "worth") as? Int == 0)
    good.setValue(5, forKey: "price")
    let other = rival.object(with: good.objectID)
    other.setValue(7, forKey: "price")
    try rival.save()
    #expect(throws: GraphError.self) { try context.save() }
    let reader = try makeContext(on: coordinator)
    let found = try #require(try reader.fetch(FetchRequest(entityName: "Shop")).first)
    #expect(found.value(forKey: "worth") as? Int == 7)
    #expect(shop.value(forKey: "worth") as? Int == 0)
  }
}

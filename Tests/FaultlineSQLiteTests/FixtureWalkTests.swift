// Every real store there is: opened, counted, read to its last fault, walked both ways, changed and read back.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineSQLite

@Suite(.enabled(if: Fixtures.root != nil, Fixtures.hint)) struct FixtureWalkTests {
  @Test func `there are stores and models to walk`() {
    #expect(Fixtures.stores.count >= 10)
    #expect(Fixtures.models.count >= 40)
  }

  @Test(arguments: Fixtures.stores)
  func `a real store is read to its last fault`(store: URL) throws {
    let models = try Fixtures.models(for: store)
    #expect(!models.isEmpty, "\(Fixtures.name(store)): no model inside, beside it or anywhere")
    for (name, model) in models {
      let (folder, url) = try Fixtures.copy(store)
      let walk = try StoreWalk(url, model, "\(Fixtures.name(store)) by \(name)", isReadOnly: true)
      withExtendedLifetime(folder) {
        #expect(walk.store.differences == [])
        walk.countEntities()
        walk.fireEveryFault()
        walk.walkRelationships()
      }
    }
  }

  /// Where a save is allowed it is read back by plain SQL; where it is refused nothing has changed.
  @Test(arguments: Fixtures.stores)
  func `a real store is changed, or left as it is to the byte`(store: URL) throws {
    for (name, model) in try Fixtures.models(for: store) {
      let (folder, url) = try Fixtures.copy(store)
      let before = try contents(of: folder, url)
      do {
        let walk = try StoreWalk(
          url, model, "\(Fixtures.name(store)) by \(name)", isReadOnly: false)
        try walk.changeOneOfEach()
      } catch let error as GraphError {
        #expect(error.code == .open, "\(name): \(error)")
        #expect(
          error.message.hasSuffix(
            "which its own program alone keeps true; open it with isReadOnly.")
            || error.message.hasSuffix(
              "which a save would leave incomplete; open it with tracksHistory, or with isReadOnly."
            ))
        let after = try contents(of: folder, url)
        #expect(after == before, "\(Fixtures.name(store)) was refused and has changed")
      }
    }
  }

  private func contents(of folder: StoreFolder, _ url: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in [url.lastPathComponent, url.lastPathComponent + "-wal"] {
      contents[name] = try? Data(contentsOf: folder.url.appendingPathComponent(name))
    }
    return contents
  }
}

/// Leaves data as it is: what the classes of an app made of it is known to the app alone.
private struct Untouched: DataTransformer {
  func data(from value: Any) throws -> Data { try #require(value as? Data) }
  func value(from data: Data) -> Any { data }
}

/// One store, open, with what is compared.
private final class StoreWalk {
  let store: SQLiteStore
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  private let url: URL
  private let title: Comment

  init(_ url: URL, _ model: ManagedObjectModel, _ title: String, isReadOnly: Bool) throws {
    self.url = url
    self.model = model
    self.title = Comment(rawValue: title)
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    var options = StoreOptions()
    options.isReadOnly = isReadOnly
    for attribute in model.entities.flatMap(\.attributesByName.values) {
      guard let name = attribute.valueTransformerName else { continue }
      ValueTransformers.register(Untouched(), forName: name)
    }
    store = try #require(
      try coordinator.addPersistentStore(type: .sqlite, at: url, options: options) as? SQLiteStore)
    context = ManagedObjectContext()
    context.undoManager = nil
    try context.setPersistentStoreCoordinator(coordinator)
  }

  private var plans: [PhysicalSchema.EntityPlan] { PhysicalSchema(model).numberedPlans }

  private func objects(_ entity: EntityDescription) throws -> [ManagedObject] {
    var request = FetchRequest(entityName: entity.name)
    request.includesSubentities = false
    return try context.fetch(request)
  }

  func countEntities() {
    let database = Database(url)
    for plan in plans {
      let count = database.text("SELECT COUNT(*) FROM \(plan.table) WHERE Z_ENT = \(plan.number)")
      #expect((try? objects(plan.entity).count).map(String.init) == count, title)
      var request = FetchRequest(entityName: plan.entity.name)
      request.includesSubentities = false
      #expect((try? context.count(for: request)).map(String.init) == count, title)
    }
  }

  func fireEveryFault() {
    for entity in model.entities {
      for object in (try? objects(entity)) ?? [] {
        context.refresh(object, mergeChanges: false)
        #expect(object.isFault, title)
        for key in entity.attributesByName.keys { _ = object.value(forKey: key) }
        #expect(entity.attributesByName.isEmpty || !object.isFault, title)
      }
    }
  }

  /// An object that is reached by a relationship reaches back by its inverse.
  func walkRelationships() {
    for entity in model.entities {
      for object in (try? objects(entity)) ?? [] {
        for (key, relationship) in entity.relationshipsByName {
          guard let inverse = relationship.inverseRelationship else { continue }
          for other in members(key, of: object) {
            #expect(members(inverse.name, of: other).contains { $0 === object }, title)
          }
        }
      }
    }
  }

  private func members(_ key: String, of object: ManagedObject) -> [ManagedObject] {
    switch object.value(forKey: key) {
    case let one as ManagedObject: [one]
    case let many as Set<ManagedObject>: Array(many)
    case let many as [ManagedObject]: many
    default: []
    }
  }

  func changeOneOfEach() throws {
    for plan in plans {
      guard let object = try objects(plan.entity).first,
        let (attribute, value) = change(of: object)
      else { continue }
      let key = object.objectID.description.split(separator: "p").last ?? ""
      let slot = try #require(plan.entity.layout.slots.firstIndex { $0.name == attribute })
      let column = try #require(plan.places[slot]?.column)
      let row = "FROM \(plan.table) WHERE Z_PK = \(key)"
      let version = Int(Database(url).text("SELECT Z_OPT \(row)")) ?? 0
      object.setValue(value, forKey: attribute)
      try context.save()
      let expected: String =
        switch value {
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let flag as Bool: flag ? "1" : "0"
        default: "\(value)"
        }
      #expect(
        Database(url).text("SELECT Z_OPT, \(column) \(row)") == "\(version + 1)|\(expected)", title)
    }
    #expect(Database(url).text("PRAGMA integrity_check") == "ok", title)
  }

  /// A change that no rule of the model forbids.
  private func change(of object: ManagedObject) -> (String, Any)? {
    let unique = Set(object.entity.effectiveUniquenessConstraints.joined())
    for attribute in object.entity.attributesByName.values.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient && !attribute.isDerived && attribute.validation.isEmpty
      && !unique.contains(attribute.name)
    {
      switch attribute.attributeType {
      case .string: return (attribute.name, "changed")
      case .integer16, .integer32, .integer64: return (attribute.name, 17)
      case .double, .float: return (attribute.name, 17.25)
      case .boolean: return (attribute.name, object.value(forKey: attribute.name) as? Bool != true)
      case .date: return (attribute.name, Date(timeIntervalSinceReferenceDate: 86_400.5))
      default: continue
      }
    }
    return nil
  }
}

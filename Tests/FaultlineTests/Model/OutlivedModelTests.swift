// What is kept longer than its model: descriptions, and the objects that hold them.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct OutlivedModelTests {
  private static let names = ["Department", "Employee", "Manager", "Person"]

  /// A tree of three, with a department and everything that a relationship can be.
  private static func staffModel() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person", isAbstract: true,
        attributes: [
          AttributeDescription("name", .string, isOptional: false),
          AttributeDescription("notes", .string, isTransient: true),
        ],
        relationships: [
          .toOne("department", "Department", inverse: "people", deleteRule: .deny)
        ], uniquenessConstraints: [["name"]]),
      EntityDescription(
        name: "Employee", superentity: "Person",
        attributes: [
          AttributeDescription("salary", .double, validation: AttributeValidation(min: 1))
        ],
        relationships: [
          .toOne("manager", "Manager", inverse: "reports"),
          .toMany("friends", "Employee", inverse: "friends"),
        ],
        fetchedProperties: [FetchedPropertyDescription("peers", "Employee")]),
      EntityDescription(
        name: "Manager", superentity: "Employee",
        relationships: [
          .toMany("reports", "Employee", inverse: "manager", isOrdered: true, minCount: 2),
          .toOne("office", "Department"),
        ]),
      EntityDescription(
        name: "Department", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("people", "Person", inverse: "department", deleteRule: .cascade)]),
    ])
  }

  // MARK: - Descriptions

  /// What one entity says, and where it leads.
  private static func lines(of entity: EntityDescription) -> [String] {
    let parent = entity.superentity.map { " of \($0.name)" } ?? ""
    let heirs = entity.subentities.map(\.name).joined(separator: ", ")
    let slots = entity.layout.slots.map(\.name).joined(separator: " ")
    let ties = entity.layout.ties.map { tie in
      let relationship = tie.relationship
      let place = tie.destination?.property(named: relationship.inverseRelationship?.name ?? "")
      return "  \(relationship.name) → \(relationship.destinationEntity?.name ?? "nobody") "
        + "↔ \(relationship.inverseRelationship?.name ?? "nothing") "
        + "\(place.map { "\($0)" } ?? "nowhere") \(relationship.deleteRule)"
    }
    return ["\(entity.name)\(parent) [\(heirs)] (\(slots))"] + ties
      + ["  \(entity.propertiesByName.keys.sorted().joined(separator: " "))"]
      + ["  unique: \(entity.effectiveUniquenessConstraints)"]
  }

  /// Every entity to which any way leads.
  private static func reach(of entity: EntityDescription) -> [EntityDescription] {
    var found = [entity]
    var next = 0
    while next < found.count {
      let current = found[next]
      let around =
        [current.superentity].compactMap { $0 } + current.subentities
        + current.relationshipsByName.sorted { $0.key < $1.key }.compactMap {
          $0.value.destinationEntity
        }
      for entity in around where !found.contains(where: { $0 === entity }) { found.append(entity) }
      next += 1
    }
    return found.sorted { $0.name < $1.name }
  }

  private static func drawing(from entity: EntityDescription) -> String {
    reach(of: entity).flatMap(lines).joined(separator: "\n")
  }

  private static func entity(_ name: String) throws -> EntityDescription {
    try #require(try staffModel().entitiesByName[name])
  }

  @Test(arguments: names)
  func `an entity that somebody keeps leads to all others`(name: String) throws {
    let model = try Self.staffModel()
    let expected = model.entities.flatMap(Self.lines).joined(separator: "\n")
    // The model of this one is gone at once.
    expectText(Self.drawing(from: try Self.entity(name)), is: expected)
  }

  @Test(arguments: ["department", "manager", "friends", "reports", "office"])
  func `a relationship that somebody keeps leads to both ends`(name: String) throws {
    func alone() throws -> RelationshipDescription {
      try #require(try Self.entity("Manager").relationshipsByName[name])
    }
    let (relationship, model) = (try alone(), try Self.staffModel())
    let twin = try #require(model.entitiesByName["Manager"]?.relationshipsByName[name])
    let destination = try #require(relationship.destinationEntity)
    #expect(destination.name == twin.destinationEntity?.name)
    #expect(relationship.inverseRelationship?.name == twin.inverseRelationship?.name)
    if let back = relationship.inverseRelationship {
      #expect(back.inverseRelationship === relationship)
      #expect(destination.relationshipsByName[back.name] === back)
    }
    expectText(
      Self.drawing(from: destination),
      is: model.entities.flatMap(Self.lines).joined(separator: "\n"))
  }

  @Test func `there is one of each description, also of those that come back`() throws {
    let manager = try Self.entity("Manager")
    let employee = try #require(manager.superentity)
    let department = try #require(manager.relationshipsByName["office"]?.destinationEntity)
    #expect(employee.subentities.first === manager)
    #expect(manager.relationshipsByName["department"]?.destinationEntity === department)
    #expect(
      department.relationshipsByName["people"]?.inverseRelationship
        === employee.relationshipsByName["department"])
    let person = try #require(department.relationshipsByName["people"]?.destinationEntity)
    #expect(manager.isKindOf(entity: person))
    #expect(!person.isKindOf(entity: manager))
    #expect(person.subentities.map { $0 === employee } == [true])
    #expect(
      manager.relationships(forDestination: department).map(\.name) == ["department", "office"])
  }

  @Test func `a class stays registered with an entity that comes back`() throws {
    func alone() throws -> EntityDescription {
      let model = try Self.staffModel()
      model.register(Boss.self, forEntityNamed: "Manager")
      return try #require(model.entitiesByName["Department"])
    }
    let person = try #require(try alone().relationshipsByName["people"]?.destinationEntity)
    #expect(person.subentities.first?.subentities.first?.managedObjectClassName == "Boss")
  }

  @Test func `an entity that belonged to a model belongs to no other, also when that one is gone`()
    throws
  {
    let department = try Self.entity("Department")
    #expect(throws: GraphError.self) { try ManagedObjectModel(entities: [department]) }
  }

  @Test func `descriptions go when nobody holds one, those that came back too`() throws {
    let watch = Watch()
    func leave() throws -> EntityDescription {
      let model = try Self.staffModel()
      watch.add([model])
      for entity in model.entities { watch.add(entity) }
      return try #require(model.entitiesByName["Employee"])
    }
    func follow() throws {
      let employee = try leave()
      #expect(!watch.alive.contains("ManagedObjectModel"))
      for entity in Self.reach(of: employee) { watch.add(entity) }
      #expect(watch.alive.contains("EntityDescription"))
    }
    try follow()
    #expect(watch.alive == [])
  }

  @Test func `threads that follow and let go at once meet no two of the same`() throws {
    let manager = try Self.entity("Manager")
    let threads = (0..<4).map { number in
      onThread {
        for round in 0..<2_000 {
          guard let office = manager.relationshipsByName["office"]?.destinationEntity,
            let people = office.relationshipsByName["people"],
            let person = people.destinationEntity
          else { fatalError("A way ends in thread \(number), round \(round).") }
          precondition(people.inverseRelationship === person.relationshipsByName["department"])
          precondition(manager.isKindOf(entity: person))
        }
      }
    }
    for thread in threads { thread.wait() }
    #expect(manager.relationshipsByName["office"]?.destinationEntity?.name == "Department")
  }

  // MARK: - Objects

  /// Everything that an object can be asked without being changed; of the committed values these.
  private static func answers(
    of object: ManagedObject, committed keys: [String]? = nil
  ) -> String {
    func text(_ value: Any?) -> String {
      switch value {
      case let object as ManagedObject: return "\(object.objectID)"
      case let set as Set<ManagedObject>: return "\(set.map { "\($0.objectID)" }.sorted())"
      case let list as [ManagedObject]: return "\(list.map { "\($0.objectID)" })"
      case nil: return "nil"
      case let value?: return "\(value)"
      }
    }
    func text(_ values: [String: Any?]) -> String {
      values.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        .joined(separator: ", ")
    }
    func refusal(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return "nothing"
    }
    let id = object.objectID
    var lines = [
      "\(id) \(id.entityName) \(id.isTemporaryID) \(id.storeIdentifier ?? "-") "
        + "\(id.uriRepresentation()) \(id == object.objectID)",
      "\(object)",
      "inserted \(object.isInserted) updated \(object.isUpdated) deleted \(object.isDeleted)",
      "changes \(object.hasChanges) \(object.hasPersistentChangedValues)",
      "fault \(object.isFault) \(object.faultingState)",
      "changed: \(text(object.changedValues()))",
      "committed: \(text(object.committedValues(forKeys: keys)))",
      "insert: \(refusal { try object.validateForInsert() })",
      "update: \(refusal { try object.validateForUpdate() })",
      "delete: \(refusal { try object.validateForDelete() })",
      "peers: \(text(object.value(forKey: "peers")))",
    ]
    for (key, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
      if property is FetchedPropertyDescription { continue }
      object.willAccessValue(forKey: key)
      lines.append(
        "\(key): \(text(object.value(forKey: key))) \(text(object.primitiveValue(forKey: key))) "
          + refusal { try object.validateValue(nil, forKey: key) })
      object.didAccessValue(forKey: key)
    }
    for (key, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
      let ids = object.objectIDs(forRelationshipNamed: key).map(\.description).sorted()
      lines.append("\(key): \(object.hasFault(forRelationshipNamed: key)) \(ids)")
      guard relationship.isToMany else { continue }
      let members = object.mutableSetValue(forKey: key)
      lines.append("\(members.count) \(members.contains(object)) \(members.map { "\($0)" }.count)")
      guard relationship.isOrdered else { continue }
      let order = object.mutableOrderedSetValue(forKey: key)
      lines.append("\(order.map { text($0) }) \(text(order.index(of: object)))")
    }
    lines.append(drawing(from: object.entity))
    return lines.joined(separator: "\n")
  }

  /// What happens to an object before everything else goes.
  enum Fate: String, CaseIterable {
    case saved, new, changed, deleted
  }

  /// C1, DESIGN 3.3: whoever has leaked is still asked why it is alive, and by then nothing else may be left.
  @Test(arguments: StoreKind.allCases, Fate.allCases)
  func `an object that outlives context, coordinator and model answers as before`(
    kind: StoreKind, fate: Fate
  ) throws {
    let watch = Watch()
    var before = ""
    // Whose department it left, nobody knows but the context.
    let known =
      fate == .deleted ? ["friends", "manager", "name", "office", "reports", "salary"] : nil
    func leak() throws -> ManagedObject {
      let folder = try StoreFolder()
      let model = try Self.staffModel()
      let coordinator = try kind.coordinator(model, in: folder)
      let context = try makeContext(on: coordinator)
      func insert(_ entity: String, _ name: String) -> ManagedObject {
        let object = context.insertNewObject(forEntityName: entity)
        object.setValue(name, forKey: "name")
        return object
      }
      let (grace, ada) = (insert("Manager", "Grace"), insert("Employee", "Ada"))
      let department = insert("Department", "Computing")
      for object in [grace, ada] { object.setValue(department, forKey: "department") }
      grace.setValue(department, forKey: "office")
      grace.mutableOrderedSetValue(forKey: "reports").add(ada)
      grace.mutableOrderedSetValue(forKey: "reports").add(insert("Employee", "Linus"))
      grace.mutableSetValue(forKey: "friends").add(ada)
      grace.setValue(7.5, forKey: "salary")
      if fate != .new { try context.save() }
      if fate == .changed {
        grace.setValue("Hopper", forKey: "name")
        grace.setValue("Rear Admiral", forKey: "notes")
        grace.setValue(0.5, forKey: "salary")
        grace.mutableSetValue(forKey: "friends").remove(ada)
      }
      before = Self.answers(of: grace)
      if fate == .deleted {
        grace.setValue(nil, forKey: "department")
        context.delete(grace)
        before = Self.answers(of: grace, committed: known)
      }
      watch.add([context, coordinator, model])
      return grace
    }
    let grace = try leak()
    #expect(watch.alive == [])
    #expect(grace.managedObjectContext == nil)
    #expect(grace.objectID.persistentStore == nil)
    #expect(grace.changedValuesForCurrentEvent().isEmpty)
    expectText(Self.answers(of: grace, committed: known), is: before)
    if let known { #expect(grace.committedValues(forKeys: nil).keys.sorted() == known) }
  }

  /// L1: an object without knots takes along what was left of its model.
  @Test(arguments: StoreKind.allCases)
  func `the last object takes the last description along`(kind: StoreKind) throws {
    let watch = Watch()
    func leak() throws -> ManagedObject {
      let folder = try StoreFolder()
      let model = try Self.staffModel()
      let context = try makeContext(on: kind.coordinator(model, in: folder))
      let grace = context.insertNewObject(forEntityName: "Manager")
      grace.setValue("Grace", forKey: "name")
      grace.setValue(context.insertNewObject(forEntityName: "Department"), forKey: "office")
      try context.save()
      watch.add([model, context])
      for entity in model.entities { watch.add(entity) }
      return grace
    }
    func ask() throws {
      let grace = try leak()
      for entity in Self.reach(of: grace.entity) { watch.add(entity) }
      let office = try #require(grace.value(forKey: "office") as? ManagedObject)
      #expect(grace.entity.relationshipsByName["office"]?.destinationEntity === office.entity)
      watch.add([grace, office])
      #expect(Set(watch.alive).isDisjoint(with: ["ManagedObjectModel", "ManagedObjectContext"]))
    }
    try ask()
    #expect(watch.alive == [])
  }

  /// Semantics 34, 106: whom it never met it cannot name, and it does not say that there is nobody.
  @Test func `an object that outlives its context tells what it does not know`() throws {
    func leak() throws -> ManagedObject {
      let office = try Office()
      let ids = try office.pair()
      office.context.refreshAllObjects()
      let ada = office.context.object(with: ids.report)
      #expect(ada.value(forKey: "name") as? String == "Ada")
      return ada
    }
    let ada = try leak()
    #expect("\(ada)".contains("department: nil, manager: fault, reports: fault"))
    let known = ada.committedValues(forKeys: nil).keys.sorted()
    #expect(known == ["department", "hired", "name", "notes", "salary"])
  }

  /// DESIGN 3.3: what is not in memory is nowhere any more, and a sentence says so.
  @Test func `a fault that outlives its model stops with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func leak() throws -> ManagedObject {
        let context = try makeContext(try companyModel())
        let ada = context.insertNewObject(forEntityName: "Employee")
        try context.save()
        context.refresh(ada, mergeChanges: false)
        return ada
      }
      _ = try leak().value(forKey: "name")
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("has no context any more; keep the context as long as its objects"))
  }
}

private final class Boss: ManagedObject {}

/// Looks at who is still alive and holds nobody.
private final class Watch {
  private var looks: [() -> String?] = []

  func add(_ objects: [AnyObject]) {
    looks += objects.map { object in { [weak object] in object.map { "\(type(of: $0))" } } }
  }

  /// An entity, with its relationships.
  func add(_ entity: EntityDescription) {
    add([entity] + Array(entity.relationshipsByName.values))
  }

  /// The types of those who are.
  var alive: [String] { looks.compactMap { $0() } }
}

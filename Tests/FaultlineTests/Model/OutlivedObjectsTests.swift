// Objects that are kept longer than their context, their coordinator and their model.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct OutlivedObjectsTests {
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
    lines.append(OutlivedModel.drawing(from: object.entity))
    return lines.joined(separator: "\n")
  }

  /// What happens to an object before everything else goes.
  enum Fate: String, CaseIterable {
    case saved, new, changed, deleted
  }

  /// C1, DESIGN 3.3: a leaked object is still asked why it is alive, and by then nothing else may be left.
  @Test(arguments: StoreKind.allCases, Fate.allCases)
  func `an object that outlives context, coordinator and model answers as before`(
    kind: StoreKind, fate: Fate
  ) throws {
    let watch = Watch()
    var before = ""
    // Which objects relationships have lost, only the context knows.
    let known: [String]? =
      switch fate {
      case .saved, .new: nil
      case .changed: ["department", "manager", "name", "office", "reports", "salary"]
      case .deleted: ["friends", "manager", "name", "office", "reports", "salary"]
      }
    func leak() throws -> ManagedObject {
      let folder = try StoreFolder()
      let model = try OutlivedModel.make()
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
      before = Self.answers(of: grace, committed: known)
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

  /// L1: an object without retain cycles takes along what was left of its model.
  @Test(arguments: StoreKind.allCases)
  func `the last object takes the last description along`(kind: StoreKind) throws {
    let watch = Watch()
    func leak() throws -> ManagedObject {
      let folder = try StoreFolder()
      let model = try OutlivedModel.make()
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
      for entity in OutlivedModel.reach(of: grace.entity) { watch.add(entity) }
      let office = try #require(grace.value(forKey: "office") as? ManagedObject)
      #expect(grace.entity.relationshipsByName["office"]?.destinationEntity === office.entity)
      watch.add([grace, office])
      #expect(Set(watch.alive).isDisjoint(with: ["ManagedObjectModel", "ManagedObjectContext"]))
    }
    try ask()
    #expect(watch.alive == [])
  }

  /// Semantics 34, 106: it cannot name an object that it never met, and it does not say that there is none.
  @Test func `an object that outlives its context says what it does not know`() throws {
    func leak() throws -> ManagedObject {
      let office = try Office()
      office.context.behaviours = .destinationsComeWhenFollowed
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

// What a merge policy does to one end of a relationship can be seen at the other end at once.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct OtherEndsTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Two managers with a report, and a rival who has changed the report's name.
  private func scene(
    _ kind: StoreKind
  ) throws -> (office: Office, rival: Office, ada: ManagedObject, managers: [ManagedObject]) {
    let office = try Office(kind, in: folder)
    let managers = ["Grace", "Mary"].map { office.hire($0) }
    let ada = office.hire("Ada", manager: managers[0])
    let bob = office.hire("Bob", manager: managers[0])
    try office.context.save()
    let rival = try Office(on: office.coordinator)
    rival.context.object(with: ada.objectID).setValue("Ann", forKey: "name")
    try rival.context.save()
    _ = bob
    return (office, rival, ada, managers)
  }

  private func reports(_ manager: ManagedObject) -> [String] {
    let reports = manager.value(forKey: "reports") as? Set<ManagedObject> ?? []
    return reports.compactMap { $0.value(forKey: "name") as? String }.sorted()
  }

  private func manager(_ report: ManagedObject) -> String? {
    (report.value(forKey: "manager") as? ManagedObject)?.value(forKey: "name") as? String
  }

  /// Semantics 163: the loser's to-one side goes back, and the to-many sides follow, whether they were loaded or not.
  @Test(arguments: StoreKind.allCases, [true, false])
  func `an object that gives way is among the members that the store says`(
    kind: StoreKind, isLoaded: Bool
  ) throws {
    let (office, _, ada, managers) = try scene(kind)
    if isLoaded { for manager in managers { _ = reports(manager) } }
    ada.setValue(managers[1], forKey: "manager")
    if isLoaded { #expect(managers.map(reports) == [["Bob"], ["Ada"]]) }
    office.hire("Cyd", manager: managers[1])
    office.context.mergePolicy = .rollback
    try office.context.save()
    #expect(manager(ada) == "Grace")
    #expect(managers.map(reports) == [["Ann", "Bob"], ["Cyd"]])
    #expect(office.context.invariantViolations(full: true) == [])
    office.context.refreshAllObjects()
    #expect(managers.map(reports) == [["Ann", "Bob"], ["Cyd"]])
  }

  /// Semantics 160, 161: what the rival has changed is taken, and both ends know it.
  @Test(arguments: StoreKind.allCases, MergePolicy.allCases.filter { $0 != .error })
  func `a destination that the rival has changed is seen from both ends`(
    kind: StoreKind, policy: MergePolicy
  ) throws {
    let (office, rival, ada, managers) = try scene(kind)
    _ = managers.map(reports)
    #expect(manager(ada) == "Grace")
    let twin = rival.context.object(with: ada.objectID)
    twin.setValue(rival.context.object(with: managers[1].objectID), forKey: "manager")
    try rival.context.save()
    ada.setValue(9.0, forKey: "salary")
    office.context.mergePolicy = policy
    try office.context.save()
    let wanted = policy == .overwrite ? "Grace" : "Mary"
    #expect(manager(ada) == wanted)
    let name = policy == .overwrite ? "Ada" : "Ann"
    let ends = policy == .overwrite ? [[name, "Bob"], []] : [["Bob"], [name]]
    #expect(managers.map(reports) == ends)
    let reader = try Office(on: office.coordinator)
    withExtendedLifetime(reader) {
      #expect(manager(reader.context.object(with: ada.objectID)) == wanted)
    }
  }

  /// Semantics 163: a deleted object is no member any more.
  @Test(arguments: StoreKind.allCases)
  func `a deleted object is among no members`(kind: StoreKind) throws {
    let (office, rival, ada, managers) = try scene(kind)
    _ = managers.map(reports)
    rival.context.delete(rival.context.object(with: ada.objectID))
    try rival.context.save()
    ada.setValue(9.0, forKey: "salary")
    office.context.mergePolicy = .rollback
    try office.context.save()
    #expect(managers.map(reports) == [["Bob"], []])
  }

  /// Semantics 165: an object that keeps its stored values because of a value that must be unique.
  @Test(arguments: StoreKind.allCases)
  func `an object that gives way to a unique value is a member where it was`(kind: StoreKind) throws
  {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee", attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toOne("manager", "Employee", inverse: "reports"),
          .toMany("reports", "Employee", inverse: "manager"),
        ], uniquenessConstraints: [["name"]])
    ])
    let office = try Office(on: kind.coordinator(model, in: folder))
    let managers = ["Grace", "Mary"].map { office.hire($0) }
    let ada = office.hire("Ada", manager: managers[0])
    try office.context.save()
    _ = managers.map(reports)
    ada.setValue(managers[1], forKey: "manager")
    ada.setValue("Grace", forKey: "name")
    office.context.mergePolicy = .rollback
    try office.context.save()
    #expect(managers.map(reports) == [["Ada"], []])
  }

  /// Semantics 163: pairs without a to-one side too.
  @Test(arguments: StoreKind.allCases, [false, true])
  func `pairs that give way do so at both ends`(kind: StoreKind, fromTheOther: Bool) throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Article", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("tags", "Tag", inverse: "articles")]),
      EntityDescription(
        name: "Tag", attributes: [AttributeDescription("name", .string)],
        relationships: [.toMany("articles", "Article", inverse: "tags")]),
    ])
    let coordinator = try kind.coordinator(model, in: folder)
    let (context, rival) = (try makeContext(on: coordinator), try makeContext(on: coordinator))
    func make(_ entity: String, _ name: String) -> ManagedObject {
      let object = context.insertNewObject(forEntityName: entity)
      object.setValue(name, forKey: "name")
      return object
    }
    let article = make("Article", "News")
    let tags = ["old", "new"].map { make("Tag", $0) }
    article.mutableSetValue(forKey: "tags").add(tags[0])
    try context.save()
    // The loser is the article, or its tags are.
    let losers = fromTheOther ? tags : [article]
    for loser in losers {
      rival.object(with: loser.objectID).setValue("changed", forKey: "name")
    }
    try rival.save()
    article.mutableSetValue(forKey: "tags").remove(tags[0])
    article.mutableSetValue(forKey: "tags").add(tags[1])
    context.mergePolicy = .rollback
    try context.save()
    func ends(_ context: ManagedObjectContext) -> [Int] {
      tags.map { tag in
        let tag = context.object(with: tag.objectID)
        return (tag.value(forKey: "articles") as? Set<ManagedObject>)?.count ?? -1
      } + [
        (context.object(with: article.objectID).value(forKey: "tags") as? Set<ManagedObject>)?
          .count ?? -1
      ]
    }
    #expect(ends(context) == [1, 0, 1])
    let reader = try makeContext(on: coordinator)
    #expect(ends(reader) == [1, 0, 1])
  }
}

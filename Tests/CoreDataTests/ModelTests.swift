import CoreData
import Foundation
import Testing

/// A class of the same name as one that is nested elsewhere.
final class Twin: NSManagedObject {}

enum Elsewhere {
  final class Twin: NSManagedObject {}
}

struct ModelTests {
  @Test func `an entity is one object before and after a coordinator takes the model`() throws {
    let model = Library.model()
    let author = try #require(model.entitiesByName["Author"])
    author.userInfo = ["label": "Writer"]
    author.properties.append(Library.attribute("age", .integer16AttributeType))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    #expect(coordinator.managedObjectModel === model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      let made = Author(context: context)
      #expect(made.entity === author)
      #expect(made.entity.userInfo?["label"] as? String == "Writer")
      #expect(made.entity.attributesByName.keys.sorted() == ["age", "born", "name"])
    }
  }

  @Test func `subentities inherit properties and come with their superentity`() throws {
    let animal = NSEntityDescription()
    animal.name = "Animal"
    animal.isAbstract = true
    animal.properties = [Library.attribute("name", .stringAttributeType)]
    let dog = NSEntityDescription()
    dog.name = "Dog"
    dog.properties = [Library.attribute("breed", .stringAttributeType)]
    animal.subentities = [dog]
    let model = NSManagedObjectModel()
    model.entities = [animal, dog]
    #expect(dog.superentity === animal)
    #expect(dog.isKindOf(entity: animal))
    #expect(dog.attributesByName.keys.sorted() == ["breed", "name"])
    let container = NSPersistentContainer(name: "Zoo", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { #expect($1 == nil) }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Dog", into: context)
        .setValue("Rex", forKey: "name")
      let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Animal"))
      #expect(found.map { $0.value(forKey: "name") as? String } == ["Rex"])
    }
  }

  @Test func `an invalid model is an error of the first store`() {
    let entity = NSEntityDescription()
    entity.name = "Broken"
    let relationship = NSRelationshipDescription()
    relationship.name = "other"
    entity.properties = [relationship]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    #expect {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    } throws: { ($0 as NSError).domain == NSCocoaErrorDomain }
  }

  @Test func `a class name that two classes have is an error that names both`() throws {
    let entity = NSEntityDescription()
    entity.name = "Twin"
    entity.managedObjectClassName = "Twin"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    #expect {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    } throws: { error in
      let text = "\(error)"
      return text.contains("CoreDataTests.Twin") && text.contains("CoreDataTests.Elsewhere.Twin")
    }
    let named = model.copy() as! NSManagedObjectModel
    named.entitiesByName["Twin"]?.managedObjectClassName = NSStringFromClass(Twin.self)
    let container = NSPersistentContainer(name: "Twins", managedObjectModel: named)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { #expect($1 == nil) }
    let context = container.newBackgroundContext()
    context.performAndWait {
      #expect(NSEntityDescription.insertNewObject(forEntityName: "Twin", into: context) is Twin)
    }
  }

  @Test func `copies and merged models have entities of their own`() throws {
    let model = Library.model()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    #expect(copy.entitiesByName["Author"] !== model.entitiesByName["Author"])
    #expect(
      copy.entitiesByName["Author"]?.relationshipsByName["books"]?.destinationEntity
        === copy.entitiesByName["Book"])
    copy.entitiesByName["Author"]?.properties.removeLast()
    #expect(copy != model)
    let extra = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Extra"
    extra.entities = [entity]
    let merged = NSManagedObjectModel(byMerging: [Library.model(), extra])
    #expect(merged?.entitiesByName.keys.sorted() == ["Author", "Book", "Chapter", "Extra"])
    #expect(
      model.entityVersionHashesByName
        == merged?.entityVersionHashesByName.filter { $0.key != "Extra" })
  }

  @Test func `a model is read from a folder as it lies among the resources`() throws {
    let folder = try Folder()
    let version = folder.url.appendingPathComponent("Shop.momd/Shop 2.mom")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try """
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Item" representedClassName=".Item" syncable="YES">
        <attribute name="title" attributeType="String" defaultValueString="new"/>
        <fetchIndex name="byTitle"><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
      </entity>
      <configuration name="Main"><memberEntity name="Item"/></configuration>
    </model>
    """.write(to: version.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    try """
    <?xml version="1.0"?><plist version="1.0"><dict>
    <key>NSManagedObjectModel_CurrentVersionName</key><string>Shop 2</string></dict></plist>
    """.write(
      to: folder.url.appendingPathComponent("Shop.momd/VersionInfo.plist"), atomically: true,
      encoding: .utf8)
    let model = try #require(
      NSManagedObjectModel(contentsOf: folder.url.appendingPathComponent("Shop.momd")))
    let item = try #require(model.entitiesByName["Item"])
    #expect(item.attributesByName["title"]?.defaultValue as? String == "new")
    #expect(item.attributesByName["title"]?.type == .string)
    #expect(item.indexes.map(\.name) == ["byTitle"])
    #expect(model.configurations == ["Main"])
    #expect(model.entities(forConfigurationName: "Main") == [item])
    #expect(NSManagedObjectModel(contentsOf: folder.url.appendingPathComponent("No.momd")) == nil)
  }
}

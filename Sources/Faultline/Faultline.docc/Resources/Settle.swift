// Asks the Core Data of this Mac what nothing public says, and prints the answers: swift Settle.swift > answers.txt
// 'faultline settle answers.txt' reads them. It needs a Mac with Xcode's tools, writes to a temporary folder alone,
// and takes two seconds. An answer that it cannot be sure of is 'unclear'.

import CoreData
import SQLite3

func attribute(_ name: String) -> NSAttributeDescription {
  let attribute = NSAttributeDescription()
  (attribute.name, attribute.attributeType, attribute.isOptional) = (
    name, .stringAttributeType, true
  )
  return attribute
}

/// An owner has items, and leaves them behind when it is deleted.
func model() -> NSManagedObjectModel {
  let (owner, item) = (NSEntityDescription(), NSEntityDescription())
  (owner.name, item.name) = ("Owner", "Item")
  let (items, back) = (NSRelationshipDescription(), NSRelationshipDescription())
  (items.name, items.destinationEntity, items.maxCount) = ("items", item, 0)
  (back.name, back.destinationEntity, back.maxCount) = ("owner", owner, 1)
  for relationship in [items, back] {
    (relationship.minCount, relationship.isOptional) = (0, true)
    relationship.deleteRule = .nullifyDeleteRule
  }
  (items.inverseRelationship, back.inverseRelationship) = (back, items)
  owner.properties = [attribute("name"), items]
  item.properties = [attribute("name"), back]
  let model = NSManagedObjectModel()
  model.entities = [owner, item]
  return model
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
  "settle-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appendingPathComponent("Settle.sqlite")
let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
try coordinator.addPersistentStore(
  ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)

func context(parent: NSManagedObjectContext? = nil) -> NSManagedObjectContext {
  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  if let parent {
    context.parent = parent
  } else {
    context.persistentStoreCoordinator = coordinator
  }
  return context
}

func items(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
  let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  request.returnsObjectsAsFaults = false
  return try context.fetch(request)
}

func answer(_ band: String, _ end: String?) { print(band, end ?? "unclear") }

print("faultline settle 1")
print("on macOS \(ProcessInfo.processInfo.operatingSystemVersionString)")

// One owner with fifty items.
let count = 50
let ownerID = try autoreleasepool { () -> NSManagedObjectID in
  let writer = context()
  return try writer.performAndWait {
    let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: writer)
    for number in 0..<count {
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
      item.setValue("before \(number)", forKey: "name")
      item.setValue(owner, forKey: "owner")
    }
    try writer.save()
    return owner.objectID
  }
}

// temporaries: does an object that a fetch has returned live on within its pool, once the last name is gone?
try autoreleasepool {
  let reader = context()
  try reader.performAndWait {
    weak var seen: NSManagedObject?
    func look() throws { seen = try items(in: reader).first }
    try look()
    answer("temporaries", seen == nil ? "at-once" : "turn")
  }
}

// parentObjects: does a parent have objects for what its child has fetched and holds?
try autoreleasepool {
  let parent = context()
  let child = context(parent: parent)
  let held = try autoreleasepool { try child.performAndWait { try items(in: child) } }
  let known = parent.performAndWait { autoreleasepool { parent.registeredObjects.count } }
  answer("parentObjects", known >= count ? "registered" : known == 0 ? "absent" : nil)
  child.performAndWait { withExtendedLifetime(held) {} }
}

// rowCache: is a row still there when every object that used it is gone? It is changed behind the cache's back, so the
// value of a new fault says where it came from.
let ids = try autoreleasepool { () -> [NSManagedObjectID] in
  let reader = context()
  return try reader.performAndWait { try items(in: reader).map(\.objectID) }
}
// What the framework lets go of on a queue of its own has the time to go.
Thread.sleep(forTimeInterval: 1)
var database: OpaquePointer?
let isOpen = sqlite3_open(file.path, &database) == SQLITE_OK
let isChanged =
  isOpen && sqlite3_exec(database, "UPDATE ZITEM SET ZNAME = 'after'", nil, nil, nil) == SQLITE_OK
sqlite3_close(database)
autoreleasepool {
  let reader = context()
  reader.performAndWait {
    let old = ids.filter { reader.object(with: $0).value(forKey: "name") as? String != "after" }
      .count
    answer("rowCache", !isChanged ? nil : old == 0 ? "in-use" : old == ids.count ? "kept" : nil)
  }
}

// mergedDeletes: does an unsaved item lose its owner when the deletion of the owner is merged?
try autoreleasepool {
  let (receiver, deleter) = (context(), context())
  let item = try receiver.performAndWait { () -> NSManagedObject in
    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: receiver)
    item.setValue(try receiver.existingObject(with: ownerID), forKey: "owner")
    receiver.processPendingChanges()
    return item
  }
  let token = NotificationCenter.default.addObserver(
    forName: .NSManagedObjectContextDidSave, object: deleter, queue: nil
  ) { saved in receiver.performAndWait { receiver.mergeChanges(fromContextDidSave: saved) } }
  try deleter.performAndWait {
    deleter.delete(try deleter.existingObject(with: ownerID))
    try deleter.save()
  }
  NotificationCenter.default.removeObserver(token)
  receiver.performAndWait {
    receiver.processPendingChanges()
    answer("mergedDeletes", item.value(forKey: "owner") == nil ? "rules" : "marks")
  }
}

// prefetchedObjects: does a context have objects for what it has prefetched, before anything leads to them?
try autoreleasepool {
  let (writer, reader) = (context(), context())
  try writer.performAndWait {
    let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: writer)
    for _ in 0..<count {
      NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
        .setValue(owner, forKey: "owner")
    }
    try writer.save()
  }
  try reader.performAndWait {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
    request.relationshipKeyPathsForPrefetching = ["items"]
    request.returnsObjectsAsFaults = false
    let owners = try reader.fetch(request)
    let known = reader.registeredObjects.filter { $0.entity.name == "Item" }.count
    answer("prefetchedObjects", known >= count ? "registered" : known == 0 ? "rows-only" : nil)
    withExtendedLifetime(owners) {}
  }
}

// mergedRelationships: is a relationship that did not change still loaded after a refresh that merges?
try autoreleasepool {
  let (writer, reader) = (context(), context())
  let ownerID = try writer.performAndWait { () -> NSManagedObjectID in
    let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: writer)
    for _ in 0..<count {
      NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
        .setValue(owner, forKey: "owner")
    }
    try writer.save()
    return owner.objectID
  }
  try reader.performAndWait {
    let owner = try reader.existingObject(with: ownerID)
    let items = (owner.value(forKey: "items") as? Set<NSManagedObject>) ?? []
    for item in items { item.willAccessValue(forKey: nil) }
    try writer.performAndWait {
      try writer.existingObject(with: ownerID).setValue("changed", forKey: "name")
      try writer.save()
    }
    reader.refresh(owner, mergeChanges: true)
    let isFault = owner.hasFault(forRelationshipNamed: "items")
    answer("mergedRelationships", isFault ? "released" : "kept")
    withExtendedLifetime(items) {}
  }
}

// retainCycles: are objects that hold each other there after their context is gone?
do {
  final class Remembered { weak var object: NSManagedObject? }
  var remembered: [Remembered] = []
  try autoreleasepool {
    let (writer, reader) = (context(), context())
    let ownerID = try writer.performAndWait { () -> NSManagedObjectID in
      let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: writer)
      for _ in 0..<count {
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
          .setValue(owner, forKey: "owner")
      }
      try writer.save()
      return owner.objectID
    }
    try reader.performAndWait {
      let owner = try reader.existingObject(with: ownerID)
      for item in (owner.value(forKey: "items") as? Set<NSManagedObject>) ?? [] {
        // Both ends are realized then.
        _ = (item.value(forKey: "owner") as? NSManagedObject)?.objectID
        let entry = Remembered()
        entry.object = item
        remembered.append(entry)
      }
    }
  }
  let alive = remembered.filter { $0.object != nil }.count
  answer("retainCycles", alive == count ? "outlive" : alive == 0 ? "end-with-context" : nil)
}

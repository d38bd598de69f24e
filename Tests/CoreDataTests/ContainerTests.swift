import CoreData
import Foundation
import Testing

struct ContainerTests {
  @Test func `a container opens the stores of its descriptions`() throws {
    let folder = try Folder()
    let url = folder.url.appendingPathComponent("library.sqlite")
    let container = try Library.container(url: url) {
      $0.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
      $0.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    }
    let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
    #expect(store.type == NSSQLiteStoreType)
    #expect(store.url == url)
    #expect(!store.isReadOnly)
    #expect(store.persistentStoreCoordinator === container.persistentStoreCoordinator)
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(container.persistentStoreCoordinator.persistentStore(for: url) === store)
    #expect(
      NSPersistentContainer(name: "X", managedObjectModel: Library.model())
        .persistentStoreDescriptions.first?.url
        == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("X.sqlite"))
  }

  @Test func `a store is opened later where its description says so`() async throws {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    description.shouldAddStoreAsynchronously = true
    container.persistentStoreDescriptions = [description]
    let error: (any Error)? = await withCheckedContinuation { continuation in
      container.loadPersistentStores { continuation.resume(returning: $1) }
    }
    #expect(error == nil)
    #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test func `a subclass has its own folder`() throws {
    final class Own: NSPersistentContainer, @unchecked Sendable {
      override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/tmp/own") }
    }
    let container = Own(name: "Library", managedObjectModel: Library.model())
    #expect(
      container.persistentStoreDescriptions.map(\.url) == [
        URL(fileURLWithPath: "/tmp/own/Library.sqlite")
      ])
  }

  @Test func `what was saved is there when the file is opened again`() throws {
    let folder = try Folder()
    let url = folder.url.appendingPathComponent("library.sqlite")
    do {
      let context = try Library.container(url: url).newBackgroundContext()
      try context.performAndWait {
        Author(context: context).name = "Ada"
        try context.save()
      }
    }
    let container = try Library.container(url: url)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let author = try #require(try context.fetch(Author.fetchRequest()).first)
      #expect(author.name == "Ada")
      let uri = author.objectID.uriRepresentation()
      #expect(
        container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
          == author.objectID)
      #expect(
        author.objectID.persistentStore
          === container.persistentStoreCoordinator.persistentStores.first)
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSSQLiteStoreType, at: url)
    #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
    #expect(Library.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    let other = Library.model()
    other.entitiesByName["Author"]?.properties.append(
      Library.attribute("age", .integer16AttributeType))
    #expect(!other.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  @Test func `a destroyed store has no files`() throws {
    let folder = try Folder()
    let url = folder.url.appendingPathComponent("library.sqlite")
    let coordinator = try Library.container(url: url).persistentStoreCoordinator
    try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
    #expect(coordinator.persistentStores.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `a store that cannot be opened is an error of its description`() throws {
    let folder = try Folder()
    let url = folder.url.appendingPathComponent("missing/library.sqlite")
    #expect { try Library.container(url: url) } throws: {
      ($0 as NSError).domain == NSCocoaErrorDomain
    }
    #expect { try Library.container { $0.type = "XML" } } throws: {
      ($0 as NSError).code == NSPersistentStoreInvalidTypeError
    }
  }

  @Test func `batch requests change the store alone`() throws {
    let folder = try Folder()
    let container = try Library.container(url: folder.url.appendingPathComponent("a.sqlite"))
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let insert = NSBatchInsertRequest(
        entityName: "Book", objects: [["title": "A", "pages": 1], ["title": "B", "pages": 2]])
      insert.resultType = .objectIDs
      let inserted = try context.execute(insert) as? NSBatchInsertResult
      #expect((inserted?.result as? [NSManagedObjectID])?.count == 2)
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.predicate = NSPredicate(format: "pages == 2")
      update.propertiesToUpdate = ["title": NSExpression(forConstantValue: "C")]
      update.resultType = .updatedObjectsCountResultType
      let updated = try context.execute(update) as? NSBatchUpdateResult
      #expect(updated?.result as? Int == 1)
      let titles = try context.fetch(NSFetchRequest<Book>(entityName: "Book")).compactMap(\.title)
      #expect(titles.sorted() == ["A", "C"])
      let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Book"))
      delete.resultType = .resultTypeCount
      let deleted = try context.execute(delete) as? NSBatchDeleteResult
      #expect(deleted?.result as? Int == 2)
    }
  }

  @Test func `the history lists what was saved`() throws {
    let folder = try Folder()
    let container = try Library.container(url: folder.url.appendingPathComponent("a.sqlite")) {
      $0.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    }
    let context = container.newBackgroundContext()
    context.transactionAuthor = "import"
    try context.performAndWait {
      Author(context: context).name = "Ada"
      try context.save()
      context.transactionAuthor = "app"
      Author(context: context).name = "Grace"
      try context.save()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?)
      let all = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = all?.result as? [NSPersistentHistoryTransaction] ?? []
      #expect(transactions.map(\.author) == ["import", "app"])
      #expect(transactions.first?.changes?.map(\.changeType) == [.insert])
      let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
      fetch.predicate = NSPredicate(format: "author != %@", "app")
      request.fetchRequest = fetch
      let chosen = try context.execute(request) as? NSPersistentHistoryResult
      #expect((chosen?.result as? [NSPersistentHistoryTransaction])?.map(\.author) == ["import"])
      let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(
        fromStores: nil)
      #expect(token == transactions.last?.token)
      // A predicate that is not followed would delete what it leaves out.
      let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
      deletion.fetchRequest = fetch
      #expect(throws: (any Error).self) { try context.execute(deletion) }
      let left = try context.execute(
        NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
      #expect(((left as? NSPersistentHistoryResult)?.result as? [Any])?.count == 2)
    }
  }
}

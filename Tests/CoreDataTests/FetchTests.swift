import CoreData
import Foundation
import Testing

struct FetchTests {
  func titles(_ request: NSFetchRequest<Book>, _ context: NSManagedObjectContext) throws -> [String]
  {
    try context.performAndWait { try context.fetch(request).map { $0.title ?? "" } }
  }

  @Test func `a fetch filters, sorts and limits`() throws {
    let (_, context) = try Library.filled()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: false)]
    #expect(try titles(request, context) == ["Letters", "Engines", "Notes"])
    request.predicate = NSPredicate(format: "%K > %d AND author.name == %@", "pages", 50, "Ada")
    #expect(try titles(request, context) == ["Letters", "Engines"])
    request.fetchLimit = 1
    request.fetchOffset = 1
    #expect(try titles(request, context) == ["Engines"])
    request.fetchLimit = 0
    request.fetchOffset = 0
    #expect(try context.performAndWait { try context.count(for: request) } == 2)
  }

  @Test func `a request can ask for IDs, numbers and dictionaries`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
      ids.resultType = .managedObjectIDResultType
      let found = try context.fetch(ids)
      #expect(found.count == 3)
      let count = NSFetchRequest<NSNumber>(entityName: "Book")
      count.resultType = .countResultType
      #expect(try context.fetch(count) == [3])
      let total = NSExpressionDescription()
      total.name = "total"
      total.expression = NSExpression(
        forFunction: "sum:", arguments: [NSExpression(forKeyPath: "pages")])
      total.expressionResultType = .integer64AttributeType
      let lines = NSFetchRequest<NSDictionary>(entityName: "Book")
      lines.resultType = .dictionaryResultType
      lines.propertiesToFetch = [total]
      #expect(try context.fetch(lines) == [["total": 460]])
      let names = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
      names.resultType = .dictionaryResultType
      names.propertiesToFetch = ["title"]
      names.predicate = NSPredicate(format: "pages == 40")
      #expect(try context.fetch(names) as? [[String: String]] == [["title": "Notes"]])
    }
  }

  @Test func `a request is found by the class`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let request: NSFetchRequest<any NSFetchRequestResult> = Book.fetchRequest()
      let found = try context.fetch(request)
      #expect(found.count == 3)
      let cast = request._cast(to: Book.self)
      cast.predicate = NSPredicate(format: "title BEGINSWITH[c] 'l'")
      #expect(request.predicate == cast.predicate)
      #expect(try context.fetch(cast).map(\.title) == ["Letters"])
      #expect(Book.entity().name == "Book")
    }
  }

  @Test func `sort descriptors and expressions take key paths`() throws {
    let (_, context) = try Library.filled()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.title, ascending: true)]
    #expect(try titles(request, context) == ["Engines", "Letters", "Notes"])
    #expect(NSSortDescriptor(keyPath: \Book.pages, ascending: true).key == "pages")
    #expect(NSExpression(forKeyPath: \Book.author?.name).keyPath == "author.name")
  }

  @Test func `a request with a batch size returns all objects`() throws {
    let (_, context) = try Library.filled()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.fetchBatchSize = 2
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    #expect(try titles(request, context) == ["Engines", "Letters", "Notes"])
  }

  @Test func `an unknown entity is an error in Cocoa's domain`() throws {
    let (_, context) = try Library.filled()
    _ = context.performAndWait {
      #expect { try context.fetch(NSFetchRequest<Book>(entityName: "Bok")) } throws: { error in
        (error as NSError).domain == NSCocoaErrorDomain && error is CocoaError
      }
    }
  }

  @Test func `an asynchronous fetch calls back`() async throws {
    let (_, context) = try Library.filled()
    let count = await withCheckedContinuation { continuation in
      let request = NSAsynchronousFetchRequest(
        fetchRequest: NSFetchRequest<Book>(entityName: "Book")
      ) { continuation.resume(returning: $0.finalResult?.count ?? -1) }
      context.perform { _ = try? context.execute(request) }
    }
    #expect(count == 3)
  }
}

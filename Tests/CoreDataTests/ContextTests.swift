import CoreData
import Foundation
import Testing

/// The notifications that an observer got.
private final class NotificationLog: @unchecked Sendable {
  var notes: [Notification] = []
}

struct ContextTests {
  @Test func `a context is set up as today's Core Data does`() throws {
    let container = try Library.container()
    #expect(container.viewContext.undoManager == nil)
    #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
    #expect(!container.viewContext.automaticallyMergesChangesFromParent)
    #expect(container.viewContext.mergePolicy as? NSMergePolicy == .error)
    #expect(container.newBackgroundContext().concurrencyType == .privateQueueConcurrencyType)
    #expect(container.newBackgroundContext() !== container.newBackgroundContext())
  }

  @Test func `a save posts sets of objects under Apple's names`() throws {
    let container = try Library.container()
    let context = container.newBackgroundContext()
    let log = NotificationLog()
    let tokens = [
      NSNotification.Name.NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
      .NSManagedObjectContextObjectsDidChange, .NSManagedObjectContextDidSaveObjectIDs,
    ].map { name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { note in
        log.notes.append(note)
      }
    }
    defer { tokens.forEach(NotificationCenter.default.removeObserver) }
    try context.performAndWait {
      let author = Author(context: context)
      author.name = "Ada"
      try context.save()
      let saved = log.notes.first { $0.name == .NSManagedObjectContextDidSave }
      #expect(saved?.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> == [author])
      let ids = log.notes.first { $0.name == .NSManagedObjectContextDidSaveObjectIDs }
      let key = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
      #expect(ids?.userInfo?[key] as? Set<NSManagedObjectID> == [author.objectID])
      #expect(!author.objectID.isTemporaryID)
    }
    let names = log.notes.map(\.name)
    #expect(names.filter { $0 == .NSManagedObjectContextDidSave }.count == 1)
    #expect(names.contains(.NSManagedObjectContextWillSave))
    #expect(names.contains(.NSManagedObjectContextObjectsDidChange))
    #expect(log.notes.allSatisfy { $0.object as? NSManagedObjectContext === context })
  }

  @Test func `changes merge from one context into another`() throws {
    let (container, context) = try Library.filled()
    let other = container.newBackgroundContext()
    let title = NSFetchRequest<Book>(entityName: "Book")
    title.predicate = NSPredicate(format: "title == 'Notes'")
    let book = try other.performAndWait { try #require(try other.fetch(title).first) }
    #expect(other.performAndWait { book.pages } == 40)
    let log = NotificationLog()
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { log.notes.append($0) }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.performAndWait {
      try context.fetch(title).first?.pages = 41
      try context.save()
    }
    other.mergeChanges(fromContextDidSave: try #require(log.notes.last))
    other.performAndWait { #expect(book.pages == 41) }
  }

  @Test func `a child saves to its parent`() throws {
    let container = try Library.container()
    let parent = container.newBackgroundContext()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    #expect(child.persistentStoreCoordinator === container.persistentStoreCoordinator)
    let id = try child.performAndWait {
      let author = Author(context: child)
      author.name = "Ada"
      try child.obtainPermanentIDs(for: [author])
      try child.save()
      return author.objectID
    }
    try parent.performAndWait {
      #expect(parent.hasChanges)
      let author = try #require(try parent.existingObject(with: id) as? Author)
      #expect(author.name == "Ada")
      #expect(author.managedObjectContext === parent)
      try parent.save()
      #expect(!parent.hasChanges)
    }
  }

  @Test func `awaited blocks return and throw`() async throws {
    let (container, context) = try Library.filled()
    let count = try await context.perform {
      try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
    }
    #expect(count == 3)
    await #expect(throws: CocoaError.self) {
      try await container.performBackgroundTask { context in
        _ = Author(context: context)
        try context.save()
      }
    }
  }

  @Test func `an invalid object fails a save with Cocoa's code and keys`() throws {
    let context = try Library.container().newBackgroundContext()
    try context.performAndWait {
      let author = Author(context: context)
      var met: NSError?
      do {
        try context.save()
      } catch CocoaError.validationMissingMandatoryProperty {
        met = validation(of: context)
      }
      #expect(met?.domain == NSCocoaErrorDomain)
      #expect(met?.code == NSValidationMissingMandatoryPropertyError)
      #expect(met?.userInfo[NSValidationKeyErrorKey] as? String == "name")
      #expect(met?.userInfo[NSValidationObjectErrorKey] as? Author === author)
      _ = Author(context: context)
      #expect(validation(of: context)?.code == NSValidationMultipleErrorsError)
      #expect((validation(of: context)?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
    }
  }

  /// The error of a save that must fail.
  private func validation(of context: NSManagedObjectContext) -> NSError? {
    do { try context.save() } catch { return error as NSError }
    return nil
  }

  @Test func `undo takes changes back once a manager is set`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      context.undoManager = UndoManager()
      context.reset()
      let author = try #require(try context.fetch(Author.fetchRequest()).first)
      author.name = "Grace"
      context.processPendingChanges()
      context.undo()
      #expect(author.name == "Ada")
      context.redo()
      #expect(author.name == "Grace")
      context.rollback()
      #expect(author.name == "Ada")
    }
  }

  @Test func `a context that is gone leaves its objects without one`() throws {
    let container = try Library.container()
    var context: NSManagedObjectContext? = container.newBackgroundContext()
    weak let watched = context
    let author = context.map { Author(context: $0) }
    #expect(author?.managedObjectContext === context)
    context = nil
    #expect(watched == nil)
    #expect(author?.managedObjectContext == nil)
    #expect(author?.entity.name == "Author")
  }
}

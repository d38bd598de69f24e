import CoreData
import Foundation
import Testing

struct ResultsTests {
  final class Log: NSFetchedResultsControllerDelegate {
    var events: [String] = []
    var controllers: [NSObject] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    {
      events.append("begin")
      controllers.append(controller)
    }

    func controller(
      _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      events.append(
        "\(type) \((anObject as? Book)?.title ?? "") \(newIndexPath.map { $0[1] } ?? -1)")
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)
    {
      events.append("end")
    }
  }

  @Test func `a controller follows its context`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let request = NSFetchRequest<Book>(entityName: "Book")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil,
        cacheName: nil)
      let log = Log()
      controller.delegate = log
      #expect(controller.fetchedObjects == nil)
      try controller.performFetch()
      #expect(controller.fetchedObjects?.map(\.title) == ["Engines", "Letters", "Notes"])
      #expect(controller.sections?.map(\.numberOfObjects) == [3])
      let first = controller.object(at: IndexPath(indexes: [0, 0]))
      #expect(first.title == "Engines")
      #expect(controller.indexPath(forObject: first) == IndexPath(indexes: [0, 0]))
      let book = Book(context: context)
      book.title = "Maps"
      context.processPendingChanges()
      #expect(log.events == ["begin", "insert Maps 2", "end"])
      #expect(log.controllers.first == controller)
      #expect(controller.fetchedObjects?.count == 4)
    }
  }

  @Test func `merge policies decide a conflict`() throws {
    for (policy, expected) in [
      (NSMergePolicy.mergeByPropertyObjectTrump, 2), (.mergeByPropertyStoreTrump, 1),
    ] {
      let (container, one) = try Library.filled()
      let two = container.newBackgroundContext()
      two.mergePolicy = policy
      let request = NSFetchRequest<Book>(entityName: "Book")
      request.predicate = NSPredicate(format: "title == 'Notes'")
      let book = try two.performAndWait { try #require(try two.fetch(request).first) }
      two.performAndWait { book.pages = 2 }
      try one.performAndWait {
        try one.fetch(request).first?.pages = 1
        try one.save()
      }
      try two.performAndWait {
        try two.save()
        #expect(book.pages == Int32(expected))
      }
    }
  }

  @Test func `a conflict without a policy is an error with the objects`() throws {
    let (container, one) = try Library.filled()
    let two = container.newBackgroundContext()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "title == 'Notes'")
    let book = try two.performAndWait { try #require(try two.fetch(request).first) }
    two.performAndWait { book.pages = 2 }
    try one.performAndWait {
      try one.fetch(request).first?.pages = 1
      try one.save()
    }
    two.performAndWait {
      var met: NSError?
      do { try two.save() } catch { met = error as NSError }
      #expect(met?.code == NSManagedObjectMergeError)
      let conflicts = met?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      #expect(conflicts?.map(\.sourceObject) == [book])
    }
  }

  @Test func `a selector observes without keeping its object`() {
    final class Listener {
      var heard = 0
      func note(_ notification: Notification) { heard += 1 }
      func listen(_ name: Notification.Name) {
        NotificationCenter.default.addObserver(
          self, selector: Selector("note:", of: Listener.self, { $0.note($1) }), name: name,
          object: nil
        )
      }
    }
    let name = Notification.Name("SelectorTest")
    var listener: Listener? = Listener()
    weak let watched = listener
    listener?.listen(name)
    NotificationCenter.default.post(name: name, object: nil)
    #expect(listener?.heard == 1)
    NotificationCenter.default._removeObserver(listener as Any)
    NotificationCenter.default.post(name: name, object: nil)
    #expect(listener?.heard == 1)
    listener = nil
    #expect(watched == nil)
    #expect(NSStringFromSelector(Selector("note:")) == "note:")
  }

  @Test func `a registered transformer makes data of a value`() throws {
    final class Reversing: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data($0.reversed().map(String.init).joined().utf8) }
      }

      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
      }
    }
    let name = NSValueTransformerName("Reversing")
    ValueTransformer.setValueTransformer(Reversing(), forName: name)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    let model = Library.model()
    model.entitiesByName["Book"]?.attributesByName["tags"]?.valueTransformerName = name.rawValue
    let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    ]
    container.loadPersistentStores { #expect($1 == nil) }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let book = Book(context: context)
      book.setValue("abc", forKey: "tags")
      try context.save()
      context.refresh(book, mergeChanges: false)
      #expect(book.value(forKey: "tags") as? String == "abc")
    }
  }
}

import CoreData
import Foundation
import Testing

struct ObjectTests {
  @Test func `an object is made by its class`() throws {
    let context = try Library.container().newBackgroundContext()
    context.performAndWait {
      let author = Author(context: context)
      #expect(author.entity.name == "Author")
      #expect(
        author.entity
          === context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Author"])
      #expect(author.managedObjectContext === context)
      #expect(author.isInserted)
      #expect(author.objectID.isTemporaryID)
      #expect(author.objectID.entity === author.entity)
      #expect(context.insertedObjects == [author])
    }
  }

  @Test func `the object of an entity has the class that the model names`() throws {
    let context = try Library.container().newBackgroundContext()
    context.performAndWait {
      let made = ["Author", "Book", "Chapter"].map {
        NSEntityDescription.insertNewObject(forEntityName: $0, into: context)
      }
      #expect(made[0] is Author)
      #expect(made[1] is Book)
      #expect(made[2] is Chapter)
    }
  }

  @Test func `ported properties keep values of every type`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let book = Book(context: context)
      let isbn = UUID()
      book.title = "Poems"
      book.pages = 12
      book.price = NSDecimalNumber(string: "9.90")
      book.rating = 4.5
      book.isLent = true
      book.genre = .poetry
      book.isbn = isbn
      book.cover = Data([1, 2])
      book.tags = ["old", "rare"]
      try context.save()
      context.refresh(book, mergeChanges: false)
      #expect(book.isFault)
      #expect(book.title == "Poems")
      #expect(book.pages == 12)
      #expect(book.price == NSDecimalNumber(string: "9.9"))
      #expect(book.rating == 4.5)
      #expect(book.isLent)
      #expect(book.genre == .poetry)
      #expect(book.isbn == isbn)
      #expect(book.cover == Data([1, 2]))
      #expect(book.tags == ["old", "rare"])
      book.title = nil
      book.price = nil
      book.isbn = nil
      #expect(book.title == nil)
      #expect(book.price == nil)
      #expect(book.isbn == nil)
    }
  }

  @Test func `relationships keep both ends`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let author = try #require(try context.fetch(Author.fetchRequest()).first)
      #expect(
        author.books.map(\.title).compactMap { $0 }.sorted() == ["Engines", "Letters", "Notes"])
      let book = try #require(author.books.first { $0.title == "Notes" })
      author.books.remove(book)
      #expect(book.author == nil)
      book.author = author
      #expect(author.books.count == 3)
      let one = Chapter(context: context)
      let two = Chapter(context: context)
      book.chapters = NSOrderedSet(array: [one, two])
      #expect(book.chapters?.array as? [Chapter] == [one, two])
      book.mutableOrderedSetValue(forKey: "chapters").remove(one)
      #expect(one.book == nil)
      #expect(two.book == book)
      author.mutableSetValue(forKey: "books").remove(book)
      #expect(author.books.count == 2)
      author.mutableSetValue(forKey: "books").add(book)
      #expect(book.author === author)
    }
  }

  @Test func `key-value coding hands out Foundation's objects`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let author = try #require(try context.fetch(Author.fetchRequest()).first)
      let book = try #require(author.books.first { $0.title == "Notes" })
      #expect(book.value(forKey: "pages") is NSNumber)
      #expect(book.value(forKey: "pages") as? Int64 == 40)
      #expect(book.value(forKey: "pages") as? Int16 == 40)
      #expect(book.value(forKey: "isLent") as? Bool == false)
      #expect((author.value(forKey: "books") as? NSSet)?.count == 3)
      #expect((author.value(forKey: "books") as? Set<Book>)?.contains(book) == true)
      #expect(author.value(forKeyPath: "books.@count") as? Int == 3)
      #expect(book.value(forKeyPath: "author.name") as? String == "Ada")
      book.setValue(NSNull(), forKey: "title")
      #expect(book.title == nil)
      book.setValue(NSNumber(value: 7), forKey: "pages")
      #expect(book.pages == 7)
      author.setValue(NSSet(array: [book]), forKey: "books")
      #expect(author.books == [book])
      #expect(book.changedValues().keys.sorted() == ["pages", "title"])
      #expect(book.changedValues()["title"] is NSNull)
      #expect(book.committedValues(forKeys: ["pages"])["pages"] as? Int == 40)
      book.setPrimitiveValue(9, forKey: "pages")
      #expect(book.primitiveValue(forKey: "pages") as? Int32 == 9)
      #expect(
        book.dictionaryWithValues(forKeys: ["pages", "title"]) as NSDictionary
          == ["pages": 9, "title": NSNull()] as NSDictionary)
    }
  }

  @Test func `a class may have initializers and stored properties of its own`() throws {
    let context = try Library.container().newBackgroundContext()
    context.performAndWait {
      let book = Novel(title: "Long", in: context)
      #expect(book.title == "Long")
      #expect(book.notes == ["made"])
      #expect(book.isEqual(book))
      #expect(!book.isEqual(Author(context: context)))
      #expect(book.isKind(of: Book.self))
      #expect(book.isMember(of: Novel.self))
    }
  }
}

final class Novel: Book {
  var notes: [String]

  /// Makes a novel of a stored row, or a new one.
  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    notes = ["found"]
    super.init(entity: entity, insertInto: context)
  }

  init(title: String, in context: NSManagedObjectContext) {
    notes = ["made"]
    super.init(
      entity: NSEntityDescription.entity(forEntityName: "Book", in: context) ?? Book.entity(),
      insertInto: context)
    self.title = title
  }
}

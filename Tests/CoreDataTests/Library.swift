// An app's model and classes, in the form that `faultline port` gives them.

import CoreData
import Foundation

enum Genre: Int16 {
  case novel = 1
  case poetry = 2
}

final class Author: NSManagedObject {
  enum _Keys {
    static let name = ManagedKey("name")
    static let born = ManagedKey("born")
    static let books = ManagedKey("books")
  }

  var name: String {
    get { _get(Author._Keys.name) }
    set { _set(Author._Keys.name, newValue) }
  }
  var born: Date? {
    get { _get(Author._Keys.born) }
    set { _set(Author._Keys.born, newValue) }
  }
  var books: Set<Book> {
    get { _get(Author._Keys.books) }
    set { _set(Author._Keys.books, newValue) }
  }

  override class var _keyPaths: [AnyKeyPath: String] {
    [\Author.name: "name", \Author.born: "born", \Author.books: "books"]
  }

  class func fetchRequest() -> NSFetchRequest<Author> { NSFetchRequest(entityName: "Author") }
}

class Book: NSManagedObject {
  enum _Keys {
    static let title = ManagedKey("title")
    static let pages = ManagedKey("pages")
    static let price = ManagedKey("price")
    static let rating = ManagedKey("rating")
    static let isLent = ManagedKey("isLent")
    static let genre = ManagedKey("genre")
    static let isbn = ManagedKey("isbn")
    static let cover = ManagedKey("cover")
    static let author = ManagedKey("author")
    static let chapters = ManagedKey("chapters")
    static let tags = ManagedKey("tags")
  }

  var title: String? {
    get { _get(Book._Keys.title) }
    set { _set(Book._Keys.title, newValue) }
  }
  var pages: Int32 {
    get { _get(Book._Keys.pages) }
    set { _set(Book._Keys.pages, newValue) }
  }
  var price: NSDecimalNumber? {
    get { _get(Book._Keys.price) }
    set { _set(Book._Keys.price, newValue) }
  }
  var rating: Double {
    get { _get(Book._Keys.rating) }
    set { _set(Book._Keys.rating, newValue) }
  }
  var isLent: Bool {
    get { _get(Book._Keys.isLent) }
    set { _set(Book._Keys.isLent, newValue) }
  }
  var genre: Genre {
    get { _get(Book._Keys.genre) }
    set { _set(Book._Keys.genre, newValue) }
  }
  var isbn: UUID? {
    get { _get(Book._Keys.isbn) }
    set { _set(Book._Keys.isbn, newValue) }
  }
  var cover: Data? {
    get { _get(Book._Keys.cover) }
    set { _set(Book._Keys.cover, newValue) }
  }
  var author: Author? {
    get { _get(Book._Keys.author) }
    set { _set(Book._Keys.author, newValue) }
  }
  var chapters: NSOrderedSet? {
    get { _get(Book._Keys.chapters) }
    set { _set(Book._Keys.chapters, newValue) }
  }
  var tags: [String]? {
    get { _get(Book._Keys.tags) }
    set { _set(Book._Keys.tags, newValue) }
  }

  override class var _keyPaths: [AnyKeyPath: String] {
    [\Book.title: "title", \Book.pages: "pages", \Book.author: "author"]
  }
}

final class Chapter: NSManagedObject {
  enum _Keys {
    static let heading = ManagedKey("heading")
    static let book = ManagedKey("book")
  }

  var heading: String? {
    get { _get(Chapter._Keys.heading) }
    set { _set(Chapter._Keys.heading, newValue) }
  }
  var book: Book? {
    get { _get(Chapter._Keys.book) }
    set { _set(Chapter._Keys.book, newValue) }
  }
}

/// The model of a library, in code.
enum Library {
  static func attribute(
    _ name: String, _ type: NSAttributeType, isOptional: Bool = true, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = isOptional
    attribute.defaultValue = value
    return attribute
  }

  static func model() -> NSManagedObjectModel {
    let author = NSEntityDescription()
    author.name = "Author"
    author.managedObjectClassName = "Author"
    let book = NSEntityDescription()
    book.name = "Book"
    book.managedObjectClassName = NSStringFromClass(Book.self)
    let chapter = NSEntityDescription()
    chapter.name = "Chapter"
    chapter.managedObjectClassName = ".Chapter"

    let books = NSRelationshipDescription()
    books.name = "books"
    books.destinationEntity = book
    books.deleteRule = .cascadeDeleteRule
    let writer = NSRelationshipDescription()
    writer.name = "author"
    writer.destinationEntity = author
    writer.maxCount = 1
    writer.inverseRelationship = books
    books.inverseRelationship = writer
    let chapters = NSRelationshipDescription()
    chapters.name = "chapters"
    chapters.destinationEntity = chapter
    chapters.isOrdered = true
    let whole = NSRelationshipDescription()
    whole.name = "book"
    whole.destinationEntity = book
    whole.maxCount = 1
    whole.inverseRelationship = chapters
    chapters.inverseRelationship = whole

    author.properties = [
      attribute("name", .stringAttributeType, isOptional: false),
      attribute("born", .dateAttributeType), books,
    ]
    book.properties = [
      attribute("title", .stringAttributeType),
      attribute("pages", .integer32AttributeType, default: 0),
      attribute("price", .decimalAttributeType), attribute("rating", .doubleAttributeType),
      attribute("isLent", .booleanAttributeType, default: false),
      attribute("genre", .integer16AttributeType, default: 1),
      attribute("isbn", .UUIDAttributeType), attribute("cover", .binaryDataAttributeType),
      attribute("tags", .transformableAttributeType), writer, chapters,
    ]
    chapter.properties = [attribute("heading", .stringAttributeType), whole]
    let model = NSManagedObjectModel()
    model.entities = [author, book, chapter]
    return model
  }

  static func container(
    url: URL? = nil, _ change: (NSPersistentStoreDescription) -> Void = { _ in }
  ) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: model())
    let description = NSPersistentStoreDescription(url: url ?? URL(fileURLWithPath: "/dev/null"))
    change(description)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  /// A context whose thread nothing checks, with an author of three books.
  static func filled() throws -> (NSPersistentContainer, NSManagedObjectContext) {
    let container = try container()
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let author = Author(context: context)
      author.name = "Ada"
      for (title, pages) in [("Notes", 40), ("Letters", 300), ("Engines", 120)] {
        let book = Book(context: context)
        book.title = title
        book.pages = Int32(pages)
        book.author = author
      }
      try context.save()
    }
    return (container, context)
  }
}

/// A folder of its own for a test's stores.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

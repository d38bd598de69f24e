import CoreData
import Foundation
import Testing

struct PredicateTests {
  @Test func `predicates of the same text are equal and print it`() {
    let one = NSPredicate(format: "name == %@ AND age > %d", "Ada", 30)
    let two = NSPredicate(format: "%K == %@ AND age > 30", argumentArray: ["name", "Ada"])
    #expect(one == two)
    #expect(one.predicateFormat == #"name == "Ada" AND age > 30"#)
    #expect("\(NSPredicate(value: true))" == "TRUEPREDICATE")
    #expect(one != NSPredicate(format: "name == 'Ada'"))
    #expect(one as Foundation.NSPredicate == two)
  }

  @Test func `compound predicates combine their parts`() {
    let parts = [NSPredicate(format: "a == 1"), NSPredicate(format: "b == 2")]
    let all = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    let any = NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    let none = NSCompoundPredicate(notPredicateWithSubpredicate: parts[0])
    #expect(all.predicateFormat == "a == 1 AND b == 2")
    #expect(any.predicateFormat == "a == 1 OR b == 2")
    #expect(none.predicateFormat == "NOT (a == 1)")
    #expect(all.subpredicates as? [NSPredicate] == parts)
    #expect(all.compoundPredicateType == .and)
    #expect(all == NSPredicate(format: "a == 1 AND b == 2"))
  }

  @Test func `comparison predicates are made of expressions`() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "name"),
      rightExpression: NSExpression(forConstantValue: "ada"), modifier: .direct,
      type: .beginsWith, options: [.caseInsensitive, .diacriticInsensitive])
    #expect(predicate.predicateFormat == #"name BEGINSWITH[cd] "ada""#)
    #expect(predicate.leftExpression.keyPath == "name")
    #expect(predicate.rightExpression.constantValue as? String == "ada")
    #expect(predicate.predicateOperatorType == .beginsWith)
  }

  @Test func `a predicate can be asked of any value`() {
    #expect(NSPredicate(format: "SELF MATCHES %@", "[a-z]+@[a-z.]+").evaluate(with: "ada@b.org"))
    #expect(!NSPredicate(format: "SELF > 3").evaluate(with: 2))
    #expect(NSPredicate(format: "SELF IN %@", ["a", "b"]).evaluate(with: "b"))
    let person: [String: Any] = ["name": "Ada", "age": 36, "pets": ["cat", "dog"]]
    #expect(
      NSPredicate(format: "name BEGINSWITH 'A' AND age BETWEEN {30, 40}").evaluate(with: person))
    #expect(NSPredicate(format: "pets CONTAINS 'cat' AND pets.@count == 2").evaluate(with: person))
    #expect(!NSPredicate(format: "ANY pets == 'cow'").evaluate(with: person))
    let numbers = NSArray(array: [1, 2, 3, 4])
    #expect(
      numbers.filtered(using: NSPredicate(block: { value, _ in (value as? Int ?? 0) > 2 }))
        as? [Int] == [3, 4])
    #expect(numbers.filtered(using: NSPredicate(format: "SELF < 3")) as? [Int] == [1, 2])
  }

  @Test func `variables get their values`() {
    let predicate = NSPredicate(format: "name == $NAME")
    #expect(
      predicate.withSubstitutionVariables(["NAME": "Ada"]) == NSPredicate(format: "name == 'Ada'"))
    #expect(predicate.evaluate(with: ["name": "Ada"], substitutionVariables: ["NAME": "Ada"]))
  }

  @Test func `a predicate is evaluated for a managed object`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let author = try #require(try context.fetch(Author.fetchRequest()).first)
      #expect(NSPredicate(format: "ANY books.pages > 200").evaluate(with: author))
      #expect(
        NSPredicate(format: "SUBQUERY(books, $b, $b.pages < 200).@count == 2").evaluate(
          with: author))
      let book = try #require(author.books.first)
      #expect(NSPredicate(format: "author == %@", author).evaluate(with: book))
      #expect(NSPredicate(format: "SELF IN %@", author.books).evaluate(with: book))
    }
  }

  @Test func `a block filters a fetch from memory and is refused by a file`() throws {
    let (_, context) = try Library.filled()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate { object, _ in (object as? Book)?.title?.hasPrefix("L") == true
    }
    let titles = try context.performAndWait { try context.fetch(request).map(\.title) }
    #expect(titles == ["Letters"])
    let folder = try Folder()
    let container = try Library.container(url: folder.url.appendingPathComponent("a.sqlite"))
    #expect(throws: (any Error).self) { try container.newBackgroundContext().fetch(request) }
  }

  @Test func `sort descriptors sort lists of objects and compare equal`() throws {
    let (_, context) = try Library.filled()
    try context.performAndWait {
      let books = try context.fetch(NSFetchRequest<Book>(entityName: "Book"))
      let byPages = NSSortDescriptor(key: "pages", ascending: false)
      let sorted = NSArray(array: books).sortedArray(using: [byPages]) as? [Book]
      #expect(sorted?.map(\.pages) == [300, 120, 40])
      #expect(byPages == NSSortDescriptor(key: "pages", ascending: false))
      #expect(
        byPages.reversedSortDescriptor as? NSSortDescriptor
          == NSSortDescriptor(key: "pages", ascending: true))
      let words = NSSortDescriptor(
        key: nil, ascending: true, selector: Selector("caseInsensitiveCompare:"))
      #expect(words.compare("a", to: "B") == .orderedAscending)
    }
  }
}

// 'faultline ask': words of people find what fits, the same everywhere.

import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
import FaultlineKnowledge

struct `Asking in one's own words` {
  private static let index = AskIndex(AskEntry.all([]))

  /// Words as people use them, with the number of the question that answers them.
  static let phrasings: [(number: Int, words: String)] = [
    (1, "my parent and children objects never get freed"), (1, "retain cycle"),
    (1, "do I have to call refreshObject on both ends of a relationship"),
    (2, "import memory"), (2, "app gets killed while inserting 400000 records"),
    (2, "why does memory explode when I save a huge JSON into core data"),
    (3, "importing with a nested context makes the main context huge"),
    (3, "does saving a child context keep objects alive in the parent"),
    (4, "should I turn the undo manager off when importing"),
    (5, "how many undo levels should a document app keep"),
    (6, "checking whether each record already exists is super slow"),
    (6, "insert or update thousands of items from the server takes ages"),
    (7, "too many SQL queries when scrolling, one per cell"), (7, "how to prefetch a relationship"),
    (8, "fetchBatchSize ignored"), (8, "batch size has no effect in a child context"),
    (9, "NSFetchedResultsController with a lot of objects"),
    (10, "table view updates constantly while syncing in the background"),
    (11, "does mergeChanges load all inserted objects in viewContext"),
    (12, "CoreData could not fulfill a fault crash"),
    (12, "object was deleted on another thread and now my screen crashes"),
    (13, "reset vs refreshAllObjects after every batch"),
    (13, "should I create a new context for every batch of an import"),
    (14, "NSManagedObjectContext leak"),
    (14, "context deinit never called because of notification observer"),
    (15, "widget saved data but app shows old values"),
    (16, "NSBatchDeleteRequest but list still shows deleted rows"),
    (17, "child rows stay in the database after deleting the parent"),
    (18, "storing images in Core Data uses too much memory"),
    (19, "persistent history keeps growing, how to purge"),
    (20, "first iCloud sync crashes the app with out of memory"),
    (21, "migration of a large database runs out of memory"),
    (22, "sqlite-wal file is 5 GB"), (23, "count related objects without loading them"),
    (23, "get the newest message of a chat efficiently"),
    (24, "memory only goes down after the loop has finished"),
    (25, "does @Query load all rows in SwiftData"), (25, "what does autosave do in SwiftData"),
  ]

  @Test(arguments: phrasings)
  func `finds the question that is meant`(number: Int, words: String) throws {
    let first = try #require(Self.index.matches(words).first).entry
    #expect(first.kind == .question && first.name == "\(number)", "\(words): \(first.label)")
  }

  /// Every way to ask that the index itself has leads back to where it stands.
  @Test(arguments: Question.all)
  func `a question's own other words find it`(question: Question) {
    for words in question.otherWords + [question.text] {
      let found = Self.index.matches(words).prefix(3).map(\.entry.label)
      #expect(found.contains("question \(question.number)"), "\(words): \(found)")
    }
  }

  @Test func `names find what has the name`() {
    func first(_ words: String) -> String? { Self.index.matches(words).first?.entry.label }
    #expect(first("C2") == "rule C2" && first("c2") == "rule C2")
    #expect(first("bytes.peak") == "metric 'bytes.peak'")
    #expect(first("freshContextEvery") == "setting 'freshContextEvery'")
    #expect(first("pass IDs") == "step 'pass IDs'")
    #expect(first("question 18") == "question 18")
  }

  @Test func `a slip is mended, and endings do not matter`() {
    #expect(Self.index.matches("orphened rows").first?.entry.name == "17")
    #expect(Self.index.mended(in: "orphened rows").map(\.read) == ["orphaned"])
    #expect(Self.index.mended(in: "orphaned rows, whether or not").isEmpty)
    #expect(AskedWords("releasing released releases").words == AskedWords("release").words)
    #expect(
      AskedWords("fetchBatchSize").words
        == AskedWords("fetchBatchSize fetch batch size").words)
    #expect(AskedWords("How many photos?").words == ["count", "picture"])
  }

  @Test func `what fits alike stands in the order of kinds and names`() {
    let found = Self.index.matches("memory of objects").map {
      ($0.score, $0.entry.kind, $0.entry.name)
    }
    #expect(found.count > 5)
    for (one, other) in zip(found, found.dropFirst()) {
      #expect(one.0 >= other.0)
      if one.0 == other.0, one.1 == other.1 { #expect(one.2 < other.2) }
    }
  }

  @Test(arguments: [
    ("what is a fault?", "fault"), ("What are retain cycles", "retain cycle"),
    ("what's the row cache", "row cache"),
  ])
  func `what a word means is asked of its term`(asked: String, word: String) throws {
    let first = try #require(Self.index.matches(asked).first).entry
    #expect(first.kind == .term && first.name == word, "\(first.label)")
  }

  @Test func `the answer comes with figures and the command that shows it`() throws {
    let answer = try WholeProgram().run("ask", "pictures in the database")
    #expect(answer.status == 0)
    expectText(
      answer.output.components(separatedBy: "\n\nSee also")[0],
      is: """
        Question 18: A hundred rows with pictures take 1.6 GB: how do they take 200 MB?

        A fetch brings each row with its picture. Put pictures into an entity of their
        own, and fetch or prefetch them where they are shown. For lists fetch
        dictionaries, or set propertiesToFetch.

        Reported: 100 rows: 1.6 GB → 200 MB (fatbobman, cachly#624, openradar 34794842)

          faultline run --shipped pictures-in-rows
        """)
  }

  @Test func `where nothing fits it says so, says what to try, and ends with 5`() throws {
    let program = try WholeProgram()
    let answer = try program.run("ask", "xyzzy", "plugh")
    #expect(answer.status == 5)
    #expect(answer.output.hasPrefix("Nothing here fits 'xyzzy plugh'.\n\nTry one of these:\n"))
    #expect(answer.output.hasSuffix("  faultline list questions\n"))
    let json = try program.run("ask", "xyzzy", "--format", "json")
    #expect(json.status == 5)
    expectText(
      json.output,
      is: """
        {
          "answers" : [

          ],
          "asked" : "xyzzy",
          "mended" : [

          ]
        }

        """)
  }

  @Test func `says which words it took for others`() throws {
    let answer = try WholeProgram().run("ask", "orphened rows")
    #expect(answer.output.hasPrefix("'orphened' is read as 'orphaned':\n\nQuestion 17: "))
  }

  @Test func `programs get as many answers as they ask for`() throws {
    let answer = try WholeProgram().run("ask", "retain cycle", "--count", "3", "--format", "json")
    #expect(answer.status == 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let answers = try #require(document["answers"] as? [[String: Any]])
    #expect(document["asked"] as? String == "retain cycle")
    #expect(answers.count == 3 && answers[0]["kind"] as? String == "question")
    #expect(answers[0]["command"] as? String == Question.numbered(1)?.commandAnywhere)
  }
}

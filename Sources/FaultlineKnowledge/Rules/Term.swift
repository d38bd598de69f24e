// The words of the guides in a sentence each, for readers who know Swift and have never met a managed object.

/// A word that a text uses and a newcomer may not know.
package struct Term: Sendable, Hashable {
  /// The word.
  package let word: String
  /// What Apple's documentation calls it, where that is another word or a name in code; empty where it is the same.
  package let apple: String
  /// What it means here.
  package let meaning: String
  /// How it begins in texts, in small letters.
  let beginnings: [String]

  private init(
    _ word: String, apple: String = "", _ meaning: String, as beginnings: String...
  ) {
    self.word = word
    self.apple = apple
    self.meaning = meaning
    self.beginnings = beginnings.isEmpty ? [word.lowercased()] : beginnings
  }

  /// The word, with Apple's behind it where that is another.
  package var title: String { apple.isEmpty ? word : "\(word) (\(apple))" }

  /// Every word, in the order in which one needs the other.
  package static let all = [
    Term("record", "What a store keeps of one thing: it stays until it is deleted."),
    Term("store", apple: "NSPersistentStore", "Where records lie: in memory, or in a SQLite file."),
    Term(
      "object", apple: "NSManagedObject",
      "What a program has of a record in memory, also called an instance. It is made when the program asks for it, "
        + "and goes when its last strong reference is released.", as: "object", "instance"),
    Term(
      "to hold", apple: "a strong reference",
      "To keep something alive, as a strong reference does in Swift. A weak one only finds it.",
      as: "hold", "held", "strong", "weak"),
    Term(
      "context", apple: "NSManagedObjectContext",
      "Hands out objects, finds them again, notes what changes, and saves. It finds its objects and does not hold "
        + "them, unless they have unsaved changes."),
    Term(
      "coordinator", apple: "NSPersistentStoreCoordinator",
      "Stands between contexts and their stores, and keeps the row cache for all of them."),
    Term("to fetch", apple: "NSFetchRequest", "To ask for the objects that match.", as: "fetch"),
    Term(
      "turn", apple: "a pass of the run loop",
      "One trip of an app through its run loop, such as all that one tap sets off. In a script a step by itself is "
        + "a turn."),
    Term(
      "pool", apple: "autorelease pool",
      "Holds the objects that a turn was handed, and lets go of all of them when the turn ends."),
    Term(
      "peak",
      "The moment at which a trial holds the most memory. 'faultline run' says what held it: which objects, held by "
        + "what, and what the engine took for the moment.", as: "held only by"),
    Term(
      "variable", "A name of the script. It holds its objects until 'release'.", as: "variable"),
    Term(
      "registered", apple: "registeredObjects",
      "Known to a context, which finds the object again by its record. That alone holds nothing.",
      as: "registered", "register"),
    Term(
      "unsaved change", apple: "hasChanges",
      "What was inserted, changed or deleted and is not in the store yet: pending, in short.",
      as: "unsaved", "pending"),
    Term(
      "fault",
      "An object without its values. It has its class and its record's ID, and is small."),
    Term(
      "to fire", "A fault that is asked for a value fetches all of them, and is a fault no more.",
      as: "fire", "fires", "fired", "firing"),
    Term(
      "realized", apple: "fired, not a fault",
      "An object with its values in memory; a relationship whose objects are there, and which holds them from then "
        + "on.", as: "realiz"),
    Term(
      "row cache", apple: "snapshots in the row cache",
      "Values as they were read from a store. They stay as long as an object uses them. A fault that finds its "
        + "row there need not ask the store.", as: "row cache", "the cache"),
    Term(
      "round trip", "One question to a store, and its answer: the slow part.", as: "round trip",
      "ask the store"),
    Term(
      "retain cycle", apple: "strong reference cycle",
      "Objects that hold each other in a circle. None of them goes by itself, whatever else is released."
    ),
    Term(
      "leak",
      "What is still alive when all variables are released, and context and stores are gone.",
      as: "leak", "outlive"),
    Term(
      "refresh", apple: "refresh(_:mergeChanges:)",
      "Makes a fault of an object again: values and references go, and come anew when it fires. One that merges "
        + "keeps unsaved changes."),
    Term("rollback", "Takes all unsaved changes of a context back.", as: "rollback", "roll"),
    Term("reset", "A context forgets all of its objects, with their changes."),
    Term(
      "undo manager", apple: "UndoManager",
      "Notes what changes, so that it can be taken back, and holds the objects for that.",
      as: "undo"),
    Term(
      "scrubbing", apple: "removeAllActions",
      "Removing all actions of an undo manager, so that it lets go.", as: "scrub"),
    Term(
      "ID", apple: "NSManagedObjectID",
      "Says which record is meant. Objects stay in their context; IDs can be passed on.",
      as: "ids", "id,", "id.", "its id"),
    Term(
      "merge", apple: "mergeChanges(fromContextDidSave:)",
      "Brings in what another context has saved.", as: "merge", "merging"),
    Term(
      "parent and child", apple: "parentContext",
      "A child gets its objects from another context, its parent, and saves its changes into it.",
      as: "parent's", "its parent", "a parent", "a child", "child's", "the child"),
    Term(
      "queue", apple: "perform, performAndWait",
      "Runs one block after the other, so that no two use a context at once."),
    Term(
      "confined", apple: "confinementConcurrencyType",
      "Of a context: it belongs to one thread, and has no queue.", as: "confine"),
    Term(
      "prefetching", apple: "relationshipKeyPathsForPrefetching",
      "A fetch names relationships, and brings their objects along.",
      as: "prefetch"),
    Term(
      "results controller", apple: "NSFetchedResultsController",
      "Keeps a list of fetched objects up to date, and reports to a table what has changed."),
    Term(
      "staleness interval", apple: "stalenessInterval",
      "How old a row of the cache may be when a fault takes its values from it.", as: "staleness"
    ),
    Term(
      "cascade", apple: "cascadeDeleteRule",
      "A delete rule: the objects at the other end of the relationship are deleted too."),
  ]

  /// The word under this name, whether or not it stands behind a "to".
  package static func named(_ word: String) -> Term? {
    all.first { $0.word == word || $0.word == "to \(word)" }
  }

  /// The words that stand in any of the texts.
  package static func used(in texts: [String]) -> [Term] {
    let text = " " + texts.joined(separator: " ").lowercased() + " "
    return all.filter { term in term.beginnings.contains { text.contains(" \($0)") } }
  }
}

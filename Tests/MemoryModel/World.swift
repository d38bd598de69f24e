// The state of a scenario: a store, contexts, objects, variables; and how steps change it.

/// The numbers of one checkpoint, by the names of metrics.
package typealias Readings = [String: Int]

/// Everything there is while a scenario plays.
///
/// A value: whoever wants to know what a step would do plays it on a copy. What it does where the rules are silent is in
/// the article Behaviours; names and numbers in comments are those of the articles Rules and Behaviours.
///
/// It plays no steps whose outcome depends on more than it knows: a refresh without merging of an object with a changed
/// relationship (C4), a deletion that is merged among objects that refer to what was deleted, one save that is merged
/// twice, and an order that goes up with a nested save.
package struct World: Sendable {
  let schema: Schema
  /// A Boolean value that indicates whether destinations of to-one relationships come with their owners (42).
  let makesDestinations: Bool
  /// The rows of the store, by record.
  var rows: [Int: Row] = [:]
  /// The records that the store has had: their IDs are permanent.
  var everStored: Set<Int> = []
  /// The row cache: the versions of the rows in it, by record.
  var cache: [Int: Int] = [:]
  /// Every object that exists, by its number, also those that no context finds any more.
  var objects: [Int: Object] = [:]
  /// Every context that was ever opened; the number is its place.
  var contexts: [Context] = []
  var variables: [String: Variable] = [:]
  var turn: OpenTurn?
  var counts = Counts()
  /// The context that causes what happens now: it plays, or merges by itself.
  var actor = 0
  /// The steps that are still to be played and merge what a context has saved, by the contexts' names.
  var mergesAhead: [(source: String, target: String)] = []
  private var nextRecord = 1
  private var nextObject = 1
  /// The retain cycles before the step that is played.
  var watched: [Set<Int>] = []

  /// The world before the first step.
  package init(_ script: Script) {
    schema = script.schema
    makesDestinations = script.makesDestinations
    for entity in schema.entities.indices {
      for index in 0..<script.rows[entity] {
        let record = makeRecord()
        rows[record] = Row(entity: entity, n: index)
        everStored.insert(record)
      }
    }
    contexts = [Context(name: Script.mainName, parent: nil, script.main)]
    for play in script.steps.flatMap(\.plays) {
      if case .merge(let source) = play.action { mergesAhead.append((source, play.context)) }
    }
  }

  mutating func makeRecord() -> Int {
    defer { nextRecord += 1 }
    return nextRecord
  }

  mutating func makeObject(_ entity: Int, _ record: Int, in context: Int) -> Int {
    defer { nextObject += 1 }
    objects[nextObject] = Object(
      number: nextObject, entity: entity, record: record, context: context)
    return nextObject
  }

  /// An object that exists.
  subscript(number: Int) -> Object {
    get {
      guard let object = objects[number] else { preconditionFailure("object \(number) is gone") }
      return object
    }
    set { objects[number] = newValue }
  }
}

/// What a store has of a record: never the members of a relationship whose other end is to-one.
struct Row: Sendable, Equatable {
  let entity: Int
  var n: Int
  /// The destinations of to-one relationships.
  var ones: [Int: Int] = [:]
  /// The members of to-many relationships that no to-one end knows.
  var manys: [Int: [Int]] = [:]
  var version = 1

  init(entity: Int, n: Int) {
    self.entity = entity
    self.n = n
  }
}

/// An object of a context.
struct Object: Sendable {
  let number: Int
  let entity: Int
  var record: Int
  let context: Int
  /// Whether its context finds it.
  var isRegistered = true
  var isFault = true
  var n = 0
  /// The records that to-one relationships lead to.
  var oneRecords: [Int: Int] = [:]
  /// The objects that to-one relationships lead to, as far as they were followed.
  var ones: [Int: Int] = [:]
  /// The to-one relationships that were set since the last save.
  var setOnes: Set<Int> = []
  /// The to-many relationships that have anything in memory.
  var manys: [Int: Members] = [:]
  /// The row that it was filled with or saved as.
  var known: Row?
  /// The version of the row in the cache that it uses, once it was given one (67).
  var usedVersion: Int?
  var isInserted = false
  var isUpdated = false
  var isDeleted = false
  /// Whether its delete rules have run.
  var isPropagated = false
  /// Whether a merge has deleted it, so that there is nothing to write for it.
  var isGone = false

  var hasChanges: Bool { isInserted || isUpdated || isDeleted }

  /// Drops what it refers to.
  mutating func dropReferences() {
    ones = [:]
    manys = [:]
  }
}

/// A to-many relationship of an object.
struct Members: Sendable, Equatable {
  /// Whether the members were read; otherwise only changes are here.
  var isLoaded = false
  /// The members, or those that came since.
  var objects: [Int] = []
  /// The records that left since the last save.
  var removed: Set<Int> = []
  /// The records that came since the last save.
  var added: Set<Int> = []

  /// Whether members came or left since then, be it back and forth.
  var isTouched = false
  /// What became of the order since then.
  var order = Order.asSaved

  /// An order is the saved one again when those that came have left, unless one of them had been a member before.
  enum Order: Sendable {
    case asSaved, extended, changed
  }

  var isChanged: Bool { !added.isEmpty || !removed.isEmpty }
}

/// A context.
struct Context: Sendable {
  let name: String
  let parent: Int?
  let settings: ContextSettings
  var isOpen = true
  /// What the pool of the open turn holds.
  var pool: Set<Int> = []
  var undo = UndoState()
  /// Whether an undo or a redo is at work.
  var isReversing = false
  /// What an undo or a redo took out since changes were processed last: observers are still to be notified of it.
  var departed: Set<Int> = []
  /// What was deleted and whose rules have not run.
  var deletions: [Int] = []
  /// What it saved last.
  var lastSave: SavedChanges?
  /// The objects of that save, which its notification holds until the steps ahead have merged it.
  var notified: Set<Int> = []

  init(name: String, parent: Int?, _ settings: ContextSettings) {
    self.name = name
    self.parent = parent
    self.settings = settings
  }
}

/// The records of one save.
struct SavedChanges: Sendable {
  var inserted: [Int] = []
  var updated: [Int] = []
  var deleted: [Int] = []
  /// The contexts that have merged them.
  var mergedBy: Set<Int> = []
  /// The names of those that did so in a step.
  var mergers: Set<String> = []
}

/// A name that holds objects.
struct Variable: Sendable {
  let context: Int
  let entity: Int
  var objects: [Int]
  var isContainer = false
}

/// A turn that has begun: the context that it began in, and its guests in the order of their coming.
struct OpenTurn: Sendable {
  let context: Int
  var guests: [Int] = []
}

/// What is counted from the first step on.
struct Counts: Sendable {
  /// What contexts have caused, by their numbers.
  var fired: [Int: Int] = [:]
  var relationshipsFired: [Int: Int] = [:]
  var roundTrips: [Int: Int] = [:]
  var turned = 0
  var hits = 0
  var misses = 0
  var broken: [String: Int] = [:]
  var freed = 0
}

/// Why a step cannot be played here.
struct Unplayable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

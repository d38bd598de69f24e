// A random scenario: a schema, rows, contexts and steps.

/// A scenario as data, which the model plays and which can be written as YAML.
package struct Script: Sendable, Equatable {
  package var schema: Schema
  /// The number of rows of each entity before the first step.
  package var rows: [Int]
  package var main: ContextSettings
  package var store = StoreKind.memory
  /// A Boolean value that indicates whether the destination of a to-one relationship comes with its owner's values, as the
  /// guides have it, and not when the relationship is followed (42).
  package var makesDestinations = true
  package var steps: [Step] = []

  package init(schema: Schema, rows: [Int], main: ContextSettings) {
    self.schema = schema
    self.rows = rows
    self.main = main
  }
}

/// The kinds of stores.
package enum StoreKind: String, Sendable {
  case memory, sqlite
}

/// How a context is opened.
package struct ContextSettings: Sendable, Equatable {
  package var undo = Undo.none
  package var retains = false
  package var mergesByItself = false

  package init() {}

  /// How much can be undone.
  package enum Undo: Sendable, Equatable {
    case none, unlimited
    case levels(Int)
  }
}

/// What is played at the top of a scenario.
package enum Step: Sendable, Equatable {
  /// One action, which is a turn of its own.
  case action(Play)
  /// Several actions in one turn of a context; others that play in it are its guests.
  case turn(in: String, [Play])

  /// The actions.
  package var plays: [Play] {
    switch self {
    case .action(let play): [play]
    case .turn(_, let plays): plays
    }
  }
}

/// An action in a context.
package struct Play: Sendable, Equatable {
  package var context: String
  package var action: Action

  package init(_ action: Action, in context: String = Script.mainName) {
    self.context = context
    self.action = action
  }
}

extension Script {
  /// The name of the context that a scenario has from the start.
  package static let mainName = "main"
}

/// What one step does.
package enum Action: Sendable, Equatable {
  case insert(entity: Int, count: Int, into: String?, first: Int)
  case fetch(Fetch)
  case count(entity: Int)
  case touch(String)
  case walk(String, path: [Int])
  /// The objects get this number and those that follow it.
  case set(String, first: Int)
  case relate(String, by: Int, to: String)
  case unrelate(String, by: Int)
  case delete(String)
  case save(isRefused: Bool)
  case refresh(String, merges: Bool)
  case rollback
  case undo(Int)
  case redo(Int)
  case scrub
  case reset
  case release(String)
  case hold(String, as: String)
  case drain
  case process
  case open(String, parent: String?, ContextSettings)
  case close(String)
  case merge(from: String)
}

/// A fetch.
package struct Fetch: Sendable, Equatable {
  package var entity: Int
  package var into: String?
  package var form = Form.faults
  package var limit: Int?
  package var offset: Int?
  package var isSorted = false

  package init(entity: Int, into: String? = nil) {
    self.entity = entity
    self.into = into
  }

  /// What a fetch returns.
  package enum Form: String, Sendable {
    case faults, realized, keys
  }
}

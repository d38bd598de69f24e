// What a step looks for: a predicate and an order, as they stand in the file.

import FaultlineMeasures
import Faultline

/// The keys `where` and `sort` of a step that fetches.
package struct SearchText: Sendable {
  static let keys = [
    Key(
      "where", .text,
      "What an object must satisfy, as a predicate; $NAME stands for a parameter or a loop's counter."
    ),
    Key(
      "sort", .either([.text, .list(.text)]),
      "Keys by whose values the objects are sorted; a '-' before one sorts downwards."),
  ]

  private let predicate: PredicateText?
  private let sortKeys: [SortKey]

  /// Reads both keys of a step, for the objects of an entity.
  init(
    _ fields: Fields, of entity: EntityDescription, in scope: PlanScope, hasOrder: Bool = true
  ) throws(Diagnostic) {
    predicate = try fields.optional("where").map { node throws(Diagnostic) in
      try PredicateText(node, in: scope) { predicate throws(QueryMistake) in
        try predicate.check(against: entity)
      }
    }
    var keys: [SortKey] = []
    for node in hasOrder ? fields.optional("sort")?.items ?? [] : [] {
      let key = SortKey(signed: try node.text())
      try node.pointing { () throws(QueryMistake) in try key.check(against: entity) }
      keys.append(key)
    }
    sortKeys = keys
  }

  /// Lets a request look for it.
  func apply(to request: inout FetchRequest, _ names: Names) throws(GraphError) {
    request.predicate = try predicate?.filled(names)
    request.sortKeys = sortKeys
  }
}

/// A predicate with the names that stand in it.
struct PredicateText: Sendable {
  private let predicate: FetchPredicate
  private let mentioned: MentionedNames

  /// Reads a predicate, and checks it with the values that names have so far.
  init(
    _ node: Node, in scope: PlanScope,
    _ check: (FetchPredicate) throws(QueryMistake) -> Void
  ) throws(Diagnostic) {
    let text = try node.text()
    let read = try node.pointing { () throws(QueryMistake) in
      try FetchPredicate(checking: text)
    }
    mentioned = MentionedNames(try node.variables(), in: scope.names)
    let filled = (try? mentioned.filled(read, scope.names)) ?? read
    try node.pointing { () throws(QueryMistake) in try check(filled) }
    predicate = read
  }

  /// The predicate with the values that names have now.
  func filled(_ names: Names) throws(GraphError) -> FetchPredicate {
    try mentioned.filled(predicate, names)
  }
}

/// Which objects a request is about: those of subentities among them, and what is unsaved.
struct RequestReach: Sendable {
  static let keys = [
    Key(
      "includesPendingChanges", .flag,
      "Whether unsaved changes of the context count, or only what the store has; true if it is left out."
    ),
    Key(
      "includesSubentities", .flag,
      "Whether objects of entities that inherit from it count; true if it is left out."),
  ]

  private let includesPendingChanges: Bool
  private let includesSubentities: Bool

  init(_ fields: Fields) throws(Diagnostic) {
    includesPendingChanges = try fields.optional("includesPendingChanges")?.flag() ?? true
    includesSubentities = try fields.optional("includesSubentities")?.flag() ?? true
  }

  /// Lets a request reach so far.
  func apply(to request: inout FetchRequest) {
    request.includesPendingChanges = includesPendingChanges
    request.includesSubentities = includesSubentities
  }
}

/// The names that stand in a predicate or an expression, found once.
struct MentionedNames: Sendable {
  private let slots: [(name: String, slot: Int)]

  /// Those of some words that are names.
  init(_ words: [String], in names: Names) {
    slots = words.compactMap { word in names.slot(of: word).map { (word, $0) } }
  }

  /// A predicate with the values that names have now.
  func filled(_ predicate: FetchPredicate, _ names: Names) throws(GraphError) -> FetchPredicate {
    slots.isEmpty ? predicate : try predicate.substituting(values(names))
  }

  /// The same of an attribute's expression.
  func filled(
    _ expression: PropertyExpression, _ names: Names
  ) throws(GraphError) -> PropertyExpression {
    try expression.substituting(values(names))
  }

  /// The values as predicates and their expressions compare them.
  private func values(_ names: Names) -> [String: Any?] {
    var values: [String: Any?] = [:]
    for (name, slot) in slots { values[name] = names[slot].bare }
    return values
  }
}

extension Node {
  /// The words behind a '$', in a predicate or an expression: names, or what a subquery calls its members.
  func variables() throws(Diagnostic) -> [String] {
    var words: [String] = []
    for part in try text().split(separator: "$", omittingEmptySubsequences: false).dropFirst() {
      let word = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
      // A subtraction without spaces ends where a name does.
      for end in word.indices where word[end] == "-" { words.append(String(word[..<end])) }
      words.append(word)
    }
    return words
  }

  /// Reads the node's text as a part of a query; a mistake in it is shown where it stands.
  func pointing<Value>(
    _ body: () throws(QueryMistake) -> Value
  ) throws(Diagnostic) -> Value {
    do throws(QueryMistake) {
      return try body()
    } catch {
      // A scenario substitutes every name that it has, so this is none of them.
      let message = error.variable.map { "no name '\($0)'" } ?? error.message
      let notes = error.variable.map { name in
        ["a scenario gives it a value by 'parameters: {\(name): {type: int, default: 10}}'"]
      }
      guard let place = error.place, let text = scalar?.text, text.hasSuffix(place.text) else {
        throw diagnostic(message, notes: notes ?? [])
      }
      let start = text.unicodeScalars.count - place.text.unicodeScalars.count
      throw Diagnostic(
        message,
        at: self.place(of: start + place.offsets.lowerBound..<start + place.offsets.upperBound),
        notes: notes ?? [])
    }
  }
}

extension SortKey {
  /// A key; with a '-' before it the order is downwards.
  init(signed text: String) {
    let descends = text.hasPrefix("-")
    self.init(String(text.dropFirst(descends ? 1 : 0)), ascending: !descends)
  }
}

extension FormulaValue {
  /// The value as a predicate compares it.
  fileprivate var bare: any Sendable {
    switch self {
    case .truth(let truth): truth
    case .word(let word): word
    case .number(let number): whole ?? number.double
    }
  }
}

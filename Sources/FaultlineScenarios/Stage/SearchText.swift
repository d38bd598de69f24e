// What a step looks for: a predicate and an order, as they stand in the file.

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

  private let node: Node?
  private let predicate: FetchPredicate?
  /// The names that may stand in the predicate.
  private let mentioned: [String]
  private let sortNodes: [Node]
  private let sortKeys: [SortKey]

  init(_ fields: Fields, hasOrder: Bool = true) throws(Diagnostic) {
    node = fields.optional("where")
    predicate = try node.map { node throws(Diagnostic) in
      let text = try node.text()
      return try node.pointing { () throws(QueryMistake) in try FetchPredicate(checking: text) }
    }
    mentioned = try node?.variables() ?? []
    guard hasOrder, let sort = fields.optional("sort") else {
      sortNodes = []
      sortKeys = []
      return
    }
    if case .list(let nodes) = sort.value { sortNodes = nodes } else { sortNodes = [sort] }
    var keys: [SortKey] = []
    for node in sortNodes {
      keys.append(SortKey(signed: try node.text()))
    }
    sortKeys = keys
  }

  /// Checks keys and kinds against an entity of the model.
  func check(_ entity: EntityDescription, _ rehearsal: Rehearsal) throws(Diagnostic) {
    if let node, let predicate {
      let filled = (try? filled(predicate, rehearsal.names)) ?? predicate
      try node.pointing { () throws(QueryMistake) in try filled.check(against: entity) }
    }
    for (key, node) in zip(sortKeys, sortNodes) {
      try node.pointing { () throws(QueryMistake) in try key.check(against: entity) }
    }
  }

  /// Lets a request look for it.
  func apply(to request: inout FetchRequest, _ names: Names) throws(StepFailure) {
    if let predicate {
      request.predicate = try engine { () throws(GraphError) in try filled(predicate, names) }
    }
    request.sortKeys = sortKeys
  }

  /// The predicate with the values that names have now.
  private func filled(
    _ predicate: FetchPredicate, _ names: Names
  ) throws(GraphError) -> FetchPredicate {
    guard !mentioned.isEmpty else { return predicate }
    return try predicate.substituting(names.bare(mentioned))
  }
}

extension Names {
  /// The values of some names as predicates and their expressions compare them; nothing for who is no name.
  func bare(_ mentioned: [String]) -> [String: Any?] {
    var values: [String: Any?] = [:]
    for name in mentioned {
      guard let value = try? value(of: name) else { continue }
      values[name] = value.bare
    }
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
      guard let place = error.place, let text = scalar?.text, text.hasSuffix(place.text) else {
        throw diagnostic(error.message)
      }
      let start = text.unicodeScalars.count - place.text.unicodeScalars.count
      throw Diagnostic(
        error.message,
        at: self.place(of: start + place.offsets.lowerBound..<start + place.offsets.upperBound))
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

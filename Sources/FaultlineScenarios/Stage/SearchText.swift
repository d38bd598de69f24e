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
  private let sortNodes: [Node]
  private let sortKeys: [SortKey]

  init(_ fields: Fields, hasOrder: Bool = true) throws(Diagnostic) {
    node = fields.optional("where")
    predicate = try node.map { node throws(Diagnostic) in
      let text = try node.text()
      do throws(QueryMistake) {
        return try FetchPredicate(checking: text)
      } catch {
        throw Self.diagnostic(error, node)
      }
    }
    guard hasOrder, let sort = fields.optional("sort") else {
      sortNodes = []
      sortKeys = []
      return
    }
    if case .list(let nodes) = sort.value { sortNodes = nodes } else { sortNodes = [sort] }
    var keys: [SortKey] = []
    for node in sortNodes {
      let text = try node.text()
      let descends = text.hasPrefix("-")
      keys.append(SortKey(String(text.dropFirst(descends ? 1 : 0)), ascending: !descends))
    }
    sortKeys = keys
  }

  /// Checks keys and kinds against an entity of the model.
  func check(_ entity: EntityDescription, _ rehearsal: Rehearsal) throws(Diagnostic) {
    if let node, let predicate {
      let filled = (try? filled(predicate, rehearsal.names)) ?? predicate
      do throws(QueryMistake) {
        try filled.check(against: entity)
      } catch {
        throw Self.diagnostic(error, node)
      }
    }
    for (key, node) in zip(sortKeys, sortNodes) {
      do throws(QueryMistake) {
        try key.check(against: entity)
      } catch {
        throw node.diagnostic(error.message)
      }
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
    var values: [String: Any?] = [:]
    for name in names.known {
      guard let value = try? names.value(of: name) else { continue }
      values[name] = value.bare
    }
    return try predicate.substituting(values)
  }

  private static func diagnostic(_ mistake: QueryMistake, _ node: Node) -> Diagnostic {
    guard let place = mistake.place else { return node.diagnostic(mistake.message) }
    return Diagnostic(mistake.message, at: node.place(of: place.offsets))
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

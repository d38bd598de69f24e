// What SQLite makes of a question, shown to people.

internal import CSQLite
internal import Faultline

extension Reader {
  /// The statements of a query, each with SQLite's own plan for it.
  func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] {
    end()
    try begin()
    var statements: [QueryPlan.Statement] = []
    for (text, values) in texts(try answerable(query)) {
      statements.append(
        QueryPlan.Statement(
          text: text, values: values.map(\.words), steps: try steps(text, values)))
    }
    return statements
  }

  private func texts(_ query: StoreQuery) -> [(text: String, values: [Scalar])] {
    guard !query.isPlain || query.part != nil else {
      let limit = query.limit == 0 ? -1 : query.end(of: .max)
      return query.entities.map {
        let shape = shapes[$0.index]
        return (query.wantsValues ? shape.fetchText : shape.keysText, [.integer(limit)])
      }
    }
    return query.statements.compactMap { query in
      guard let first = query.entities.first else { return nil }
      let selection = RowSelection(query, schema, columns: columns(query, first))
      return (selection.text, selection.values)
    }
  }

  private func steps(_ text: String, _ values: [Scalar]) throws(GraphError) -> [String] {
    try connection.plan(of: text) { $0.bind(values) }
  }
}

// What stores need not know: batches, row after row and each a request; changes without objects; counting;
// explaining themselves.

extension StoreEngine {
  package func count(_ query: StoreQuery) throws(GraphError) -> Int {
    let rows = FetchedRows(space: query.space, wantsValues: false) { _ in nil }
    try fetch(query, into: rows)
    return rows.count
  }

  package func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    throw GraphError(
      .unsupportedRequest, "The \(type) store hands up objects only; compute values from those.")
  }

  package func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome? { nil }

  package func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] { [] }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) -> Int {
    rows.begin(entity, expecting: keys.count)
    for key in keys {
      if let row = try row(key, of: entity) { rows.append(row) }
    }
    return keys.count
  }

  package func members(
    of tie: EntityLayout.Tie, owners: [ForeignKey], into rows: FetchedRows
  ) throws(GraphError) -> (members: [[ForeignKey]], requests: Int) {
    var all: [[ForeignKey]] = []
    for owner in owners { all.append(try members(of: tie, owner: owner)) }
    return (all, owners.count)
  }
}

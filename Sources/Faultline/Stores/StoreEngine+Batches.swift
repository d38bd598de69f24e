// Batches for stores that know none: row after row, and each is a request.

extension StoreEngine {
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

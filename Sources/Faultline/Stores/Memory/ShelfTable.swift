// Computes values from the rows of a memory store, one by one or in groups.

/// The answer to one question for values.
struct ShelfTable {
  private typealias Line = (cells: [TableCell], order: [Scalar])

  private let query: TableQuery
  private let model: ManagedObjectModel
  private var keys: [BoundSortKey] { query.rows.order + query.lastOrder }

  init(_ query: TableQuery, _ model: ManagedObjectModel) {
    self.query = query
    self.model = model
  }

  /// The lines in the query's order.
  func lines(_ shelves: inout MemoryShelves) throws(GraphError) -> [[TableCell]] {
    // Rows are not sorted by what only their groups have.
    let unsorted = StoreQuery(
      entities: query.rows.entities, condition: query.rows.condition, order: [],
      space: query.rows.space, wantsValues: true, part: nil, offset: 0, limit: 0,
      comparesAsSQL: query.rows.comparesAsSQL)
    let found = try ShelfSearch(unsorted, model).found(&shelves).map(\.object)
    let lines = try withUnsafeMutablePointer(to: &shelves) { shelves throws(GraphError) in
      var evaluation = QueryEvaluation(
        ShelfSource(shelves: shelves, model: model, space: query.rows.space))
      var lines: [Line] = []
      for group in try groups(found, &evaluation) {
        if let line = try line(group, &evaluation) { lines.append(line) }
      }
      return lines
    }
    let places = lines.indices.sorted { one, two in
      for (place, key) in keys.enumerated() {
        let order = key.order(lines[one].order[place], lines[two].order[place])
        if order != 0 { return order < 0 }
      }
      return one < two
    }
    let end = query.rows.end(of: lines.count)
    return places[min(query.rows.offset, end)..<end].map { lines[$0].cells }
  }

  /// The rows of each line.
  private func groups(
    _ found: [ShelfSource.Object], _ evaluation: inout QueryEvaluation<ShelfSource>
  ) throws(GraphError) -> [[ShelfSource.Object]] {
    guard query.isGrouped else { return found.map { [$0] } }
    // Without anything in common all rows are one group, even if there are none.
    guard !query.groups.isEmpty else { return [found] }
    var places: [[Scalar]: Int] = [:]
    var groups: [[ShelfSource.Object]] = []
    for object in found {
      var key: [Scalar] = []
      for term in query.groups { key.append(try evaluation.value(term, of: object)) }
      if let place = places[key] {
        groups[place].append(object)
      } else {
        places[key] = groups.count
        groups.append([object])
      }
    }
    return groups
  }

  private func line(
    _ group: [ShelfSource.Object], _ evaluation: inout QueryEvaluation<ShelfSource>
  ) throws(GraphError) -> Line? {
    func figure(_ aggregate: Aggregate, _ term: BoundTerm?) throws(GraphError) -> Scalar {
      var figure = Figure(aggregate)
      for object in group {
        if let term {
          figure.add(try evaluation.value(term, of: object))
        } else {
          figure.addObject()
        }
      }
      return try figure.result()
    }
    func value(_ term: BoundTerm) throws(GraphError) -> Scalar {
      let term = try term.replacingFigures(figure)
      guard let first = group.first else { return try evaluation.value(ofNoObject: term) }
      return try evaluation.value(term, of: first)
    }
    if let having = try query.having?.replacingFigures(figure) {
      // A group without rows has nothing but figures.
      let holds: Bool
      if let first = group.first {
        holds = try evaluation.holds(having, for: first)
      } else {
        holds = try evaluation.holds(forNoObject: having)
      }
      guard holds else { return nil }
    }
    var cells: [TableCell] = []
    for column in query.columns {
      guard case .object(let path) = column, let first = group.first else {
        cells.append(.value(try value(column)))
        continue
      }
      let object = try evaluation.object(at: path, from: first)
      cells.append(
        object.map { .object(ForeignKey(entity: $0.entity.index, key: $0.row.key)) }
          ?? .value(.none))
    }
    var order: [Scalar] = []
    for key in keys { order.append(try value(key.term)) }
    return (cells, order)
  }
}

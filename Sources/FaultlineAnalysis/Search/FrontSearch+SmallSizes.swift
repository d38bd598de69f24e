// What a search in small sizes spares one in full size: combinations that were nowhere better are only sampled.

import FaultlineMeasures

extension FrontSearch {
  /// So many cells, spread over those of a kind, show whether the order of small sizes holds.
  private static let mostRanked = 8

  /// Leaves out slices that small sizes have shown to be worse, if the order of small sizes holds in full size.
  package mutating func trust(_ smaller: FrontSearch, _ slices: inout SearchSlices) throws {
    var trusted = slices
    trusted.cover(as: smaller)
    let front = smaller.front.cells.spread(over: Self.mostRanked)
    let worse = trusted.closed.spread(over: Self.mostRanked).map { smaller.best(of: $0.box.low) }
    try look(at: front + worse)
    let ranking = SearchRanking(of: front + worse, smaller.known, known)
    self.ranking = ranking
    if ranking.holds { slices = trusted }
  }
}

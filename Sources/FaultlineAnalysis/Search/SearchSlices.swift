// Which slices of a space have to be searched: those that are better than every other somewhere.

package import FaultlineMeasures

/// The slices of a space, each of the cells with the same words, and which of them cover others.
///
/// A slice covers another when, at the places that are looked at in both, it is nowhere worse. That it is so everywhere
/// is an assumption, and cells of the covered slice are run to check it.
package struct SearchSlices {
  private let space: SearchSpace
  /// The words of each, with the first place on every ordered axis.
  package let all: [SearchCell]
  /// Places that are looked at in every slice, so that slices can be compared cell by cell.
  private let places: [SearchCell]
  /// For a slice that need not be searched the one that covers it.
  package private(set) var covered: [SearchCell: SearchCell] = [:]

  /// Beside the corners and the middle so many places are compared.
  private static let drawn = 2

  package init(_ space: SearchSpace, _ dice: inout RandomNumbers) {
    self.space = space
    all = space.everyCell { !$0.isOrdered }
    let whole = SearchBox(space.axes.map { _ in 0 }, space)
    var places = whole.corners
    places.append(space.axes.map { $0.isOrdered ? $0.middle(0, $0.count - 1) : 0 })
    for _ in 0..<Self.drawn { places.append(space.place(&dice)) }
    self.places = places
  }

  /// The cells that have to be known before slices are compared.
  package var compared: [SearchCell] {
    open.flatMap { slice in places.map { space.cell(of: slice, at: $0) } }
  }

  /// The slices that have to be searched.
  package var open: [SearchCell] { all.filter { covered[$0] == nil } }

  /// The slices that need not be searched, in order, each under the one that covers it.
  package var closed: [SearchCover] {
    all.compactMap { slice in
      covered[slice].map { cover in
        let words = space.axes.indices.filter { !space.axes[$0].isOrdered }
        return SearchCover(
          box: SearchBox(slice, space),
          fixed: Dictionary(uniqueKeysWithValues: words.map { ($0, cover[$0]) }))
      }
    }
  }

  /// Finds the slices that others cover; of two that read the same the first stays.
  package mutating func compare(_ known: [SearchCell: SearchReading]) {
    for slice in all where covered[slice] == nil {
      covered[slice] = all.first { other in
        guard other != slice, covered[other] == nil, covers(other, slice, known) else {
          return false
        }
        return other.lexicographicallyPrecedes(slice) || !covers(slice, other, known)
      }
    }
    // What covers a slice may have been found to be covered later; what covers that covers both.
    for slice in all {
      while let cover = covered[slice], let next = covered[cover] { covered[slice] = next }
    }
  }

  /// Takes over what another search over the same space found, and never found to be wrong.
  ///
  /// What read the same there is compared again: it may differ here.
  package mutating func cover(as other: FrontSearch) {
    compare(other.known)
    let stayed = Set(other.covers.map(\.box.low))
    for (slice, cover) in covered
    where !stayed.contains(slice) || covers(slice, cover, other.known) {
      covered[slice] = nil
    }
  }

  private func covers(
    _ one: SearchCell, _ other: SearchCell, _ known: [SearchCell: SearchReading]
  ) -> Bool {
    places.allSatisfy {
      let (here, there) = (space.cell(of: one, at: $0), space.cell(of: other, at: $0))
      return (known[here] ?? .absent).isNowhereWorse(than: known[there] ?? .absent)
    }
  }
}

extension SearchSpace {
  /// The slice of a cell: its words, with the first place on every ordered axis.
  package func slice(of cell: SearchCell) -> SearchCell {
    zip(cell, axes).map { place, axis in axis.isOrdered ? 0 : place }
  }

  /// The cell of a slice at the ordered places of another cell.
  package func cell(of slice: SearchCell, at place: SearchCell) -> SearchCell {
    axes.indices.map { axes[$0].isOrdered ? place[$0] : slice[$0] }
  }

  /// Any place, drawn by chance.
  package func place(_ dice: inout RandomNumbers) -> SearchCell {
    axes.map { $0.isOrdered ? dice.below($0.count) : 0 }
  }
}

extension SearchReading {
  /// Whether another can be left out where this one is known; what is no part of the space says nothing of either.
  package func isNowhereWorse(than other: SearchReading) -> Bool {
    switch (self, other) {
    case (.absent, _), (_, .absent): false
    case (_, .died), (_, .unsound): true
    case (.values(let here), .values(let there)): weaklyDominates(here, than: there)
    case (_, .values): false
    }
  }
}

/// Cells, each of which is assumed to be nowhere better than the cell with other places on some axes.
///
/// That covers the same number under other words, and every value of a setting of which one end is the best.
package struct SearchCover {
  /// The cells that are left out.
  package let box: SearchBox
  /// The places of the cells that cover them, by axis.
  package let fixed: [Int: Int]

  /// The cell that covers another.
  package func counterpart(of cell: SearchCell) -> SearchCell {
    cell.indices.map { fixed[$0] ?? cell[$0] }
  }

  /// A cell that is left out: what another cell covers, as far as it covers any.
  package func cell(under cover: SearchCell?, _ dice: inout RandomNumbers) -> SearchCell {
    box.low.indices.map { axis in
      if let cover, fixed[axis] == nil, (box.low[axis]...box.high[axis]).contains(cover[axis]) {
        return cover[axis]
      }
      return box.low[axis] + dice.below(box.high[axis] - box.low[axis] + 1)
    }
  }

  /// Whether a cell is one of those that cover.
  package func isCounterpart(_ cell: SearchCell) -> Bool {
    cell.indices.allSatisfy { axis in
      fixed[axis].map { $0 == cell[axis] }
        ?? (box.low[axis]...box.high[axis]).contains(cell[axis])
    }
  }
}

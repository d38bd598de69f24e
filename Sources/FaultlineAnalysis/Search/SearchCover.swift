// A part of a space that need not be searched, since cells elsewhere are nowhere worse.

package import FaultlineMeasures

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

// The readings that no other cell beats, kept while cells are run.

import FaultlineMeasures

/// Distinct readings of which none is beaten by another, each with the first cell in order that has it.
package struct SearchFront {
  package private(set) var values: [[Double]] = []
  package private(set) var cells: [SearchCell] = []
  /// The least and the greatest that was read of each goal.
  private var ranges: [(least: Double, most: Double)] = []

  /// Takes in what a cell read.
  package mutating func note(_ reading: [Double], of cell: SearchCell) {
    ranges =
      ranges.isEmpty
      ? reading.map { ($0, $0) }
      : zip(ranges, reading).map { (min($0.least, $1), max($0.most, $1)) }
    if let place = values.firstIndex(of: reading) {
      if cell.lexicographicallyPrecedes(cells[place]) { cells[place] = cell }
      return
    }
    guard !dominates(than: reading) else { return }
    let stay = values.indices.filter { !weaklyDominates(reading, than: values[$0]) }
    values = stay.map { values[$0] } + [reading]
    cells = stay.map { cells[$0] } + [cell]
  }

  /// Whether something on it is nowhere more than these.
  package func dominates(than bound: [Double]) -> Bool {
    values.contains { weaklyDominates($0, than: bound) }
  }

  /// How far apart readings of each goal are.
  package func scales(_ goals: Int) -> [Double] {
    guard ranges.count == goals else { return [Double](repeating: 1, count: goals) }
    return ranges.map { $0.most > $0.least ? $0.most - $0.least : 1 }
  }
}

// Whether cells stand in the same order in small sizes and in full size: only then small ones say anything.

import FaultlineMeasures

/// Pairs of cells, of which each has been read at two sizes.
package struct SearchRanking {
  /// Pairs of readings that differ at both sizes.
  package private(set) var pairs = 0
  /// Those of which the greater one is another in full size.
  package private(set) var turned = 0

  /// Whether the order was seen, and is the same.
  package var holds: Bool { pairs > 0 && turned == 0 }

  package init(
    of cells: [SearchCell], _ small: [SearchCell: SearchReading],
    _ full: [SearchCell: SearchReading]
  ) {
    let read = cells.compactMap { cell in
      small[cell]?.values.flatMap { less in full[cell]?.values.map { (less, $0) } }
    }
    for (place, one) in read.enumerated() {
      for other in read[(place + 1)...] {
        for goal in one.0.indices {
          let before = Self.order(one.0[goal], other.0[goal])
          let now = Self.order(one.1[goal], other.1[goal])
          guard before != 0, now != 0 else { continue }
          pairs += 1
          if before != now { turned += 1 }
        }
      }
    }
  }

  /// Which is greater; 0 for what is as good as the same.
  private static func order(_ one: Double, _ other: Double) -> Int {
    if abs(one - other) <= Tie.share * min(one.magnitude, other.magnitude) { return 0 }
    return one < other ? -1 : 1
  }
}

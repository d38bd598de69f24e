// A search in small sizes goes before one in full size: what it spares, and what it must not hide.

import FaultlineTestSupport
import Testing

@testable import FaultlineAnalysis

@Suite struct `A search that small sizes went before` {
  private static let seeds = Effort.choose(quick: 8, ci: 15, full: 400)

  /// Those that rise or fall along every line, or nearly.
  private static let kinds = SyntheticSpace.Kind.allCases.filter { $0 != .valley }

  @Test func `finds the same front, and looks at less in full size`() throws {
    var (before, after) = (0, 0)
    for (kind, seed) in Self.kinds.flatMap({ kind in (0..<Self.seeds).map { (kind, $0) } }) {
      let full = SyntheticSpace(kind, seed: seed)
      // A tenth of the work, in steps: what differs little in full size is the same in small ones.
      let small = try Self.search(full.space) { cell in
        full.readings[cell].map { .values($0.map { ($0 / 10).rounded() }) } ?? .absent
      }
      let alone = try Self.search(full.space) { Self.reading(full, $0) }
      let search = try Self.search(full.space, after: small) { Self.reading(full, $0) }
      #expect(Self.front(search) == full.front, "\(kind), seed \(seed)")
      before += alone.order.count
      after += search.order.count
    }
    #expect(after < before)
  }

  @Test(arguments: kinds)
  func `finds the same front where small sizes are quite another thing`(
    kind: SyntheticSpace.Kind
  ) throws {
    for seed in 0..<Self.seeds {
      let full = SyntheticSpace(kind, seed: seed)
      let small = try Self.search(full.space) { cell in
        // As good as chance: what is worst in full size may be best.
        full.readings[cell].map { .values($0.map { Double((Int($0) &* 7919) % 101) }) } ?? .absent
      }
      let search = try Self.search(full.space, after: small) { Self.reading(full, $0) }
      #expect(Self.front(search) == full.front, "\(kind), seed \(seed)")
    }
  }

  /// Four words and a hundred values; the last word is the best.
  private static let space = SearchSpace(
    axes: [.init(name: "word", count: 4, isOrdered: false), .init(name: "n", count: 100)],
    goals: 2, budgets: [nil, nil])

  private static func trade(_ cell: SearchCell, _ price: [Double]) -> SearchReading {
    .values([1_000 + price[cell[0]] + Double(cell[1]), 1_000 + price[cell[0]] - Double(cell[1])])
  }

  @Test func `samples what was worse in small sizes, if the order is the same`() throws {
    let small = try Self.search(Self.space) { Self.trade($0, [300, 200, 100, 0]) }
    let search = try Self.search(Self.space, after: small) { Self.trade($0, [900, 600, 300, 0]) }
    #expect(search.ranking?.holds == true)
    #expect(search.ranking.map { $0.pairs > 3 } == true)
    #expect(search.front.cells.map { $0[0] } == [Int](repeating: 3, count: 100))
    // Eight cells are ranked, and three of each hundred are checked.
    #expect(search.order.count { $0[0] < 3 } <= 8 + 3 * 3)
  }

  @Test func `leaves nothing out where the order turns around in full size`() throws {
    let small = try Self.search(Self.space) { Self.trade($0, [0, 100, 200, 300]) }
    let search = try Self.search(Self.space, after: small) { Self.trade($0, [900, 600, 300, 0]) }
    #expect(search.ranking?.holds == false)
    #expect(search.ranking.map { $0.turned > 0 && $0.turned <= $0.pairs } == true)
    #expect(search.front.cells.map { $0[0] } == [Int](repeating: 3, count: 100))
  }

  /// What is on the front in small sizes is one cell, and nothing else of its word is ranked.
  @Test func `ranks the best of every word, however short the front is`() throws {
    func price(_ cell: SearchCell, _ price: [Double]) -> SearchReading {
      .values([price[cell[0]] + 1, price[cell[0]] + 1])
    }
    let small = try Self.search(Self.space) { price($0, [30, 20, 10, 0]) }
    #expect(small.front.cells.count == 1)
    let search = try Self.search(Self.space, after: small) { price($0, [900, 600, 300, 0]) }
    #expect(search.ranking?.holds == true)
    #expect(search.ranking?.pairs == 2 * 6)
  }

  @Test func `compares again what read the same in small sizes`() throws {
    let small = try Self.search(Self.space) { Self.trade($0, [300, 0, 0, 0]) }
    let search = try Self.search(Self.space, after: small) { Self.trade($0, [900, 600, 300, 0]) }
    #expect(search.ranking?.holds == true)
    // Had one of the three been taken for as good as the next, a sample would have been a surprise.
    #expect(search.surprises == 0)
    #expect(search.front.cells.map { $0[0] } == [Int](repeating: 3, count: 100))
  }

  @Test func `says nothing where no cell has been read at both sizes`() throws {
    let small = try Self.search(Self.space) { _ in .died }
    let search = try Self.search(Self.space, after: small) { Self.trade($0, [3, 2, 1, 0]) }
    #expect(search.ranking?.holds == false)
    #expect(search.ranking?.pairs == 0)
    #expect(search.front.values.count == 100)
  }

  // MARK: - Support

  private static func reading(_ space: SyntheticSpace, _ cell: SearchCell) -> SearchReading {
    space.readings[cell].map { .values($0) } ?? .absent
  }

  private static func search(
    _ space: SearchSpace, after small: FrontSearch? = nil,
    _ reading: @escaping (SearchCell) -> SearchReading
  ) throws -> FrontSearch {
    var search = FrontSearch(space) { $0.map(reading) }
    try search.run(after: small)
    return search
  }

  private static func front(_ search: FrontSearch) -> Set<[Double]> {
    let fitting = search.front.values.filter(search.space.fits)
    return Set(fitting.isEmpty ? search.front.values : fitting)
  }
}

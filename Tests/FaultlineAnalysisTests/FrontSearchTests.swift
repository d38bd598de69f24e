// The search for the front, held against a look at every cell of spaces that are made of functions.

import FaultlineTestSupport
import Testing

@testable import FaultlineAnalysis

@Suite struct FrontSearchTests {
  private static let seeds = Effort.choose(quick: 40, ci: 60, full: 400)

  @Test("The front is the one that every cell gives", arguments: SyntheticSpace.Kind.allCases)
  func sameFront(kind: SyntheticSpace.Kind) throws {
    var shares: [Double] = []
    for seed in 0..<Self.seeds {
      let synthetic = SyntheticSpace(kind, seed: seed)
      let (search, runs) = try Self.searched(synthetic)
      let front = Self.fitting(search.front.values, synthetic.space)
      // What strays far from the assumption must be right, or say so.
      let sawValley = synthetic.space.axes.indices.contains { axis in
        (0..<synthetic.space.goals).contains { search.slack.deepest(axis, $0) != nil }
      }
      let saysSo = kind == .valley && sawValley
      #expect(front == synthetic.front || saysSo, "\(kind), seed \(seed)")
      #expect(runs == search.order.count, "a cell is run once: \(kind), seed \(seed)")
      shares.append(Double(runs) / Double(synthetic.space.size))
    }
    // Spaces without an order in them have to be run as a whole, so only the usual case is held.
    if kind != .valley {
      #expect(shares.sorted()[shares.count / 2] < 0.3, "\(kind)")
    }
  }

  @Test("The search is the same at a second call, cell by cell")
  func deterministic() throws {
    let synthetic = SyntheticSpace(.wobble, seed: 5)
    let (one, _) = try Self.searched(synthetic)
    let (two, _) = try Self.searched(synthetic)
    #expect(one.order == two.order)
    #expect(one.front.cells == two.front.cells)
  }

  @Test("A budget that nothing keeps leaves the whole front, and the nearest miss is on it")
  func nearestMiss() throws {
    let axes = [SearchSpace.Axis(name: "n", count: 50), .init(name: "m", count: 20)]
    let space = SearchSpace(axes: axes, goals: 2, budgets: [10, nil])
    let search = try Self.searched(space) {
      .values([Double(20 + $0[0]), Double(70 - $0[0] + $0[1])])
    }
    #expect(search.front.values.map(space.miss).min() == 1)
    #expect(search.front.values.count == 50)
    #expect(search.order.count < 300)
  }

  @Test("A cell that died is worse than all others and hides none")
  func deaths() throws {
    let axes = [
      SearchSpace.Axis(name: "n", count: 100), .init(name: "w", count: 3, isOrdered: false),
    ]
    let space = SearchSpace(axes: axes, goals: 2, budgets: [nil, nil])
    let search = try Self.searched(space) { cell in
      cell[0] > 60 ? .died : .values([Double(100 - cell[0] / 20 + cell[1]), Double(cell[0] / 20)])
    }
    #expect(search.front.cells.sorted { $0[0] < $1[0] } == [[0, 0], [20, 0], [40, 0], [60, 0]])
  }

  @Test("A cell that is no part of the space bounds nothing")
  func holes() throws {
    let axes = [SearchSpace.Axis(name: "n", count: 40), .init(name: "m", count: 10)]
    let space = SearchSpace(axes: axes, goals: 1, budgets: [nil])
    let search = try Self.searched(space) { cell in
      cell[0] == 39 || cell[1] == 9 ? .absent : .values([Double(100 - cell[0] - cell[1])])
    }
    #expect(search.front.cells == [[38, 8]])
    #expect(!search.order.contains { $0[0] == 39 || $0[1] == 9 })
  }

  @Test("A large range is searched by factors, and its front is exact but for ties")
  func largeRange() throws {
    let space = SearchSpace(
      axes: [.init(name: "n", count: 5_000, amounts: (1...5_000).map(Double.init))], goals: 2,
      budgets: [nil, nil])
    func reading(_ cell: SearchCell) -> [Double] {
      [Double((10_000 + cell[0]) / (cell[0] + 1)), Double(100_000 + 300 * cell[0])]
    }
    let search = try Self.searched(space) { .values(reading($0)) }
    #expect(search.order.count < 1_000)
    for place in 0..<5_000 {
      let bound = reading([place]).map { $0 * 1.01 }
      #expect(search.front.dominates(than: bound), "\(place)")
    }
  }

  @Test("The middle of a range is as many times its least as its greatest is times the middle")
  func middles() {
    func middle(_ amounts: [Double], _ low: Int = 0, _ high: Int? = nil) -> Int {
      SearchSpace.Axis(name: "n", count: amounts.count, amounts: amounts)
        .middle(low, high ?? amounts.count - 1)
    }
    let thousand = (1...1_000).map(Double.init)
    #expect(middle(thousand) == 43)
    #expect(middle(thousand, 43) == 210)
    // The mean itself, and what is nearest to it; but never an end.
    #expect(middle([0, 1, 3]) == 1)
    #expect(middle([1, 2, 3, 4, 50]) == 3)
    #expect(middle([1, 99, 100]) == 1)
    #expect(middle([1, 2, 100]) == 1)
    let plain = SearchSpace.Axis(name: "n", count: 11)
    #expect(plain.middle(0, 10) == 5 && plain.middle(5, 10) == 7 && plain.middle(0, 2) == 1)
  }

  @Test("An axis of which one end is nowhere worse is covered by it")
  func coveredAxes() throws {
    let axes = [
      SearchSpace.Axis(name: "n", count: 10), .init(name: "m", count: 5),
      .init(name: "t", count: 30),
    ]
    let space = SearchSpace(axes: axes, goals: 2, budgets: [nil, nil])
    let search = try Self.searched(space) { cell in
      .values([Double(cell[0] - 10 * cell[1] + cell[2]), Double(cell[0] + 100 - cell[2])])
    }
    #expect(search.covers.map(\.fixed) == [[0: 0], [1: 4]])
    #expect(search.front.cells.sorted { $0[2] < $1[2] } == (0..<30).map { [0, 4, $0] })
    #expect(search.surprises == 0)
  }

  @Test("A search that is stopped keeps what it knows")
  func stopped() throws {
    struct Stop: Error {}
    let space = SearchSpace(axes: [.init(name: "n", count: 500)], goals: 1, budgets: [nil])
    var rounds = 0
    var search = FrontSearch(space) { cells in
      rounds += 1
      if rounds > 2 { throw Stop() }
      return cells.map { .values([abs(Double($0[0]) - 300)]) }
    }
    #expect(throws: Stop.self) { try search.run() }
    #expect(search.order.count > 2)
    #expect(!search.front.cells.isEmpty)
  }

  /// Four words, and a hundred values of which more cost more of one and less of the other.
  private static let words = SearchSpace(
    axes: [.init(name: "word", count: 4, isOrdered: false), .init(name: "n", count: 100)],
    goals: 2, budgets: [nil, nil])

  private static func trade(_ cell: SearchCell) -> [Double] {
    [Double(1_000 + cell[1]), Double(1_000 - cell[1])]
  }

  @Test("Words under which everything reads the same are searched once")
  func twins() throws {
    let search = try Self.searched(Self.words) { .values(Self.trade($0)) }
    #expect(search.front.values.count == 100)
    #expect(search.front.cells.allSatisfy { $0[0] == 0 })
    #expect(search.covers.map(\.fixed) == [[0: 0], [0: 0], [0: 0]])
    // Five places are compared, and some are checked.
    #expect(search.order.count { $0[0] > 0 } < 3 * 12)
    #expect(search.surprises == 0)
  }

  @Test("What seemed covered and is better in parts is searched after all")
  func hidden() throws {
    func reading(_ cell: SearchCell) -> [Double] {
      let isBetter = cell[0] == 2 && (25...75).contains(cell[1]) && !(45...55).contains(cell[1])
      return Self.trade(cell).map { $0 + Double(cell[0] == 0 ? 1 : isBetter ? 0 : 2) }
    }
    let search = try Self.searched(Self.words) { .values(reading($0)) }
    let best = (0..<100).flatMap { place in
      (0..<4).map { reading([$0, place]) }
    }
    let front = Set(
      best.filter { one in !best.contains { $0 != one && weaklyDominates($0, than: one) } })
    #expect(Set(search.front.values) == front)
    #expect(search.front.cells.contains { $0[0] == 2 })
    #expect(search.surprises > 0, "the cells that are compared do not show it")
  }

  @Test("Words that are excluded at the ends are not taken for worse")
  func excludedEnds() throws {
    let search = try Self.searched(Self.words) { cell in
      guard cell[0] == 3 else { return .values(Self.trade(cell).map { $0 + 10 }) }
      return (20..<80).contains(cell[1]) && cell[1] != 50 ? .values(Self.trade(cell)) : .absent
    }
    #expect(search.front.cells.count { $0[0] == 3 } == 59)
  }

  @Test("What is nothing to take is on no front, and hides nothing")
  func unsound() throws {
    let search = try Self.searched(Self.words) { cell in
      cell[0] == 0 || cell[1] < 30 ? .unsound(Self.trade(cell)) : .values(Self.trade(cell))
    }
    #expect(search.front.cells.allSatisfy { $0[0] > 0 && $0[1] >= 30 })
    #expect(search.front.values.count == 70)
    #expect(search.unsound > 0)
  }

  // MARK: - Support

  private static func searched(
    _ synthetic: SyntheticSpace
  ) throws -> (search: FrontSearch, runs: Int) {
    var runs = 0
    var search = FrontSearch(synthetic.space) { cells in
      runs += cells.count
      return cells.map { synthetic.readings[$0].map { .values($0) } ?? .absent }
    }
    try search.run()
    return (search, runs)
  }

  private static func searched(
    _ space: SearchSpace, _ reading: @escaping (SearchCell) -> SearchReading
  ) throws -> FrontSearch {
    var search = FrontSearch(space) { $0.map(reading) }
    try search.run()
    return search
  }

  private static func fitting(_ front: [[Double]], _ space: SearchSpace) -> Set<[Double]> {
    let fitting = front.filter(space.fits)
    return Set(fitting.isEmpty ? front : fitting)
  }
}

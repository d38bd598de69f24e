// Spaces made of functions, drawn from a seed: what a search has to find in them is known by looking at every cell.

import FaultlineTestSupport

@testable import FaultlineAnalysis

/// A space with what every cell of it reads.
struct SyntheticSpace {
  /// How far its readings keep to the assumption that they rise or fall along every line.
  enum Kind: CaseIterable, Sendable {
    case mixed, plateaus, steps, interactions, irrelevant, budgets, wobble, valley
  }

  let kind: Kind
  let space: SearchSpace
  let readings: [SearchCell: [Double]]

  init(_ kind: Kind, seed: Int) {
    self.kind = kind
    var dice = SplitMix64(seed: UInt64(seed) &* 7919 &+ 17)
    let axes = Self.axes(&dice)
    let goals = 2 + dice.below(2)
    let draws = (0..<goals).map { _ in Self.goal(kind, axes, &dice) }
    let all = SearchSpace(
      axes: axes, goals: goals, budgets: [Double?](repeating: nil, count: goals))
    var readings: [SearchCell: [Double]] = [:]
    for cell in all.everyCell() { readings[cell] = draws.map { $0(cell) } }
    if kind == .wobble { Self.wobble(&readings, axes, goals, &dice) }
    var budgets = all.budgets
    if kind == .budgets {
      // Some are kept by few cells, some by none.
      let values = readings.values.map { $0[0] }.sorted()
      budgets[0] = values[values.count * dice.below(30) / 100] * (dice.below(4) == 0 ? 0.5 : 1)
    }
    space = SearchSpace(axes: axes, goals: goals, budgets: budgets)
    self.readings = readings
  }

  private static func axes(_ dice: inout SplitMix64) -> [SearchSpace.Axis] {
    while true {
      let words = 1 + dice.below(3)
      let ordered = 1 + dice.below(3)
      let axes =
        (0..<words).map {
          SearchSpace.Axis(name: "w\($0)", count: 2 + dice.below(4), isOrdered: false)
        }
        + (0..<ordered).map {
          let count = 3 + dice.below(ordered == 1 ? 300 : ordered == 2 ? 40 : 14)
          let amounts = dice.below(3) == 0 ? (1...count).map(Double.init) : nil
          return SearchSpace.Axis(name: "n\($0)", count: count, amounts: amounts)
        }
      let size = axes.reduce(1) { $0 * $1.count }
      if size >= 200, size <= 2_000 { return axes }
    }
  }

  /// A rising function of the places on an axis, with level stretches.
  private static func rising(_ count: Int, plateaus: Int, _ dice: inout SplitMix64) -> [Double] {
    var value = 0.0
    return (0..<count).map { _ in
      if dice.below(100) >= plateaus { value += Double(1 + dice.below(20)) }
      return value
    }.map { $0 / max(value, 1) }
  }

  private static func goal(
    _ kind: Kind, _ axes: [SearchSpace.Axis], _ dice: inout SplitMix64
  ) -> (SearchCell) -> Double {
    let words = axes.indices.filter { !axes[$0].isOrdered }
    let ordered = axes.indices.filter { axes[$0].isOrdered }
    let base = Double(100 + dice.below(1_000))
    // A word shifts the reading and may turn directions around.
    let shifts = axes.map { axis in (0..<axis.count).map { _ in Double(dice.below(400)) } }
    let turns = axes.map { axis in (0..<axis.count).map { _ in dice.below(5) == 0 } }
    let plateaus = kind == .plateaus ? 80 : 20
    let shapes = axes.map { rising($0.count, plateaus: plateaus, &dice) }
    let falls = axes.map { _ in dice.below(2) == 0 }
    let weights = axes.map { _ in
      kind == .irrelevant && dice.below(2) == 0 ? 0 : Double(10 + dice.below(800))
    }
    let work = 500 + dice.below(5_000)
    let style = dice.below(3)
    let valley = ordered[dice.below(ordered.count)]
    let bottom = Double(1 + dice.below(axes[valley].count - 2)) / Double(axes[valley].count - 1)
    let pivots = axes.map { Double(dice.below($0.count)) / Double($0.count) }
    return { cell in
      var sum = base
      var turned = false
      for axis in words {
        sum += shifts[axis][cell[axis]]
        if turns[axis][cell[axis]] { turned.toggle() }
      }
      func part(_ axis: Int) -> Double {
        let rises = shapes[axis][cell[axis]]
        return falls[axis] != turned ? 1 - rises : rises
      }
      switch kind {
      case .mixed, .plateaus, .irrelevant, .budgets, .wobble:
        for axis in ordered { sum += weights[axis] * part(axis) }
      case .steps:
        for axis in ordered {
          let batch = cell[axis] + 1
          sum +=
            falls[axis] ? Double((work + batch - 1) / batch) : weights[axis] * Double(batch / 4)
        }
      case .interactions where style == 0:
        sum = ordered.reduce(sum) { $0 * (1 + weights[$1] / 100 * part($1)) }
      case .interactions where style == 1:
        sum += ordered.reduce(0) { max($0, weights[$1] * part($1)) }
      case .interactions:
        // The direction along one axis turns where another passes its pivot.
        sum += 1_000 * ordered.reduce(1.0) { $0 * (shapes[$1][cell[$1]] - pivots[$1]) }
      case .valley:
        for axis in ordered where axis != valley { sum += weights[axis] * part(axis) }
        sum +=
          (200 + weights[valley])
          * abs(Double(cell[valley]) / Double(axes[valley].count - 1) - bottom)
      }
      return sum.rounded()
    }
  }

  /// Adds a sawtooth along each ordered axis: up to so many thousandths of the whole range.
  private static func wobble(
    _ readings: inout [SearchCell: [Double]], _ axes: [SearchSpace.Axis], _ goals: Int,
    _ dice: inout SplitMix64
  ) {
    for goal in 0..<goals {
      let all = readings.values.map { $0[goal] }
      let range = (all.max() ?? 0) - (all.min() ?? 0)
      let height = range * Double(1 + dice.below(20)) / 1_000
      let periods = axes.map { _ in 2 + dice.below(5) }
      for cell in readings.keys {
        for axis in axes.indices where axes[axis].isOrdered {
          readings[cell]?[goal] +=
            (height * Double(cell[axis] % periods[axis]) / Double(periods[axis])).rounded()
        }
      }
    }
  }

  /// What a search of every cell finds.
  var front: Set<[Double]> {
    let all = Set(readings.values)
    let fitting = all.filter(space.fits)
    let candidates = Array(fitting.isEmpty ? all : fitting)
    return Set(
      candidates.filter { one in
        !candidates.contains { $0 != one && weaklyDominates($0, than: one) }
      })
  }
}

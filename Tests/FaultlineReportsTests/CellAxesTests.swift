// What becomes rows, columns and tables of a matrix, and how good each cell is beside those that it may be compared with.

import FaultlineMeasures
import Testing

@testable import FaultlineReports

struct `The axes of cells` {
  /// Keys of so many variants, settings, sizes and stores.
  private static func keys(
    _ variants: Int, _ settings: [Int], _ sizes: [Int], _ stores: Int
  ) -> [TrialKey] {
    func rows(_ name: String, _ counts: [Int]) -> [[Setting]] {
      counts.enumerated().reduce([[]]) { rows, axis in
        rows.flatMap { row in
          (1...axis.element).map { row + [Setting(name: "\(name)\(axis.offset + 1)", value: $0)] }
        }
      }
    }
    return (1...variants).flatMap { variant in
      rows("set", settings).flatMap { axes in
        rows("size", sizes).flatMap { sizes in
          (1...stores).map { store in
            TrialKey(
              scenario: "s", variant: "v\(variant)", axes: axes, sizes: sizes, store: "d\(store)")
          }
        }
      }
    }
  }

  @Test(arguments: [
    // Sizes go along the columns, and of equally long axes a setting goes down the rows.
    (4, [4], [4], 2, "set1 × size1, a table for variant, store"),
    (5, [4], [3], 1, "variant × size1, a table for set1"),
    (1, [3, 4, 2], [], 1, "set2 × set1, a table for set3"),
    (2, [2], [], 2, "set1 × variant, a table for store"),
    (3, [], [], 2, "variant × store"),
    // The longer of two sizes goes along the columns, the other goes where settings go.
    (1, [2], [3, 5], 1, "size1 × size2, a table for set1"),
    // Many sizes are turned where they are the longer side.
    (2, [], [13], 1, "size1 × variant"),
    (14, [], [13], 1, "variant × size1"),
    (9, [], [], 1, "nothing"),
  ])
  func `are rows, columns and tables`(
    variants: Int, settings: [Int], sizes: [Int], stores: Int, sides: String
  ) {
    let axes = CellAxes(Self.keys(variants, settings, sizes, stores))
    let names = axes.axes.map(\.name)
    let words = axes.layout.map { layout in
      let facets = layout.facets.map { names[$0] }.joined(separator: ", ")
      return "\(names[layout.rows]) × \(names[layout.columns])"
        + (facets.isEmpty ? "" : ", a table for \(facets)")
    }
    #expect(words ?? "nothing" == sides)
  }

  @Test func `are what differs, with values in the order of the file and sizes going up`() {
    let keys = [(100, "b", 30), (100, "a", 4), (100, "b", 4)].map { batch, mode, rows in
      TrialKey(
        scenario: "s", variant: "v",
        axes: [Setting(name: "batch", value: batch), Setting(name: "mode", value: mode)],
        sizes: [Setting(name: "rows", value: rows)])
    }
    let axes = CellAxes(keys)
    #expect(axes.axes.map(\.name) == ["mode", "rows"])
    #expect(axes.axes.map(\.labels) == [["b", "a"], ["4", "30"]])
    #expect(axes.places == [[0, 1], [1, 0], [0, 0]])
    #expect(axes.axes[0].words(1) == "mode=a")
  }

  @Test func `of a cell that was added without a setting say so`() {
    let keys = [[Setting(name: "batch", value: "")], []].map {
      TrialKey(scenario: "s", variant: "v", axes: $0)
    }
    #expect(CellAxes(keys).axes[0].labels == ["''", "not set"])
    #expect(CellAxes(keys).axes[0].words(1) == "batch not set")
  }

  // MARK: - How good a cell is

  private func scale(_ readings: [Int], _ polarity: Metric.Polarity = .less) -> [String] {
    let readings = readings.map { Quantity.integer($0) }
    guard let scale = CellScale(readings, polarity) else { return [] }
    return readings.map { "\(scale.tone(of: $0)) \(scale.level(of: $0) ?? -1)" }
  }

  @Test func `are shaded by powers of ten, and ties are ties`() {
    #expect(
      scale([9, 99, 999, 9_999, 99_999])
        == ["best 0", "plain 1", "plain 2", "plain 3", "worst 4"])
    #expect(scale([1_000, 1_010, 2_000, 1_985]) == ["best 0", "tie 0", "worst 4", "worst 4"])
    #expect(scale([0, 10, 10], .more) == ["worst 4", "best 0", "best 0"])
    #expect(scale([-5, 0, 5], .neutral) == ["plain 0", "plain 2", "plain 4"])
    #expect(scale([7, 7]) == [])
    #expect(scale([]) == [])
  }

  @Test func `have no shade for what is no number`() {
    let scale = CellScale([1, 2, .real(.nan), .real(.infinity)], .less)
    #expect(scale?.tone(of: .real(.nan)) == .plain && scale?.level(of: .real(.infinity)) == nil)
    #expect(scale?.tone(of: 2) == .worst)
  }
}

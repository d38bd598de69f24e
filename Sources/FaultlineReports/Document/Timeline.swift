// The readings of a scenario along its checkpoints, which all its trials share.

import FaultlineAnalysis
import FaultlineMeasures

/// The checkpoints of a scenario in their order, and what was read there.
struct Timeline {
  let scenario: ScenarioResult
  /// What its lines are called.
  let names: TrialNames
  /// Every checkpoint that a trial reached; those of the trial that reached most come first.
  let checkpoints: [String]

  init(_ scenario: ScenarioResult) {
    self.scenario = scenario
    names = TrialNames(scenario)
    let reached = scenario.trials.map { $0.samples.first?.checkpoints.map(\.name) ?? [] }
    let names = reached.max { $0.count < $1.count } ?? []
    var known = Set(names)
    // What only some trials reached stands before the end, which all have.
    let others = reached.joined().filter { known.insert($0).inserted }
    let end = names.firstIndex(of: "released") ?? names.endIndex
    checkpoints = names[..<end] + others + names[end...]
  }

  /// The finite readings of a metric in a trial, by their places among the checkpoints.
  func readings(_ metric: String, of trial: TrialResult) -> [(place: Int, quantity: Quantity)] {
    checkpoints.indices.compactMap { place in
      trial.reading(metric, at: checkpoints[place]).flatMap { quantity in
        quantity.double.isFinite ? (place, quantity) : nil
      }
    }
  }

  /// The points of a metric's line.
  func points(_ metric: Metric, of trial: TrialResult) -> [Report.Point] {
    readings(metric.name, of: trial).map { place, quantity in
      let value = NumberText.exact(quantity, metric.scale)
      return Report.Point(
        x: Double(place), y: quantity.double, label: "\(checkpoints[place]): \(value)",
        place: checkpoints[place], value: value)
    }
  }

  /// More columns are no table to read.
  private static let mostColumns = 40

  /// A row a checkpoint, a column a trial.
  func table(_ title: String, _ metric: Metric) -> Report.Table {
    let trials = scenario.trials.prefix(Self.mostColumns)
    let more = scenario.trials.count - trials.count
    var columns = [Report.Column(title: "checkpoint", alignment: .leading, priority: 0)]
    for (index, trial) in trials.enumerated() {
      columns.append(
        Report.Column(title: names.name(of: trial), alignment: .trailing, priority: index + 1))
    }
    let rows = checkpoints.compactMap { checkpoint -> Report.Row? in
      let quantities = trials.map { $0.reading(metric.name, at: checkpoint) }
      guard quantities.contains(where: { $0 != nil }) else { return nil }
      return Report.Row(
        cells: [Report.Cell(checkpoint)]
          + quantities.map { quantity in
            quantity.map { Report.Cell($0, metric.scale) } ?? Report.Cell("–", tone: .same)
          })
    }
    return Report.Table(
      title: title, columns: columns, rows: rows,
      remarks: more > 0
        ? ["… \(counted(more, "more variant")); --format csv has every reading"] : [])
  }
}

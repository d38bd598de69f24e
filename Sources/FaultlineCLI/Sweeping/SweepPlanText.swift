// What 'faultline sweep plan' says of a plan: how even it is, what takes longest, and what is too small to be worth it.

import FaultlineMeasures
import FaultlineSweeps

/// A plan in a few lines.
struct SweepPlanText {
  private let plan: SweepPlan
  private let folder: SweepFolder

  init(_ plan: SweepPlan, folder: SweepFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// A release build plays about so many operations in a second; how many it is depends on the steps and the machine.
  private static let speed = 1_000_000
  /// So many seconds a task should have to do, for what an engine takes to start it.
  private static let worthwhile = 30

  var lines: [String] {
    let cells = plan.cells
    let loads = plan.loads
    let unevenness = plan.balance.unevenness
    var lines = [
      "sweep \(plan.name.prefix(12)) in \(folder.path): \(counted(cells.count, "trial")) of "
        + "\(counted(plan.scenarios.count, "scenario")) in \(counted(plan.shards, "shard"))",
      "balance: the fullest shard has \(NumberText.decimal(unevenness, places: 2)) times the mean "
        + "(\(NumberText.grouped(loads.max() ?? 0)) operations; one on disk counts for "
        + "\(SweepCell.diskFactor), the start of a trial for \(NumberText.grouped(SweepCell.start)))",
    ]
    if let longest = cells.max(by: { $0.work < $1.work }) {
      lines.append(
        "longest: \(longest.id), \(longest.passes) passes of "
          + "\(NumberText.grouped(longest.operations)) operations, in shard \(longest.shard)")
    }
    return lines + warnings(loads)
  }

  /// What should be said before a cluster is busy.
  private func warnings(_ loads: [Int]) -> [String] {
    var warnings: [String] = []
    let empty = loads.count { $0 == 0 }
    if empty > 0 {
      warnings.append(
        "warning: \(counted(empty, "shard")) of \(plan.shards) \(empty == 1 ? "has" : "have") nothing to run: there "
          + "are only \(counted(plan.cells.count, "trial"))")
    }
    // How long an operation takes is not known here, so the figure that it rests on is said.
    let few = Self.speed * Self.worthwhile
    let small = loads.count { $0 > 0 && $0 < few }
    if plan.shards > 1, small > 0 {
      warnings.append(
        "warning: \(counted(small, "shard")) of \(plan.shards) \(small == 1 ? "has" : "have") less than "
          + "\(NumberText.grouped(few)) operations to do, about \(Self.worthwhile) s at a million a second; an engine "
          + "takes its time to start a task, so fewer shards may do better")
    }
    return warnings
  }
}

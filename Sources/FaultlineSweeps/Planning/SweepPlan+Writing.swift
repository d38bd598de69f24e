// The plan goes into its folder: with the files that scenarios name, and with a place for trials.

package import FaultlineScenarios
import FaultlineMeasures
import Foundation

extension SweepPlan {
  /// Writes the folder of a sweep; one that has another sweep in it is left as it is.
  ///
  /// The same work may be spread anew over other shards: what was played of it stays.
  package func write(
    to folder: SweepFolder, for plans: [Plan]
  ) throws(Diagnostic) {
    if FileManager.default.fileExists(atPath: folder.plan) {
      let other = try SweepPlan.read(folder)
      guard other.name == name else {
        throw Diagnostic(
          "another sweep is planned in this folder: \(other.name.prefix(12)), and this is "
            + "\(name.prefix(12))", file: folder.plan,
          notes: ["choose another folder, or remove that one"])
      }
    }
    do throws(WholeFile.Refusal) {
      try WholeFile.makeFolder(folder.trials)
    } catch {
      throw Diagnostic("the sweep cannot be written here: \(error.reason)", file: folder.path)
    }
    for (place, plan) in plans.filter({ !$0.trials.isEmpty }).enumerated() {
      let copies = SweepFiles(scenarios[place], in: folder.files(ofScenario: place))
      try SweepFiles(plan.scenario).copy(to: copies)
    }
    // Last, for a folder with a plan is whole.
    do throws(WholeFile.Refusal) {
      try WholeFile.write(json, to: folder.plan)
    } catch {
      throw Diagnostic("the plan cannot be written: \(error.reason)", file: folder.plan)
    }
  }
}

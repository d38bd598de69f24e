// All trials of a sweep put together: the same bytes as one run on one machine would have written.

package import FaultlineMeasures
package import FaultlineScenarios

/// Merges the trials of a sweep.
package struct SweepMerge {
  /// How files are put together.
  package struct Manner: Sendable {
    /// Whether cells may be missing.
    package var isPartial: Bool
    /// Whether machines that differ are merged, with their heap readings apart.
    package var isByMachine: Bool

    package init(isPartial: Bool = false, isByMachine: Bool = false) {
      self.isPartial = isPartial
      self.isByMachine = isByMachine
    }
  }

  private let plan: SweepPlan
  private let plans: [Plan]
  private let folder: SweepFolder
  private let manner: Manner

  package init(_ plan: SweepPlan, _ plans: [Plan], in folder: SweepFolder, _ manner: Manner) {
    self.plan = plan
    self.plans = plans
    self.folder = folder
    self.manner = manner
  }

  /// Looks at every file, judges what was measured, and writes the results.
  package func write(to out: String) throws -> MergedSweep {
    let survey = try MergeSurvey(plan, plans, in: folder, byMachine: manner.isByMachine)
    let refusing = survey.problems.filter { problem in
      !manner.isPartial || ![.missing, .broken].contains(problem.kind)
    }
    guard refusing.isEmpty else { throw MergeRefusal(problems: refusing) }
    var merged = MergedSweep(left: survey.problems)
    let writer = MergeWriter(folder: folder, listing: survey.listing, revision: plan.revision)
    let groups = manner.isByMachine ? MachineGroups(survey.scenarios) : nil
    for surveyed in survey.scenarios {
      guard let groups, groups.facts.count > 1 else {
        merged.scenarios.append(try writer.write(surveyed, to: out))
        continue
      }
      merged.scenarios.append(try writer.writeGraph(surveyed, groups, to: out))
    }
    if let groups, groups.facts.count > 1 {
      for (place, facts) in groups.facts.enumerated() {
        let name = MachineGroups.folder(place)
        let part = FilePath.joined(out, name)
        var results: [ScenarioResult] = []
        for surveyed in survey.scenarios {
          let own = groups.part(of: surveyed, facts)
          if !own.trials.isEmpty { results.append(try writer.write(own, to: part)) }
        }
        merged.machines.append(
          MergedSweep.MachinePart(folder: part, facts: facts, scenarios: results))
      }
    }
    return merged
  }
}

/// What a merge came to, with as much of each trial as was judged.
package struct MergedSweep: Sendable {
  /// The results as they are judged.
  package var scenarios: [ScenarioResult] = []
  /// What was measured by each group of machines, where they differ.
  package var machines: [MachinePart] = []
  /// What was left out.
  package let left: [MergeProblem]

  /// The results of machines that are alike.
  package struct MachinePart: Sendable {
    package let folder: String
    package let facts: TrialFacts
    package let scenarios: [ScenarioResult]
  }

  fileprivate init(left: [MergeProblem]) { self.left = left }

  /// The status that says how all of it came out.
  package var status: ExitStatus {
    let verdicts = (scenarios + machines.flatMap(\.scenarios)).map(\.verdict)
    return ExitStatus.mostSerious(
      of: verdicts.map { ExitStatus($0) } + left.map(\.kind.status))
  }
}

/// Something that stands against a merge.
package struct MergeProblem: Sendable {
  /// The sorts of problems; each has the status by which a script recognises it.
  package enum Kind: Sendable, Hashable {
    /// The file answers for another plan.
    case otherPlan
    /// The file was written by a newer program.
    case newer
    /// There is no file.
    case missing
    /// The file is torn, cut short or changed.
    case broken
    /// Two files of one cell differ in an exact reading.
    case conflict
    /// Files were measured by several builds, or on machines that read other bytes.
    case mixed

    package var status: ExitStatus {
      switch self {
      case .otherPlan, .newer, .mixed: .wrongUse
      case .missing, .broken: .incomplete
      case .conflict: .broken
      }
    }
  }

  package let kind: Kind
  package let diagnostic: Diagnostic
}

/// A merge that is refused.
package struct MergeRefusal: Error, Sendable {
  package let problems: [MergeProblem]
  /// So many problems are listed.
  private static let limit = 20

  /// The most serious of all reasons.
  package var status: ExitStatus { ExitStatus.mostSerious(of: problems.map(\.kind.status)) }

  /// The problems in order, one after the other.
  package var sentence: String {
    let rest = problems.count - Self.limit
    return
      (problems.prefix(Self.limit).map(\.diagnostic.description)
      + (rest > 0 ? ["… and \(rest) more of \(problems.count) problems"] : []))
      .joined(separator: "\n")
  }
}

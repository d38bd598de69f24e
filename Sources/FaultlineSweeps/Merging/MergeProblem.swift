// Why files are not merged: each reason in a sentence that names the file and the cell.

package import FaultlineMeasures
package import FaultlineScenarios

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

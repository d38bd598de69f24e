// merge: what one context has saved comes to another.

import Faultline

/// Merges a context's last save, or all since the last merge, into another one (N2).
package struct MergeStep: Step {
  package static let keyword = "merge"
  package static let meaning = "Merge what a context has saved into another one."
  package static let example = """
    - context: {name: worker}
    - in: worker
      steps:
        - insert: {entity: Employee, set: {name: Newcomer}, into: newcomers}
        - save: {}
        - set: {objects: newcomers, to: {salary: 2000}}
        - save: {}
    - merge: {from: worker, into: main, saves: all}
    """
  package static let keys = [
    Key("from", .name, required: true, "The context that has saved."),
    Key("into", .name, "The context that merges; the one that steps play in, if it is left out."),
    Key(
      "saves", .choice(Saves.allCases.map(\.rawValue)),
      "The last one, or all since this context merged all before, one after the other; last if it is left out."
    ),
  ]

  private enum Saves: String, CaseIterable {
    case all, last
  }

  private let source: ContextReference
  private let target: ContextReference?
  private let saves: Saves
  private let ordinal: Int

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    let fields = try text.fields(of: Self.self)
    saves = try fields.optional("saves")?.choice(of: Saves.self) ?? .last
    source = try scope.contexts.context(try fields.required("from"))
    target = try scope.contexts.context(fields.optional("into"))
    ordinal = scope.ordinal
    scope.listening.isCounted = true
    scope.listening.add(
      Listening.Merge(
        source: source.slot, target: target?.slot ?? scope.contexts.current,
        takesAll: saves == .all, step: ordinal, end: scope.endOfRepetition))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    let from = try estimate.contexts.context(source)
    guard from.number != (try estimate.contexts.context(target)).number else {
      throw source.node.diagnostic("what \(source.name.inQuotes) has saved is in it already")
    }
    estimate.playedMerges.insert(ordinal)
    try estimate.handleAll()
  }

  package func execute(in session: Session) throws {
    let target = try session.context(target)
    let source = try session.context(source)
    guard let found = source.recorder?.saves(for: target.slot, all: saves == .all) else {
      throw StepFailure("merge: the context '\(source.name)' has saved nothing yet.")
    }
    for changes in found {
      try session.visit(target) {
        try target.working { try target.context.merging(changes) }
      }
    }
    try source.recorder?.noteMerge(into: target.slot, all: saves == .all, in: source)
  }
}

// Which behaviors a trial meets: bands by its settings, steps and model before anything is played, filled batches after.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

extension Trial {
  /// Whether an end of a band can make a difference here, as far as it can be seen without playing; rather once too often.
  package func meets(_ band: Behavior) -> Bool {
    guard settings.isOpen(band) else { return false }
    let words = scenario.stepWords
    return switch band.key {
    case "rowCache": settings.rules.usesRowCache && !words.keywords.isDisjoint(with: Self.reading)
    case "parentObjects": words.keys.contains("parent")
    case "mergedDeletes":
      !words.keywords.isDisjoint(with: Self.deleting)
        && !words.keywords.isDisjoint(with: [MergeStep.keyword, ContextStep.keyword])
    case "prefetchedObjects":
      (words.keys.contains("prefetch") || settings.fetching.prefetches)
        && settings.rules.usesRowCache && settings.rules.usesFaults && settings.rules.uniquesObjects
    case "mergedRelationships":
      words.keys.contains("merge") || words.keywords.contains(MergeStep.keyword)
        || words.keys.contains("automaticallyMerges") || settings.sharing.mergesNode != nil
    case "retainCycles":
      !settings.rules.collectsCycles && scenario.hasRelationships
        && !words.keywords.isDisjoint(with: Self.relating)
    default: true
    }
  }

  /// The steps that read from stores.
  private static let reading: Set<String> = [
    FetchStep.keyword, RecallStep.keyword, TouchStep.keyword, WalkStep.keyword, WatchStep.keyword,
    PassIDsStep.keyword,
  ]
  /// The steps that realize relationships.
  private static let relating: Set<String> = [
    InsertStep.keyword, SetStep.keyword, EnterStep.keyword, RelateStep.keyword, WalkStep.keyword,
    ScrollStep.keyword, RecallStep.keyword, DeleteStep.keyword, UndoStep.keyword,
  ]
  /// The steps after which there is less than before.
  private static let deleting: Set<String> = [
    DeleteStep.keyword, BatchDeleteStep.keyword, ExternalStep.keyword,
  ]
}

extension Plan {
  /// The bands that at least one trial can meet, where every trial shows the framework of today; none of a plan that
  /// puts both sides beside each other.
  package var metBehaviors: [Behavior] {
    guard trials.allSatisfy({ $0.settings.behaviours.isOfCoreData }) else { return [] }
    return Behavior.bands.filter { band in trials.contains { $0.meets(band) } }
  }
}

extension Plan {
  /// The side that every trial shows or is nearer to; nil of a plan that puts both beside each other.
  package var side: BehaviorProfile? {
    let areOfCoreData = Set(trials.map(\.settings.behaviours.isOfCoreData))
    return areOfCoreData.count == 1 ? (areOfCoreData.contains(true) ? .coreData : .guides) : nil
  }
}

/// The words that steps are made of, whatever they play.
struct StepWords {
  fileprivate(set) var keywords: Set<String> = []
  /// The keys behind the keywords.
  fileprivate(set) var keys: Set<String> = []

  fileprivate mutating func add(_ steps: [StepSyntax]) {
    for step in steps {
      keywords.insert(step.type.keyword)
      if case .mapping = step.text.value.value {
        keys.formUnion((try? step.text.value.entries().map(\.name)) ?? [])
      }
      for block in step.text.blocks { add(block) }
    }
  }
}

extension Scenario {
  /// The words of all steps, those within others among them.
  var stepWords: StepWords {
    var words = StepWords()
    words.add(steps)
    return words
  }
}

extension Scenario {
  /// Whether objects of the model may hold each other.
  fileprivate var hasRelationships: Bool {
    model.entities.contains { !$0.relationshipsByName.isEmpty }
  }
}

extension Judge {
  /// The finding that the batches of a fetch were filled at once, as Swift's bridging does; told only where the plan has
  /// such a fetch and the trial has filled faults so.
  func filledBatches(of trial: Trial) -> [Finding] {
    guard trial.pass.fetchesInBatches,
      trial.settings.behaviours.switches.contains(.arraysFillEveryBatch),
      let filled = faultsFilled(by: trial), filled > 0
    else { return [] }
    return [
      Finding(
        kind: .behavior,
        message:
          "The batch size of a fetch saves no memory: a Swift array fills every batch at once and holds all objects "
          + "(swiftArrays: filled; \(MetricName.faultsBatched) is \(NumberText.grouped(filled)))",
        advice:
          "a results controller ('watch') keeps its batches, and fills one when its rows are shown")
    ]
  }

  private func faultsFilled(by trial: Trial) -> Int? {
    measured.first { $0.trial.key == trial.key }?.result.samples.first?
      .checkpoints.compactMap { $0[MetricName.faultsBatched]?.whole }.max()
  }
}

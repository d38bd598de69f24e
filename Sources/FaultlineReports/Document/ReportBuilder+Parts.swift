// Whose objects and requests they are: the parts of what was counted, by context and by entity.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The objects of each context and entity when most are alive, and what they caused in all.
  func parts(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    let trials = scenario.trials.compactMap { trial in
      TrialParts(of: trial).map { (trial: trial, parts: $0) }
    }
    let (contexts, entities) = (
      Set(trials.flatMap(\.parts.contexts)), Set(trials.flatMap(\.parts.entities))
    )
    let rows = trials.flatMap { trial, parts in
      let owners =
        (contexts.count > 1 ? parts.contexts.map { TrialParts.Owner.context($0) } : [])
        + (entities.count > 1 ? parts.entities.map { TrialParts.Owner.entity($0) } : [])
      return owners.map { owner in
        Report.Row(
          cells: [
            names.cell(of: trial), Report.Cell(parts.fullest.name), Report.Cell(owner.words),
          ] + parts.cells(of: owner))
      }
    }
    guard !rows.isEmpty else { return [] }
    let texts = ["at", "whose"].enumerated().map {
      Report.Column(title: $1, alignment: .leading, priority: $0 + 1)
    }
    let numbers = ["live", "faults", "bytes", "fired", "trips"].enumerated().map {
      Report.Column(title: $1, alignment: .trailing, priority: $0 + 3)
    }
    return [
      .table(
        Report.Table(
          title: "Whose they are, when most objects are alive",
          columns: [names.column] + texts + numbers, rows: rows,
          remarks: [
            "The bytes are those of objects and faults. Fired faults and round trips are counted to the end."
          ])
      ).folded()
    ]
  }
}

/// What of a trial belongs to which context and entity.
private struct TrialParts {
  /// A context or an entity.
  enum Owner {
    case context(String), entity(String)

    var words: String {
      switch self {
      case .context(ReadingParts.none): "no context"
      case .context(let name): "context \(name)"
      case .entity(ReadingParts.none): "no entity"
      case .entity(let name): "entity \(name)"
      }
    }
  }

  /// The first checkpoint with the most objects.
  let fullest: Checkpoint
  /// The last one at which requests are counted.
  private let last: Checkpoint
  let contexts: [String]
  let entities: [String]

  init?(of trial: TrialResult) {
    let checkpoints = (trial.samples.first?.checkpoints ?? []).filter { !$0.parts.isEmpty }
    let fullest = checkpoints.enumerated().max { one, other in
      let pair = [one, other].map { $0.element[MetricName.objectsLive]?.double ?? 0 }
      return pair[0] == pair[1] ? one.offset > other.offset : pair[0] < pair[1]
    }
    guard let fullest, let last = checkpoints.last(where: { $0[MetricName.roundTrips] != nil })
    else { return nil }
    self.fullest = fullest.element
    self.last = last
    let parts = [
      fullest.element.parts[MetricName.objectsLive], last.parts[MetricName.faultsFired],
      last.parts[MetricName.roundTrips],
    ].compactMap(\.self)
    contexts = Set(parts.flatMap(\.contexts.keys)).sorted()
    entities = Set(parts.flatMap(\.entities.keys)).sorted()
  }

  /// The numbers of an owner in the order of the columns.
  func cells(of owner: Owner) -> [Report.Cell] {
    func part(_ metric: String, _ checkpoint: Checkpoint) -> Int {
      guard let parts = checkpoint.parts[metric] else { return 0 }
      return switch owner {
      case .context(let name): parts.contexts[name] ?? 0
      case .entity(let name): parts.entities[name] ?? 0
      }
    }
    let bytes = part(MetricName.bytesObjects, fullest) + part(MetricName.bytesFaults, fullest)
    return [
      Report.Cell(.integer(part(MetricName.objectsLive, fullest)), .count),
      Report.Cell(.integer(part(MetricName.objectsFaults, fullest)), .count),
      Report.Cell(.integer(bytes), .bytes),
      Report.Cell(.integer(part(MetricName.faultsFired, last)), .count),
      Report.Cell(.integer(part(MetricName.roundTrips, last)), .count),
    ]
  }
}

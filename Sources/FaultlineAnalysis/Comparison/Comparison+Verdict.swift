// What a comparison comes to as a whole: counts, a status, a document.

package import FaultlineMeasures

extension Comparison {
  /// All readings of both sides.
  package var pairs: [Pair] { trials.flatMap(\.pairs) }

  /// The gated readings that came to a verdict.
  package func pairs(_ verdict: Pair.Verdict) -> [Pair] {
    pairs.filter { $0.isGated && $0.verdict == verdict }
  }

  /// The readings that differ and only inform.
  package var informing: [Pair] {
    pairs.filter { !$0.isGated && ![.same, .notCompared].contains($0.verdict) }
  }

  /// The trials of a standing.
  package func trials(_ standing: Trial.Standing) -> [Trial] {
    trials.filter { $0.standing == standing }
  }

  /// Whether at least one reading was held against an earlier one.
  package var isAnythingCompared: Bool {
    pairs.contains { ![.new, .gone, .notCompared].contains($0.verdict) }
  }

  /// Whether accepting the later result would change a baseline, other than by another machine.
  package var isAnythingDifferent: Bool {
    trials.contains(where: \.isDifferent)
  }

  /// Whether something could not be held against what was accepted: by a death, or by another machine.
  package var isAnythingLeftOut: Bool { trials.contains(where: \.isLeftOut) }

  /// The scenarios that the later result has.
  package var presentScenarios: Set<String> {
    Set(trials.filter { $0.standing != .gone }.map(\.scenario))
  }

  /// Whether a reading is worse and counts as a regression.
  package func isAnythingWorse(acrossChanges: AcrossChanges) -> Bool {
    pairs.contains { $0.isGated && $0.verdict == .worse && acrossChanges.counts($0) }
  }

  /// The status with which a gate ends.
  ///
  /// Strictly, what is better or merely other fails as well, and so does a reading that could not be compared: a gate
  /// that lost half of what it looked at must not stay green.
  package func status(strict: Bool, acrossChanges: AcrossChanges = .fail) -> ExitStatus {
    if isAnythingWorse(acrossChanges: acrossChanges) { return .broken }
    guard isAnythingCompared else { return .nothingCompared }
    return strict && (isAnythingDifferent || isAnythingLeftOut || !loosenings.isEmpty)
      ? .broken : .held
  }

  /// The status of a gate that also knows how the later run came out.
  package func status(
    of run: RunResult, strict: Bool, acrossChanges: AcrossChanges = .fail
  ) -> ExitStatus {
    run.verdict == .held
      ? status(strict: strict, acrossChanges: acrossChanges) : ExitStatus(run.verdict)
  }

  /// The comparison as a document: counts, and every reading that is not the same.
  package var json: String { StableJSON.text(of: ComparisonRecord(self)) }
}

extension Comparison.Trial {
  /// Whether accepting it would change what gates in a baseline, other than by another machine.
  package var isDifferent: Bool {
    [.new, .gone, .workloadChanged].contains(standing)
      || pairs.contains { $0.isGated && ![.same, .tolerated, .notCompared].contains($0.verdict) }
  }

  /// Whether it, or a gated reading of it, could not be compared to the unit although both sides have it.
  package var isLeftOut: Bool {
    [.died, .nothingRead].contains(standing)
      || pairs.contains { $0.isCoarse || $0.isGated && $0.verdict == .notCompared }
  }
}

/// A comparison in a document.
private struct ComparisonRecord: Encodable {
  package var schemaVersion = 1
  package var readings: [String: Int]
  package var loosened: [String]?
  package var trials: [TrialRecord]

  package struct TrialRecord: Encodable {
    package var id: String
    package var scenario: String
    package var standing: Comparison.Trial.Standing
    package var reasons: [String]
    package var differences: [Difference]
    package var reference: String?
    package var owners: OwnersRecord?
    package var calls: [CallsRecord]?
    package var changes: [String]?
    package var formerName: String?
  }

  package struct GainRecord: Encodable {
    package var name: String
    package var base: Int
    package var head: Int
    package var change: Int
    package var way: Gain.Way

    package init(_ gain: Gain) {
      (name, base, head) = (gain.name, gain.base, gain.head)
      (change, way) = (gain.change, gain.way)
    }
  }

  package struct OwnersRecord: Encodable {
    package var checkpoint: String
    package var whole: GainRecord
    package var owners: [GainRecord]

    package init(_ gains: OwnerGains) {
      checkpoint = gains.checkpoint
      whole = GainRecord(gains.whole)
      owners = gains.owners.map(GainRecord.init)
    }
  }

  package struct CallsRecord: Encodable {
    package var share: CallGains.Share
    package var functions: [GainRecord]
  }

  package struct Difference: Encodable {
    package var checkpoint: String
    package var metric: String
    package var verdict: Comparison.Pair.Verdict
    package var base: Quantity?
    package var head: Quantity?
    package var informs: Bool?
  }

  package init(_ comparison: Comparison) {
    readings = Dictionary(
      uniqueKeysWithValues: Comparison.Pair.Verdict.allCases.map { verdict in
        (verdict.rawValue, comparison.pairs(verdict).count)
      })
    loosened =
      comparison.loosenings.isEmpty ? nil : comparison.loosenings.map(\.sentence)
    trials = comparison.trials.map { trial in
      TrialRecord(
        id: trial.id, scenario: trial.scenario, standing: trial.standing, reasons: trial.reasons,
        differences: trial.pairs.filter { $0.verdict != .same }.map { pair in
          Difference(
            checkpoint: pair.checkpoint, metric: pair.metric.name, verdict: pair.verdict,
            base: pair.base, head: pair.head, informs: pair.isGated ? nil : true)
        },
        reference: trial.reference, owners: trial.owners.map(OwnersRecord.init),
        calls: trial.calls.isEmpty
          ? nil
          : trial.calls.map { calls in
            CallsRecord(
              share: calls.share, functions: calls.difference.functions.map(GainRecord.init))
          },
        changes: trial.changes.isEmpty ? nil : trial.changes, formerName: trial.formerName)
    }
  }
}

extension Comparison.Pair.Verdict {
  /// What a difference means for a metric of this polarity.
  package init(from base: Quantity?, to head: Quantity?, _ polarity: Metric.Polarity) {
    guard let head else {
      self = .gone
      return
    }
    guard let base else {
      self = .new
      return
    }
    guard base != head else {
      self = .same
      return
    }
    switch polarity {
    case .less: self = head < base ? .better : .worse
    case .more: self = head > base ? .better : .worse
    case .neutral: self = .changed
    }
  }
}

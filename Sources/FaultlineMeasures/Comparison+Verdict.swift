// What a comparison comes to as a whole: counts, a status, a document.

extension Comparison {
  /// All readings of both sides.
  public var pairs: [Pair] { trials.flatMap(\.pairs) }

  /// The gated readings that came to a verdict.
  public func pairs(_ verdict: Pair.Verdict) -> [Pair] {
    pairs.filter { $0.isGated && $0.verdict == verdict }
  }

  /// The readings that differ and only inform.
  public var informing: [Pair] {
    pairs.filter { !$0.isGated && ![.same, .notCompared].contains($0.verdict) }
  }

  /// The trials of a standing.
  public func trials(_ standing: Trial.Standing) -> [Trial] {
    trials.filter { $0.standing == standing }
  }

  /// Whether at least one reading was held against an earlier one.
  public var isAnythingCompared: Bool {
    pairs.contains { ![.new, .gone, .notCompared].contains($0.verdict) }
  }

  /// Whether accepting the later result would change a baseline, other than by another machine.
  public var isAnythingDifferent: Bool {
    trials.contains(where: \.isDifferent)
  }

  /// Whether something could not be held against what was accepted: by a death, or by another machine.
  public var isAnythingLeftOut: Bool { trials.contains(where: \.isLeftOut) }

  /// The scenarios that the later result has.
  public var presentScenarios: Set<String> {
    Set(trials.filter { $0.standing != .gone }.map(\.scenario))
  }

  /// Whether a reading is worse and counts as a regression.
  public func isAnythingWorse(acrossChanges: AcrossChanges) -> Bool {
    pairs.contains { $0.isGated && $0.verdict == .worse && acrossChanges.counts($0) }
  }

  /// The status with which a gate ends.
  ///
  /// Strictly, what is better or merely other fails as well, and so does a reading that could not be compared: a gate
  /// that lost half of what it looked at must not stay green.
  public func status(strict: Bool, acrossChanges: AcrossChanges = .fail) -> ExitStatus {
    if isAnythingWorse(acrossChanges: acrossChanges) { return .broken }
    guard isAnythingCompared else { return .nothingCompared }
    return strict && (isAnythingDifferent || isAnythingLeftOut || !loosenings.isEmpty)
      ? .broken : .held
  }

  /// The status of a gate that also knows how the later run came out.
  public func status(
    of run: RunResult, strict: Bool, acrossChanges: AcrossChanges = .fail
  ) -> ExitStatus {
    run.verdict == .held
      ? status(strict: strict, acrossChanges: acrossChanges) : ExitStatus(run.verdict)
  }

  /// The comparison as a document: counts, and every reading that is not the same.
  public var json: String { StableJSON.text(of: ComparisonRecord(self)) }
}

extension Comparison.Trial {
  /// Whether accepting it would change what gates in a baseline, other than by another machine.
  public var isDifferent: Bool {
    [.new, .gone, .workloadChanged].contains(standing)
      || pairs.contains { $0.isGated && ![.same, .tolerated, .notCompared].contains($0.verdict) }
  }

  /// Whether it, or a gated reading of it, could not be compared to the unit although both sides have it.
  public var isLeftOut: Bool {
    [.died, .nothingRead].contains(standing)
      || pairs.contains { $0.isCoarse || $0.isGated && $0.verdict == .notCompared }
  }
}

/// A comparison in a document.
private struct ComparisonRecord: Encodable {
  var schemaVersion = 1
  var readings: [String: Int]
  var loosened: [String]?
  var trials: [TrialRecord]

  struct TrialRecord: Encodable {
    var id: String
    var scenario: String
    var standing: Comparison.Trial.Standing
    var reasons: [String]
    var differences: [Difference]
    var reference: String?
    var owners: OwnersRecord?
    var calls: [CallsRecord]?
    var changes: [String]?
    var formerName: String?
  }

  struct GainRecord: Encodable {
    var name: String
    var base: Int
    var head: Int
    var change: Int
    var way: Gain.Way

    init(_ gain: Gain) {
      (name, base, head) = (gain.name, gain.base, gain.head)
      (change, way) = (gain.change, gain.way)
    }
  }

  struct OwnersRecord: Encodable {
    var checkpoint: String
    var whole: GainRecord
    var owners: [GainRecord]

    init(_ gains: OwnerGains) {
      checkpoint = gains.checkpoint
      whole = GainRecord(gains.whole)
      owners = gains.owners.map(GainRecord.init)
    }
  }

  struct CallsRecord: Encodable {
    var share: CallGains.Share
    var functions: [GainRecord]
  }

  struct Difference: Encodable {
    var checkpoint: String
    var metric: String
    var verdict: Comparison.Pair.Verdict
    var base: Quantity?
    var head: Quantity?
    var informs: Bool?
  }

  init(_ comparison: Comparison) {
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

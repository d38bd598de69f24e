// A baseline as JSON: sets of trials, and of each checkpoint what gates and what informs.

extension Baseline: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, baseline, file, sets
  }

  /// Reads a baseline, also one of a former format.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(Int.self, forKey: .schemaVersion) >= 3 else {
      self = try FormerBaseline(from: decoder).current
      return
    }
    scenario = try container.decode(String.self, forKey: .baseline)
    file = try container.decodeIfPresent(String.self, forKey: .file)
    let name = scenario
    sets = try container.decode([SetRecord].self, forKey: .sets).map { $0.set(of: name) }
  }

  /// Writes the current format.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.currentSchemaVersion, forKey: .schemaVersion)
    try container.encode(scenario, forKey: .baseline)
    try container.encodeIfPresent(file, forKey: .file)
    try container.encode(sets.map(SetRecord.init), forKey: .sets)
  }
}

/// How something was measured, in a document.
private struct ProvenanceRecord: Codable {
  var expectations: [String]?
  var facts: KeyFacts?
  var profile: String?
  var steps: String?
  var workload: [String: Setting.Value]?

  init(_ provenance: Provenance) {
    expectations = provenance.expectations
    facts = provenance.facts
    profile = provenance.profile
    steps = provenance.steps?.joined(separator: " ")
    workload = provenance.workload.isEmpty ? nil : Setting.byName(provenance.workload)
  }

  package var provenance: Provenance {
    var provenance = Provenance(facts: facts)
    provenance.expectations = expectations
    provenance.profile = profile
    provenance.steps = steps.map { $0.split(separator: " ").map(String.init) }
    provenance.workload = workload.map(Setting.sorted) ?? []
    return provenance
  }
}

/// A set in a document; a trial that was measured otherwise than most says so itself.
private struct SetRecord: Codable {
  var measured: ProvenanceRecord
  var size: RunSize
  var trials: [TrialRecord]

  init(_ set: AcceptedSet) {
    let common = set.provenance ?? Provenance(facts: nil)
    measured = ProvenanceRecord(common)
    size = set.size ?? .quick
    trials = set.trials.map { TrialRecord($0, unless: common) }
  }

  func set(of scenario: String) -> AcceptedSet {
    let common = measured.provenance
    return AcceptedSet(size: size, trials: trials.map { $0.trial(of: scenario, common) })
  }
}

/// A trial in a document.
private struct TrialRecord: Codable {
  var axes: [Setting]?
  var checkpoints: [KeptCheckpoint]
  var id: String
  var measured: ProvenanceRecord?
  var settings: [String: Setting.Value]
  var sizes: [Setting]?
  var store: String?
  var variant: String

  init(_ accepted: AcceptedTrial, unless common: Provenance) {
    let trial = accepted.trial
    id = trial.id
    variant = trial.variant
    axes = trial.key.axes.isEmpty ? nil : trial.key.axes
    sizes = trial.key.sizes.isEmpty ? nil : trial.key.sizes
    store = trial.store
    settings = Setting.byName(trial.settings)
    measured = accepted.provenance == common ? nil : ProvenanceRecord(accepted.provenance)
    checkpoints = (trial.samples.first?.checkpoints ?? []).map { checkpoint in
      KeptCheckpoint(
        checkpoint, gating: accepted.gating?[checkpoint.name] ?? [],
        owners: accepted.owners.filter { $0.checkpoint == checkpoint.name })
    }
  }

  func trial(of scenario: String, _ common: Provenance) -> AcceptedTrial {
    var key = TrialKey(scenario: scenario, variant: variant, store: store)
    key.axes = axes ?? []
    key.sizes = sizes ?? []
    let sample = Sample(pass: 1, checkpoints: checkpoints.map(\.checkpoint))
    return AcceptedTrial(
      TrialResult(
        key, settings: Setting.sorted(settings), samples: [ReadingOrder([]).sorted(sample)]),
      gating: Dictionary(
        checkpoints.compactMap { kept in kept.gates.map { (kept.at, Set($0.keys)) } },
        uniquingKeysWith: { first, _ in first }),
      owners: checkpoints.flatMap(\.ownedTotals),
      provenance: measured?.provenance ?? common)
  }
}

/// A checkpoint in a document.
private struct KeptCheckpoint: Codable {
  var at: String
  /// What gates.
  var gates: [String: Quantity]?
  /// What informs and does not gate.
  var informs: [String: Quantity]?
  /// The owners of totals that gate.
  var owners: [String: [String: Int]]?
  /// Only ever true.
  var partial: Bool?

  init(_ checkpoint: Checkpoint, gating: Set<String>, owners totals: [OwnedTotal]) {
    at = checkpoint.name
    partial = checkpoint.isPartial ? true : nil
    func readings(_ isWanted: (String) -> Bool) -> [String: Quantity]? {
      let wanted = checkpoint.readings.filter { isWanted($0.metric) }
      return wanted.isEmpty
        ? nil
        : Dictionary(
          wanted.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
    }
    gates = readings(gating.contains)
    informs = readings { !gating.contains($0) }
    owners =
      totals.isEmpty
      ? nil
      : Dictionary(totals.map { ($0.metric, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }

  var checkpoint: Checkpoint {
    let readings = [gates, informs].compactMap(\.self).flatMap(\.self)
      .map { Reading(metric: $0.key, quantity: $0.value) }
    return Checkpoint(name: at, readings: readings, isPartial: partial ?? false)
  }

  var ownedTotals: [OwnedTotal] {
    (owners ?? [:]).sorted { $0.key < $1.key }
      .map { OwnedTotal(checkpoint: at, metric: $0.key, parts: $0.value) }
  }
}

extension Setting {
  /// Settings by their names.
  package static func byName(_ settings: [Setting]) -> [String: Value] {
    Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Settings in the order of their names.
  static func sorted(_ settings: [String: Value]) -> [Setting] {
    settings.sorted { $0.key < $1.key }.map { Setting(name: $0.key, value: $0.value) }
  }
}

/// Lays out a baseline so that a change of one checkpoint is a change of one or two lines.
enum BaselineLayout {
  /// The keys whose values are written in one line.
  private static let inline: [StaticString] = [
    "gates", "informs", "owners", "settings", "axes", "sizes",
  ]

  static func text(of baseline: Baseline) -> String {
    var line = StableJSON.line(of: baseline)
    return line.withUTF8 { bytes in
      var text: [UInt8] = []
      append(UnsafeRawBufferPointer(bytes), to: &text)
      return String(decoding: text, as: UTF8.self)
    }
  }

  private static func append(_ line: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    var cursor = JSONCursor(line)
    // What the encoder has written can be passed.
    try? value(&cursor, line, 0, &text)
    text.append(0x0A)
  }

  private static func value(
    _ cursor: inout JSONCursor, _ line: UnsafeRawBufferPointer, _ level: Int,
    _ text: inout [UInt8]
  ) throws(JSONCursor.Failure) {
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      try cursor.object { cursor, key throws(JSONCursor.Failure) in
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine(&text, level + 1)
        text.append(UInt8(ascii: "\""))
        key.append(to: &text)
        text.append(contentsOf: "\" : ".utf8)
        if inline.contains(where: { key.isWord($0) }) {
          appendInline(UnsafeRawBufferPointer(rebasing: line[try cursor.skip()]), to: &text)
        } else {
          try value(&cursor, line, level + 1, &text)
        }
      }
      if !isFirst { breakLine(&text, level) }
      text.append(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      text.append(UInt8(ascii: "["))
      var isFirst = true
      try cursor.array { cursor throws(JSONCursor.Failure) in
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine(&text, level + 1)
        try value(&cursor, line, level + 1, &text)
      }
      if !isFirst { breakLine(&text, level) }
      text.append(UInt8(ascii: "]"))
    default:
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[try cursor.skip()]))
    }
  }

  private static func breakLine(_ text: inout [UInt8], _ level: Int) {
    text.append(0x0A)
    text.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  /// Appends a value in one line, with spaces between its parts.
  private static func appendInline(_ value: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    var isInText = false
    var isEscaped = false
    for byte in value {
      if isInText {
        text.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: ","): text.append(contentsOf: ", ".utf8)
      case UInt8(ascii: ":"): text.append(contentsOf: " : ".utf8)
      case UInt8(ascii: "{"): text.append(contentsOf: "{ ".utf8)
      case UInt8(ascii: "}"): text.append(contentsOf: " }".utf8)
      default:
        isInText = byte == UInt8(ascii: "\"")
        text.append(byte)
      }
    }
  }
}

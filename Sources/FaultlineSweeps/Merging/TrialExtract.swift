// What judging needs of a trial, taken out of its line: a handful of readings, of some thousands.

import FaultlineMeasures

/// The readings that are asked for.
struct WantedReadings {
  private let names: [UInt64: String]

  init(_ names: Set<String>) {
    self.names = Dictionary(
      names.map { (JSONCursor.hash($0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func name(_ key: JSONCursor.Key) -> String? {
    guard let name = names[key.hash], key.isText(name) else { return nil }
    return name
  }
}

/// A trial as far as it is judged.
struct TrialExtract {
  /// Whether all of its passes read the same, so that one stands for them.
  private(set) var isIdentical = false
  private(set) var passes = 0
  private(set) var death: Death?
  private(set) var checkpoints: [Checkpoint] = []

  init(_ file: TrialFile, _ wanted: WantedReadings) throws(JSONCursor.Failure) {
    try self.init(file.bytes, at: file.trial.lowerBound, wanted)
  }

  init(
    _ bytes: [UInt8], at start: Int, _ wanted: WantedReadings
  ) throws(JSONCursor.Failure) {
    let result = bytes.withUnsafeBytes { bytes -> Result<TrialExtract, JSONCursor.Failure> in
      Result { () throws(JSONCursor.Failure) in
        var extract = TrialExtract()
        try extract.take(JSONCursor(bytes, at: start), wanted)
        return extract
      }
    }
    self = try result.get()
  }

  private init() {}

  private mutating func take(
    _ trial: JSONCursor, _ wanted: WantedReadings
  ) throws(JSONCursor.Failure) {
    var extract = self
    var cursor = trial
    try cursor.object { cursor, key throws(JSONCursor.Failure) in
      if key.isWord("checkpoints") {
        extract.checkpoints = try Self.checkpoints(&cursor, wanted)
      } else if key.isWord("identical") {
        extract.isIdentical = try cursor.truth()
      } else if key.isWord("passes") {
        extract.passes = try cursor.whole(in: 0...Sample.mostPasses)
      } else if key.isWord("death") {
        let range = try cursor.skip()
        extract.death = StableJSON.value(Death.self, cursor.bytes, range)
      } else {
        try cursor.skip()
      }
    }
    self = extract
  }

  /// Checkpoints with the readings that are wanted, also for what stands in a machine file.
  static func checkpoints(
    _ cursor: inout JSONCursor, _ wanted: WantedReadings
  ) throws(JSONCursor.Failure) -> [Checkpoint] {
    var checkpoints: [Checkpoint] = []
    try cursor.array { cursor throws(JSONCursor.Failure) in
      var checkpoint = Checkpoint(name: "", readings: [])
      try cursor.object { cursor, key throws(JSONCursor.Failure) in
        if key.isWord("name") {
          checkpoint.name = try cursor.string()
        } else if key.isWord("readings") {
          try cursor.object { cursor, key throws(JSONCursor.Failure) in
            if let name = wanted.name(key) {
              checkpoint.readings.append(Reading(metric: name, quantity: try cursor.quantity()))
            } else {
              try cursor.skip()
            }
          }
        } else if key.isWord("origin") {
          let range = try cursor.skip()
          checkpoint.origin = StableJSON.value(CheckpointOrigin.self, cursor.bytes, range)
        } else {
          try cursor.skip()
        }
      }
      // A document leaves out the origin that says no more than the name.
      checkpoint.origin =
        checkpoint.origin ?? CheckpointOrigin(template: checkpoint.name, rounds: [])
      checkpoints.append(checkpoint)
    }
    return checkpoints
  }

  /// The trial as a judge sees it: all passes are the same, so they share their readings.
  func result(_ trial: TrialKey) -> TrialResult {
    let sample = Sample(pass: 1, checkpoints: checkpoints)
    return TrialResult(
      trial, samples: Array(repeating: sample, count: passes), death: death)
  }
}

// Readings that only inform stand beside a trial's file, and come back where an expectation asks for them.
extension TrialResult {
  /// Adds readings of some metrics, pass by pass.
  mutating func add(_ metrics: Set<String>, from passes: [Sample]) {
    for place in samples.indices where place < passes.count {
      samples[place].checkpoints = samples[place].checkpoints.map { checkpoint in
        var checkpoint = checkpoint
        checkpoint.readings += (passes[place][checkpoint.name]?.readings ?? [])
          .filter { metrics.contains($0.metric) }
        return checkpoint
      }
    }
  }
}

// Payloads of MetricKit: JSON with texts for people in it, in the language of their telephone.

import Foundation

/// Reads payloads: one, a list of them, or one a line.
struct MetricReader {
  private var bytes: [UInt8] = []
  private let file: Int
  /// Whether there was more than can be a payload, of which nothing can be read then.
  private(set) var isTooLong = false
  /// A payload has some kilobytes.
  private static let longest = 64 << 20

  init(file: Int) { self.file = file }

  mutating func take(_ piece: UnsafeRawBufferPointer) {
    if bytes.count + piece.count <= Self.longest {
      bytes.append(contentsOf: piece)
    } else {
      isTooLong = true
    }
  }

  func finish(into recording: RecordingBuilder) {
    if let whole = Self.json(bytes[...]) {
      take(whole, line: 1, recording)
      return
    }
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      if let payload = Self.json(line) {
        take(payload, line: number + 1, recording)
      } else {
        recording.count(.notUnderstood, in: file)
        recording.refuse(line: number + 1, "no JSON", in: file)
      }
    }
  }

  private static func json(_ bytes: ArraySlice<UInt8>) -> Any? {
    let plain = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    return try? JSONSerialization.jsonObject(with: Data(plain))
  }

  private func take(_ value: Any, line: Int, _ recording: RecordingBuilder) {
    if let list = value as? [Any] {
      for (place, one) in list.enumerated() { take(one, line: line + place, recording) }
      return
    }
    guard let payload = value as? [String: Any] else {
      recording.count(.notUnderstood, in: file)
      recording.refuse(line: line, "no object", in: file)
      return
    }
    guard let facts = Self.facts(payload) else {
      recording.count(.unrelated, in: file)
      return
    }
    recording.count(.understood, in: file)
    recording.add(facts)
  }

  /// What a payload says of memory; nil where it says nothing.
  static func facts(_ payload: [String: Any]) -> MetricFacts? {
    let memory = payload["memoryMetrics"] as? [String: Any]
    let exits = payload["applicationExitMetrics"] as? [String: Any]
    guard memory != nil || exits != nil else { return nil }
    var facts = MetricFacts()
    facts.begins = payload["timeStampBegin"] as? String
    facts.ends = payload["timeStampEnd"] as? String
    facts.peakBytes = bytes(memory?["peakMemoryUsage"], &facts)
    if let suspended = memory?["averageSuspendedMemory"] as? [String: Any] {
      facts.suspendedBytes = bytes(suspended["averageValue"], &facts)
      facts.suspendedSamples = whole(suspended["sampleCount"])
      facts.suspendedDeviation = (suspended["standardDeviation"] as? NSNumber)?.doubleValue
    }
    facts.isSimulated = facts.suspendedDeviation == 0 && facts.suspendedSamples == 500
    for part in ["backgroundExitData", "foregroundExitData"] {
      let counts = exits?[part] as? [String: Any] ?? [:]
      facts.pressureExits += whole(counts["cumulativeMemoryPressureExitCount"]) ?? 0
      facts.limitExits += whole(counts["cumulativeMemoryResourceLimitExitCount"]) ?? 0
    }
    return facts
  }

  private static func whole(_ value: Any?) -> Int? {
    guard let number = value as? NSNumber else { return nil }
    let double = number.doubleValue
    return double >= 0 && double < 1e15 ? Int(double) : nil
  }

  private static func bytes(_ value: Any?, _ facts: inout MetricFacts) -> Int? {
    guard let text = value as? String else { return nil }
    if let bytes = MetricSize.bytes(text) { return bytes }
    facts.refused.append(String(text.prefix(80)))
    return nil
  }
}

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

/// Reads `"1,106,818千字节"` and `"200.5 MB"`.
enum MetricSize {
  /// Units in lower case and their bytes; MetricKit counts in 1,000.
  private static let units: [String: Double] = [
    "b": 1, "byte": 1, "bytes": 1, "字节": 1, "位元組": 1, "バイト": 1, "바이트": 1, "octets": 1, "octet": 1,
    "o": 1,
    "байт": 1, "б": 1,
    "kb": 1e3, "千字节": 1e3, "千位元組": 1e3, "キロバイト": 1e3, "킬로바이트": 1e3, "ko": 1e3, "кб": 1e3,
    "kilobytes": 1e3,
    "kilobyte": 1e3,
    "mb": 1e6, "兆字节": 1e6, "百萬位元組": 1e6, "メガバイト": 1e6, "메가바이트": 1e6, "mo": 1e6, "мб": 1e6,
    "megabytes": 1e6,
    "megabyte": 1e6,
    "gb": 1e9, "吉字节": 1e9, "十億位元組": 1e9, "ギガバイト": 1e9, "기가바이트": 1e9, "go": 1e9, "гб": 1e9,
    "gigabytes": 1e9,
    "gigabyte": 1e9,
  ]

  /// The bytes of a text, or nil where its unit is not known or its number can be read in two ways.
  static func bytes(_ text: String) -> Int? {
    let text = text.trimmed
    guard text.unicodeScalars.count < 100,
      let first = text.first(where: isDigit), text.first == first,
      let last = text.lastIndex(where: isDigit)
    else { return nil }
    let unit = String(text[text.index(after: last)...]).trimmed.lowercased()
    guard let factor = units[unit], let number = number(text[...last]) else { return nil }
    let bytes = number * factor
    return bytes < 1e15 ? Int(bytes.rounded()) : nil
  }

  /// A digit of any script; signs such as that for a thousand have a value as well, and belong to units.
  private static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1
      && character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
  }

  /// A number with signs between its digits: those between groups of three part them, a last other one is the point.
  private static func number(_ text: Substring) -> Double? {
    var groups: [String] = [""]
    var signs: [Character] = []
    for character in text {
      if isDigit(character), let digit = character.wholeNumberValue {
        groups[groups.count - 1] += "\(digit)"
      } else {
        signs.append(character)
        groups.append("")
      }
    }
    guard groups.allSatisfy({ !$0.isEmpty }) else { return nil }
    if signs.isEmpty { return Double(groups[0]) }
    let inner = groups.dropFirst().dropLast()
    guard inner.allSatisfy({ $0.count == 3 }), groups[0].count <= 3 || signs.count == 1 else {
      return nil
    }
    let isLastDifferent = signs.count > 1 && signs[signs.count - 1] != signs[0]
    let fraction = groups[groups.count - 1]
    if fraction.count == 3, !isLastDifferent, groups[0].count <= 3 {
      return Double(groups.joined())
    }
    guard isLastDifferent || signs.count == 1 else { return nil }
    return Double(groups.dropLast().joined() + "." + fraction)
  }
}

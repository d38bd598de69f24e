// The numbers of a document, checked before anything computes with them.

/// Checks that every number of a JSON document is one that counting and measuring can come to.
///
/// A whole number is at most 2⁵³, and all of them together at most 2⁶², so that no sum or difference of them overflows.
/// What a user has chosen is free: the values of settings, the limits of expectations, and tolerances.
package enum DocumentNumbers {
  /// The greatest whole number of a document; JSON's readers agree on none that is greater.
  package static let most = 1 << 53
  /// The greatest sum of all of them.
  private static let mostTogether = 1 << 62
  /// The most lists and objects within each other.
  private static let mostLevels = 400

  /// The keys of numbers that a user has chosen.
  private static let chosen: [StaticString] = ["value", "absolute", "relative", "range"]
  /// The keys of objects whose members all are chosen.
  private static let chosenObjects: [StaticString] = ["settings", "workload"]

  /// The first problem with a number; nil where there is none.
  ///
  /// A text that is no JSON is left to its reader.
  package static func problem(in bytes: UnsafeRawBufferPointer) -> String? {
    var walk = Walk(bytes: bytes)
    return walk.problem()
  }

  private struct Level {
    let isObject: Bool
    /// The key of the list or object itself.
    let name: Range<Int>?
    /// Whether everything in it is chosen.
    let isChosen: Bool
    /// The key of the value that comes next.
    var key: Range<Int>?
  }

  private struct Walk {
    let bytes: UnsafeRawBufferPointer
    private var place = 0
    private var levels: [Level] = []
    private var sum = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func problem() -> String? {
      var last: Range<Int>?
      while place < bytes.count {
        switch bytes[place] {
        case UInt8(ascii: "\""): last = text()
        case UInt8(ascii: ":"):
          if !levels.isEmpty { levels[levels.count - 1].key = last }
          place += 1
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          guard levels.count < mostLevels else { return "it has too many levels" }
          let isObject = bytes[place] == UInt8(ascii: "{")
          levels.append(
            Level(
              isObject: isObject, name: name,
              isChosen: isChosen || name.map { isWord($0, among: chosenObjects) } == true))
          place += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          _ = levels.popLast()
          place += 1
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          if let problem = number() { return problem }
        default: place += 1
        }
      }
      return nil
    }

    /// The key of what comes next: that of the list around it, where it is in one.
    private var name: Range<Int>? {
      levels.last.flatMap { $0.isObject ? $0.key : $0.name }
    }

    private mutating func text() -> Range<Int> {
      place += 1
      let start = place
      while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      let end = min(place, bytes.count)
      place = end + 1
      return start..<end
    }

    private mutating func number() -> String? {
      let start = place
      while place < bytes.count, Self.isOfNumber(bytes[place]) { place += 1 }
      let isShort = place - start < 16 && !bytes[start..<place].contains(where: Self.isOfFraction)
      guard isShort else { return check(words(start..<place)) }
      // Most numbers are short, and of these a document may have a million.
      var whole = 0
      for byte in bytes[start..<place] where byte != UInt8(ascii: "-") {
        whole = whole * 10 + Int(byte & 0x0F)
      }
      return add(whole)
    }

    private mutating func check(_ text: String) -> String? {
      guard !isChosen else { return nil }
      if let whole = Int(text) {
        return whole.magnitude <= most ? add(Int(whole.magnitude)) : refusal(text)
      }
      guard let real = Double(text), real.isFinite else { return refusal(text) }
      // With a fraction it is no count; what is whole can be read as one, however it is written.
      guard real.magnitude <= Double(most) else { return refusal(text) }
      return add(Int(real.magnitude))
    }

    private mutating func add(_ whole: Int) -> String? {
      guard !isChosen else { return nil }
      let (total, isTooMuch) = sum.addingReportingOverflow(whole)
      guard !isTooMuch, total <= mostTogether else {
        return "its numbers add up to more than any run can come to"
      }
      sum = total
      return nil
    }

    private var isChosen: Bool {
      guard let last = levels.last else { return false }
      return last.isChosen || name.map { isWord($0, among: chosen) } == true
    }

    private func isWord(_ range: Range<Int>, among words: [StaticString]) -> Bool {
      words.contains { word in
        word.utf8CodeUnitCount == range.count
          && bytes[range].elementsEqual(
            UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
      }
    }

    private func refusal(_ text: String) -> String {
      let place = name.map { " of '\(words($0))'" } ?? ""
      return
        "the number \(text.prefix(24))\(place) is out of range: \(-most) to \(most) are possible"
    }

    private func words(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self)
    }

    private static func isOfFraction(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || isOfFraction(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }
  }
}

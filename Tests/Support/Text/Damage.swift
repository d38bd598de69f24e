// Files that are damaged by chance, as a disk, an editor or an attacker would change them.

/// Changes bytes and lines of a file at random.
public struct Damage: Sendable {
  /// Texts that are put in.
  private let tokens: [String]
  /// Files whose lines are put in.
  private let others: [String]

  /// Makes damages with these texts and lines.
  public init(tokens: [String], others: [String] = []) {
    self.tokens = tokens
    self.others = others
  }

  /// Returns the bytes with one to `most` changes to bytes or to lines.
  public func applied(
    to bytes: [UInt8], most: Int = 6, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...most, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where place < bytes.count:
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(contentsOf: token(&random), at: place)
      case 4: bytes.replaceSubrange(place..<end, with: token(&random))
      default: bytes = withLinesMoved(bytes, &random)
      }
    }
    return bytes
  }

  private func token(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    Array((tokens.randomElement(using: &random) ?? "").utf8)
  }

  /// Lines doubled, dropped, swapped, indented, or taken from another file.
  private func withLinesMoved(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator)
    -> [UInt8]
  {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
    let one = Int.random(in: lines.indices, using: &random)
    let other = Int.random(in: lines.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines.insert(lines[one], at: other)
    case 1: lines.remove(at: one)
    case 2: lines.swapAt(one, other)
    case 3: lines[one] = Array("  ".utf8) + lines[one]
    default:
      let strange = (others.randomElement(using: &random) ?? "").split(separator: "\n")
      lines.insert(Array((strange.randomElement(using: &random) ?? "").utf8), at: other)
    }
    return Array(lines.joined(separator: [10]))
  }
}

/// What a damaged scenario has in the place of something else: signs of YAML, and words of the language.
public let scenarioTokens = [
  "0", "-1", "1e18", "9223372036854775808", "0.5", "true", "no", "~", "''", "\"", "'", "{", "}",
  "[",
  "]", ": ", "- ", "&a ", "*a", "<<: ", "!t ", "|", ">", "#", "\t", "\n", "\u{0}", "é", "\u{202E}",
  "faultline: 1\n", "steps:\n", "{index}", "rows", "all", "random(1, 6)", "pick(Employee)",
  "growth(a, b)", "every: 2\n", "expect: 1 == 1\n", "matrix: {pool: [true, false]}\n", "1 / 0",
  "((((",
]

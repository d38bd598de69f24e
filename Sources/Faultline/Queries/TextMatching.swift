// How text is compared, wherever a question is answered: in memory, and in functions that SQLite calls.

import Foundation
import Synchronization

/// The comparisons of text, with one meaning for all stores.
package enum TextMatching {
  /// Text without what a comparison overlooks.
  package static func folded(_ text: String, _ options: TextOptions) -> String {
    guard !options.isEmpty else { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return options.contains(.caseInsensitive) ? text.lowercased() : text
    }
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return text.folding(options: folding, locale: nil)
  }

  /// Byte by byte, as SQLite compares.
  static func compare(_ one: String, _ two: String) -> Int {
    var (one, two) = (one, two)
    return one.withUTF8 { one in
      two.withUTF8 { two in
        let count = min(one.count, two.count)
        if count > 0, let left = one.baseAddress, let right = two.baseAddress {
          let order = memcmp(left, right, count)
          if order != 0 { return order < 0 ? -1 : 1 }
        }
        return one.count < two.count ? -1 : one.count == two.count ? 0 : 1
      }
    }
  }

  /// Whether a relation that looks into text holds; everything contains, begins and ends with no text.
  package static func holds(
    _ relation: Relation, _ text: String, _ pattern: String, _ options: TextOptions
  ) throws(GraphError) -> Bool {
    switch relation {
    case .contains: contains(folded(text, options), folded(pattern, options))
    case .beginsWith: folded(text, options).utf8.starts(with: folded(pattern, options).utf8)
    case .endsWith:
      folded(text, options).utf8.reversed().starts(with: folded(pattern, options).utf8.reversed())
    case .like: isLike(folded(text, options), folded(pattern, options))
    case .matches: try matches(text, pattern, options)
    default: false
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    var (text, part) = (text, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let needle = part.baseAddress, let first = part.first else { return true }
        guard let start = text.baseAddress else { return false }
        var place = 0
        while place + part.count <= text.count {
          guard let hit = memchr(start + place, CInt(first), text.count - part.count - place + 1)
          else { return false }
          if memcmp(hit, needle, part.count) == 0 { return true }
          place = UnsafeRawPointer(hit) - UnsafeRawPointer(start) + 1
        }
        return false
      }
    }
  }

  /// `*` for any characters, `?` for one; a backslash takes the meaning of the next.
  ///
  /// Only the last `*` is ever tried again, so the time is at most the product of both lengths.
  private static func isLike(_ text: String, _ pattern: String) -> Bool {
    let text = Array(text)
    let wanted = wildcards(pattern)
    var (place, next) = (0, 0)
    var star: (next: Int, place: Int)?
    while place < text.count {
      if next < wanted.count, wanted[next] == .many {
        star = (next + 1, place)
        next += 1
      } else if next < wanted.count, wanted[next].fits(text[place]) {
        place += 1
        next += 1
      } else if let last = star {
        star = (last.next, last.place + 1)
        (next, place) = (last.next, last.place + 1)
      } else {
        return false
      }
    }
    return wanted[next...].allSatisfy { $0 == .many }
  }

  private enum Wildcard: Equatable {
    case many, one
    case character(Character)

    func fits(_ character: Character) -> Bool {
      switch self {
      case .many: false
      case .one: true
      case .character(let wanted): wanted == character
      }
    }
  }

  private static func wildcards(_ pattern: String) -> [Wildcard] {
    var wanted: [Wildcard] = []
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        wanted.append(.character(character))
        isEscaped = false
      } else {
        switch character {
        case "*": if wanted.last != .many { wanted.append(.many) }
        case "?": wanted.append(.one)
        case "\\": isEscaped = true
        default: wanted.append(.character(character))
        }
      }
    }
    return isEscaped ? wanted + [.character("\\")] : wanted
  }

  // MARK: - Regular expressions

  private struct Expressions {
    /// Beyond so many, all are forgotten: no real program has more that matter.
    static let most = 64
    var known: [String: NSRegularExpression] = [:]
  }

  private static let expressions = Mutex(Expressions())

  /// How often an expression may report that it is still trying: some ten million steps.
  ///
  /// Patterns such as `(a+)+` try every way to part a text, which are twice as many with each character.
  private static let mostReports = 1_000

  /// A pattern as it is compiled, or nil if it is none.
  static func expression(_ pattern: String, _ options: TextOptions) -> NSRegularExpression? {
    let options = options.intersection(.caseInsensitive)
    let key = "\(options.rawValue)\(pattern)"
    if let known = expressions.withLock({ $0.known[key] }) { return known }
    // The whole text must match, so the pattern is bound to both ends; it must be whole by itself for that.
    let bound = "\\A(?:\(pattern))\\z"
    guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil,
      let made = try? NSRegularExpression(
        pattern: bound, options: options.isEmpty ? [] : [.caseInsensitive])
    else { return nil }
    expressions.withLock { expressions in
      if expressions.known.count >= Expressions.most { expressions.known = [:] }
      expressions.known[key] = made
    }
    return made
  }

  private static func matches(
    _ text: String, _ pattern: String, _ options: TextOptions
  ) throws(GraphError) -> Bool {
    let isPlain = options.contains(.diacriticInsensitive)
    let pattern = isPlain ? folded(pattern, .diacriticInsensitive) : pattern
    let text = isPlain ? folded(text, .diacriticInsensitive) : text
    guard let expression = expression(pattern, options) else {
      throw GraphError(
        .unsupportedRequest, "'\(pattern)' is no regular expression; mend the pattern.")
    }
    var isMatch = false
    var reports = 0
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
    ) { match, _, stop in
      isMatch = isMatch || match != nil
      reports += 1
      if isMatch || reports > mostReports { stop.pointee = true }
    }
    guard isMatch || reports <= mostReports else {
      throw GraphError(
        .unsupportedRequest,
        "The pattern '\(pattern)' tries too many ways to match one text; repeat no part that repeats itself."
      )
    }
    return isMatch
  }
}

// The order in which people sort text, the same on every machine.
extension TextMatching {
  /// Below zero, zero or above: by letters first, then by accents, then by case; numbers by what they are worth.
  package static func localizedOrder(_ one: String, _ two: String) -> Int {
    for options: TextOptions in [[.caseInsensitive, .diacriticInsensitive], .caseInsensitive] {
      let order = orderByWorth(folded(one, options), folded(two, options))
      if order != 0 { return order }
    }
    return compare(one, two)
  }

  private static func orderByWorth(_ one: String, _ two: String) -> Int {
    var (left, right) = (Array(one.utf8)[...], Array(two.utf8)[...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (number, other) = (takeNumber(&left), takeNumber(&right))
        if number.count != other.count { return number.count < other.count ? -1 : 1 }
        if number != other { return number.lexicographicallyPrecedes(other) ? -1 : 1 }
      } else if first != second {
        return first < second ? -1 : 1
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.isEmpty ? (right.isEmpty ? 0 : -1) : 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The digits at the front, without zeros that add nothing.
  private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}

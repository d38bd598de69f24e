// Generators that choose: among words, and among days.

import FaultlineMeasures
import Faultline
import Foundation

/// One of some words or numbers.
struct PickGenerator: Generator {
  static let name = "pick"
  static let usage = "pick(this, that, …), or pick(Entity) and pick(name) for a to-one relationship"
  static let meaning =
    "One of the words; for a to-one relationship, one of the objects of an entity under 'data', or of a name."
  static let example = "pick(red, green, blue)"
  static let types = Generators.numbers + [.string]
  static let takesWords = true

  private let choices: [Value]

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    guard arguments.count > 0 else {
      throw FormulaError(.wrongKind, "pick() needs something to pick")
    }
    choices = arguments.words.map { word in
      guard let number = NumberLiteral(word) else { return .text(word) }
      return FormulaValue.number(number.value).whole.map { .integer($0) }
        ?? .double(number.value.double)
    }
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    choices[Int.random(in: choices.indices, using: &source.dice)]
  }
}

/// Moments between two days.
struct DateGenerator: Generator {
  static let name = "date"
  static let usage = "date(2020-01-01, 2024-12-31)"
  static let meaning = "Whole seconds from the beginning of one day to the end of another, in UTC."
  static let example = "date(2020-01-01, 2024-12-31)"
  static let types: [AttributeType] = [.date]
  static let takesWords = true

  private let seconds: ClosedRange<Int>

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(2...2)
    guard let first = Self.day(arguments.words[0]) else {
      throw arguments.wrong(0, "a day such as 2020-01-01")
    }
    guard let last = Self.day(arguments.words[1]), last >= first else {
      throw arguments.wrong(1, "a day such as 2024-12-31, not before the first,")
    }
    seconds = first...last + 86_399
  }

  /// The beginning of a day, in seconds since 2001; nil for what is no day.
  static func day(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let wanted = DateComponents(year: year, month: month, day: day)
    guard let date = calendar.date(from: wanted),
      calendar.dateComponents([.year, .month, .day], from: date) == wanted
    else { return nil }
    return Int(date.timeIntervalSinceReferenceDate)
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    .date(
      Date(
        timeIntervalSinceReferenceDate: Double(Int.random(in: seconds, using: &source.dice))))
  }
}

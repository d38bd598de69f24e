// What became of an expectation, and where in the scenario it stands.

/// A place in a scenario's text.
public struct SourcePlace: Sendable, Codable, Hashable {
  /// The file as the user named it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// Points into a file.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place as editors understand it.
  public var description: String { "\(file):\(line):\(column)" }
}

/// The answer to one expectation, for one variant or for the whole scenario.
public struct Judgement: Sendable, Codable, Hashable {
  /// The expectation as it was written.
  public var that: String
  /// Why the author expects it.
  public var because: String?
  /// Where it is written.
  public var place: SourcePlace
  /// The variant it is about; nil when it is about the whole scenario.
  public var variant: String?
  /// Whether it held.
  public var outcome: Outcome
  /// What was found, such as `objects.live@end was 400, expected 0`.
  public var detail: String

  /// The answers there are; an expectation about a trial that died is unanswered.
  public enum Outcome: String, Sendable, Codable, Hashable, CaseIterable {
    case held, broken, unanswered
  }

  /// Records an answer.
  public init(
    that: String, because: String? = nil, place: SourcePlace, variant: String? = nil,
    outcome: Outcome, detail: String
  ) {
    self.that = that
    self.because = because
    self.place = place
    self.variant = variant
    self.outcome = outcome
    self.detail = detail
  }
}

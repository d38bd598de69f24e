// What a trial's process sends to the one that started it: one JSON object a line.

package import FaultlineMeasures
package import FaultlineReplay
import Foundation

/// One line from a trial.
package enum WireMessage: Sendable {
  /// A measured pass.
  case sample(Sample)
  /// Something that was seen and is no number.
  case finding(Finding)
  /// Something for the user alone, which no result keeps.
  case said(String)
  /// What the trial looked like, step by step.
  case film(Replay)
  /// What held the memory when it was the most; it comes after everything else.
  case peak(PeakExplanation)
  /// A step could not be carried out, and the trial ended there.
  case failure(String)
  /// The trial was played to its end.
  case done

  /// The version of the lines' shape.
  static let currentSchemaVersion = 1

  /// The line.
  package var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      return #"{"failure":"a message could not be written down"}"#
    }
  }

  /// Reads a line; nil for one that no trial of this version writes.
  package init?(line: String) {
    guard let message = try? JSONDecoder().decode(WireMessage.self, from: Data(line.utf8)) else {
      return nil
    }
    self = message
  }
}

extension WireMessage: Codable {
  /// The one field of a line.
  enum Kind: String, CodingKey, CaseIterable {
    case sample, finding, said, film, peak, failure, done
  }

  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Kind.self)
    switch self {
    case .sample(let sample): try line.encode(sample, forKey: .sample)
    case .finding(let finding): try line.encode(finding, forKey: .finding)
    case .said(let sentence): try line.encode(sentence, forKey: .said)
    case .film(let film): try line.encode(film, forKey: .film)
    case .peak(let peak): try line.encode(peak, forKey: .peak)
    case .failure(let sentence): try line.encode(sentence, forKey: .failure)
    case .done: try line.encode(true, forKey: .done)
    }
  }

  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Kind.self)
    guard let kind = line.allKeys.first, line.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "a line has one field"))
    }
    self =
      switch kind {
      case .sample: .sample(try line.decode(Sample.self, forKey: kind))
      case .finding: .finding(try line.decode(Finding.self, forKey: kind))
      case .said: .said(try line.decode(String.self, forKey: kind))
      case .film: .film(try line.decode(Replay.self, forKey: kind))
      case .peak: .peak(try line.decode(PeakExplanation.self, forKey: kind))
      case .failure: .failure(try line.decode(String.self, forKey: kind))
      case .done: .done
      }
  }
}

// The shape of what 'faultline trial' prints.
extension DocumentSchema {
  /// A line of a trial: one field, which says what it is about.
  package static let trial = DocumentSchema(
    name: "trial", version: WireMessage.currentSchemaVersion,
    meaning:
      "A line that 'faultline trial' prints: a pass, something seen, or how the trial ended.",
    body: """
        "type": "object",
        "oneOf": [
      \(kinds.map { "    { \"required\": [\"\($0.rawValue)\"] }" }.joined(separator: ",\n"))
        ],
        "properties": {
      \(kinds.map { "    \"\($0.rawValue)\": \($0.shape.json)" }.joined(separator: ",\n"))
        }
      """,
    parts: [
      film.part, Shape.part("finding", Finding.fields.rows()), SchemaParts.playedPass,
      SchemaParts.origin, SchemaParts.peak,
    ] + film.parts)

  private static var kinds: [WireMessage.Kind] { WireMessage.Kind.allCases }
}

extension WireMessage.Kind {
  fileprivate var shape: Shape {
    switch self {
    case .sample: .named("playedPass")
    case .finding: .named("finding")
    case .film: .named("film")
    case .peak: .named("peak")
    case .said, .failure: .text
    case .done: .truth
    }
  }
}

// What a trial's process tells the one that started it: one JSON object a line.

package import FaultlineMeasures
package import FaultlineReplay
import Foundation

/// One line from a trial.
package enum WireMessage: Codable, Sendable {
  /// A measured pass.
  case sample(Sample)
  /// Something that was seen and is no number.
  case finding(Finding)
  /// Something for the user alone, which no result keeps.
  case said(String)
  /// What the trial looked like, step by step.
  case film(Film)
  /// What held the memory when it was the most; it comes after everything else.
  case peak(PeakExplanation)
  /// A step could not be carried out, and the trial ended there.
  case failure(String)
  /// The trial was played to its end.
  case done

  /// The line.
  package var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      return #"{"failure":{"_0":"a message could not be written down"}}"#
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

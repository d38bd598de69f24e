// What one trial looked like, step by step: what was alive, what held what, and what changed.

package import FaultlineMeasures
package import Foundation

/// The object graph of a trial after each of its steps, small enough to be drawn.
///
/// Nodes and edges are listed once for the whole run, so that a picture of them can keep every node in the same
/// place; a frame says which of them are there. Equal siblings share a node, and a frame counts them.
package struct Replay: Sendable, Codable, Hashable {
  /// The version of the document's shape.
  package var schemaVersion: Int
  /// The scenario's name.
  package var scenario: String
  /// One line that says what it shows.
  package var title: String
  /// The rules it shows.
  package var rules: [String]
  /// The words to choose it by; nil in films that were made before films had them.
  package var tags: [String]?
  /// Where the trial stands among the others, such as `no-undo`.
  package var variant: String
  /// What the variant set, in order.
  package var settings: [Setting]
  /// What the author says of the whole: the scene first, and then what explains it.
  package var notes: [String]
  /// The script, as far as it is steps.
  package var script: [Line]
  /// Every node of any frame: the roots first, then the objects.
  package var nodes: [Node]
  /// Every hold that is in any frame.
  package var edges: [Edge]
  /// What was read after each step; the first frame is the moment before the first step.
  package var frames: [Frame]
  /// The place of the last frame that only prepares what the lesson is about; nil where there is none.
  package var setup: Int?

  /// The version that this code writes.
  package static let currentSchemaVersion = 2

  /// Begins a film of a trial; the frames are to come.
  package init(
    scenario: String, title: String, rules: [String] = [], variant: String,
    settings: [Setting] = [], notes: [String] = [], script: [Line] = [], nodes: [Node] = [],
    edges: [Edge] = [], frames: [Frame] = []
  ) {
    schemaVersion = Self.currentSchemaVersion
    self.scenario = scenario
    self.title = title
    self.rules = rules
    self.variant = variant
    self.settings = settings
    self.notes = notes
    self.script = script
    self.nodes = nodes
    self.edges = edges
    self.frames = frames
  }

  /// A line of the script with its number in the file.
  package struct Line: Sendable, Codable, Hashable {
    /// The number, from 1.
    package var number: Int
    /// What stands there.
    package var text: String

    /// Takes a line.
    package init(number: Int, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// Whether every place that it names is there, as in a film that was written by this program.
  package var isSound: Bool {
    let isTied = edges.allSatisfy {
      nodes.indices.contains($0.from) && nodes.indices.contains($0.to)
    }
    return isTied && !frames.isEmpty
      && setup.map { frames.indices.dropLast().contains($0) } != false
      && frames.allSatisfy { frame in
        let named = frame.states.map(\.node) + frame.changed + frame.released.map(\.node)
        let reasons = frame.questions.compactMap(\.offer?.reason)
        return named.allSatisfy(nodes.indices.contains)
          && reasons.allSatisfy(frames.indices.contains)
          && frame.ties.allSatisfy { edges.indices.contains($0.edge) }
      }
  }

  /// The document: sorted keys and a newline at the end.
  package var json: String { StableJSON.text(of: self) }

  /// Reads a document, or throws a `ResultFileError`.
  package static func read(from file: URL) throws -> Replay {
    try StableJSON.read(Replay.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all.
  package func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

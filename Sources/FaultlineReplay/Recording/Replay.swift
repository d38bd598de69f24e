// What one trial looked like, step by step: what was alive, what held what, and what changed.

package import FaultlineKnowledge
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

// What can be seen in a film, and what ties it together.
extension Replay {
  /// A root that holds objects, or objects that are alike in every frame.
  package struct Node: Sendable, Codable, Hashable {
    /// What sort of thing it is.
    package enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
      case context, undo, pool, name, container, elsewhere, objects

      /// Whether it holds objects and is none.
      package var isRoot: Bool { self != .objects }
    }

    /// What sort of thing it is.
    package var kind: Kind
    /// What it is called: `staff`, `Employee 3`, `Employee × 50`.
    package var title: String
    /// The entity, of objects.
    package var entity: String?
    /// Which of the entity they are, where that helps: `1–50`.
    package var detail: String?
    /// Which instance of its record it is in its context, where another was there before: 2 or more.
    package var instance: Int?
    /// How many there are at most.
    package var count: Int

    /// Names a node.
    package init(
      _ kind: Kind, _ title: String, entity: String? = nil, detail: String? = nil,
      instance: Int? = nil, count: Int = 1
    ) {
      self.kind = kind
      self.title = title
      self.entity = entity
      self.detail = detail
      self.instance = instance
      self.count = count
    }
  }

  /// A hold of one node on another, or a link that holds nothing.
  package struct Edge: Sendable, Codable, Hashable {
    /// The place of the holder among the nodes.
    package var from: Int
    /// The place of what is held.
    package var to: Int
    /// Why.
    package var reason: HoldReason
    /// The relationship, where it is one.
    package var name: String

    /// Ties two nodes.
    package init(from: Int, to: Int, reason: HoldReason, name: String = "") {
      self.from = from
      self.to = to
      self.reason = reason
      self.name = name
    }
  }
}

// Where a film says what its author explains: a lesson does not answer before it asks.
extension Replay {
  /// The notes of the whole film that stand at a step.
  ///
  /// All of them come before the first step where nothing is asked. A lesson opens with the first, which sets the scene;
  /// the others explain what it asks about, so they wait for its last question.
  package func ownNotes(at place: Int) -> [String] {
    let last = frames.lastIndex { !$0.questions.isEmpty } ?? 0
    if last == 0 { return place == 0 ? notes : [] }
    if place == 0 { return Array(notes.prefix(1)) }
    return place == last ? Array(notes.dropFirst()) : []
  }
}

// The way of a reader through a film: from the beginning to where the lesson begins, and on.
extension Replay {
  /// The first frame of the lesson itself, where steps that only prepare it stand before that.
  package var lessonStart: Int? { setup.map { $0 + 1 } }

  /// What a reader is shown of the steps that are passed over.
  package var setupWords: String? {
    setup.map {
      "Steps 1 to \($0) only prepare: they put records into the store, and no object is left after them."
    }
  }

  /// The frame after another, for a reader who does not look at what only prepares.
  package func place(after place: Int) -> Int {
    place == 0 ? lessonStart ?? min(1, frames.count - 1) : min(place + 1, frames.count - 1)
  }

  /// The frame before another, for such a reader.
  package func place(before place: Int) -> Int {
    place == lessonStart ? 0 : max(place - 1, 0)
  }

  /// The first frame of the round before or after the one that a frame is in; nil where there is none.
  package func round(from place: Int, isForwards: Bool) -> Int? {
    let starts = frames.indices.filter { at in
      !frames[at].rounds.isEmpty && (at == 0 || frames[at].rounds != frames[at - 1].rounds)
    }
    return isForwards ? starts.first { $0 > place } : starts.last { $0 < place }
  }
}

// What a question lets its reader choose from, judged by what was measured.
extension Replay {
  /// An answer that a question offers.
  package struct Choice: Sendable, Codable, Hashable {
    /// What the reader chooses.
    package var says: String
    /// Whether it is right in this variant.
    package var isRight: Bool
    /// What a reader believes when choosing it where it is wrong.
    package var mistake: String?

    /// Offers an answer.
    package init(_ says: String, isRight: Bool, mistake: String? = nil) {
      self.says = says
      self.isRight = isRight
      self.mistake = mistake
    }
  }

  /// The choices of a question, of which one is right.
  package struct Offer: Sendable, Codable, Hashable {
    /// The choices in their order.
    package var choices: [Choice]
    /// What was read where they ask: `objects.live was 4`.
    package var measured: String
    /// The place of the frame that shows why: where what the right one asks for came to be as it is.
    package var reason: Int
    /// The line of the file at which the question stands.
    package var line: Int
    /// The question of public threads that it asks in the inventory.
    package var inventory: Int?
    /// What the variant does, for a reader of the inventory.
    package var here: String?

    /// Offers choices.
    package init(
      _ choices: [Choice], measured: String, reason: Int, line: Int, inventory: Int? = nil,
      here: String? = nil
    ) {
      self.choices = choices
      self.measured = measured
      self.reason = reason
      self.line = line
      self.inventory = inventory
      self.here = here
    }

    /// The place of the right choice; nil where not exactly one is.
    package var right: Int? {
      let places = choices.indices.filter { choices[$0].isRight }
      return places.count == 1 ? places[0] : nil
    }
  }
}

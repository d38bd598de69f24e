// One thing that happened in a traced pass, as it goes from the trial's process to the one that shows it.

import Faultline
import Foundation

/// An event of the engine, a step or a checkpoint, with its time in nanoseconds since the pass began.
package struct TraceEvent: Codable, Sendable, Hashable {
  /// The engine's word, or `step` or `checkpoint`.
  package var kind: String
  /// What it was done to: an entity, a stage of a save, the text of a statement.
  package var subject: String
  /// How many objects or rows it was about.
  package var count: Int?
  /// When it began, and how long it took; a checkpoint takes none.
  package var start: UInt64
  package var duration: UInt64
  /// A statement with its values in it.
  package var bound: String?
  /// How SQLite carries a statement out, with the first of its kind.
  package var plan: [String]?

  static let step = "step"
  static let checkpoint = "checkpoint"
  static let statement = EventHook.Kind.statement.word

  /// The event in few words: `fetch Employee`, `save: write`, `SELECT 0, t0.Z_PK …`.
  package var title: String {
    switch kind {
    case Self.statement: subject.count > 60 ? "\(subject.prefix(59))…" : subject
    case Self.step: subject
    default: Self.title(of: kind, subject)
    }
  }

  /// What the engine did in few words: `fetch Employee`, `save: write`.
  static func title(of kind: String, _ subject: String) -> String {
    if kind == EventHook.Kind.stage.word { return "save: \(subject)" }
    return subject.isEmpty ? kind : "\(kind) \(subject)"
  }

  /// Whether it is a statement.
  package var isStatement: Bool { kind == Self.statement }
}

/// What is wanted of a trial besides its numbers.
package struct TraceRequest: Sendable, Codable, Hashable {
  /// Where the events go, a JSON object a line.
  package let file: String
  /// 2 for statements with their values, 3 with SQLite's plans as well.
  package let detail: Int

  /// Wishes for the events of a trial.
  package init(file: String, detail: Int = 1) {
    self.file = file
    self.detail = detail
  }
}

extension [TraceEvent] {
  /// Reads what a trial has written; nil where it has written nothing.
  package init?(file: String) {
    guard let data = FileManager.default.contents(atPath: file) else { return nil }
    let decoder = JSONDecoder()
    self = data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(TraceEvent.self, from: $0)
    }
  }

  /// Writes events, a line each.
  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = Data()
    for event in self {
      data.append(try encoder.encode(event))
      data.append(UInt8(ascii: "\n"))
    }
    try data.write(to: URL(fileURLWithPath: file))
  }
}

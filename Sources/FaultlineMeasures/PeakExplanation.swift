// What held the memory when it was the most.

/// A trial's peak, byte for byte: what was held, what held it, and what was being done.
package struct PeakExplanation: Sendable, Hashable {
  /// The most bytes that workload and stores held, as `bytes.peak` reads them at the end.
  package var bytes: Int
  /// The step during which they did, in words; nil before the first and after the last.
  package var step: String?
  /// The rounds of the loops around it, outermost first.
  package var rounds: [LoopRound]
  /// What the engine was doing at that allocation, such as `save (write)`; nil for nothing that has a name.
  package var operation: String?
  /// What the bytes are made of, the most first; together they are the peak's bytes.
  package var parts: [Part]
  /// Why nothing is explained; then there are no parts.
  package var failureReason: String?
  /// What the memory was along the whole run, where the pass that explains has seen it.
  package var timeline: MemoryTimeline?

  /// Bytes that were held for the same reason.
  package struct Part: Sendable, Hashable {
    /// What they are.
    package var kind: Kind
    /// The entity of the objects; nil for what is none.
    package var entity: String?
    /// How many objects there are, or blocks of what is none; 0 where that is not known.
    package var count: Int
    /// How many of the objects are faults.
    package var faults: Int
    /// How many bytes there are.
    package var bytes: Int
    /// What holds each of the objects, the one to be suspected first before the others.
    package var holders: [String]
    /// The way to one of the objects: what holds the first of it, and the references from there on.
    package var path: [String]
    /// The operation that took the bytes, and gave them back after the peak.
    package var operation: String?
    /// The same bytes by what they serve, as the metrics `bytes.…` have it.
    package var owners: [OwnedPart]

    /// Gathers bytes.
    package init(
      _ kind: Kind, entity: String? = nil, count: Int = 0, faults: Int = 0, bytes: Int,
      holders: [String] = [], path: [String] = [], operation: String? = nil,
      owners: [OwnedPart] = []
    ) {
      self.kind = kind
      self.entity = entity
      self.count = count
      self.faults = faults
      self.bytes = bytes
      self.holders = holders
      self.path = path
      self.operation = operation
      self.owners = owners
    }
  }

  /// Some bytes of a part by what they serve.
  package struct OwnedPart: Sendable, Hashable, Codable {
    /// The last word of the metric: `objects` for `bytes.objects`.
    package var owner: String
    /// How many bytes serve it.
    package var bytes: Int

    /// Pairs an owner with bytes.
    package init(owner: String, bytes: Int) {
      self.owner = owner
      self.bytes = bytes
    }
  }

  /// What bytes are.
  package enum Kind: String, Sendable, Codable, Hashable, CaseIterable {
    /// Objects with their values, rows and references.
    case objects
    /// Objects that no context finds any more.
    case forgotten
    /// What an undo manager notes, without the objects.
    case undo
    /// Rows that no living object uses, and the tables that find rows.
    case rowCache
    /// What contexts need to find and to hold objects, and what containers keep.
    case registry
    /// The rows of a store in memory, and what stores keep to be asked.
    case store
    /// What the scenario needs to run.
    case script
    /// The app's own memory beside Core Data.
    case app
    /// What an operation took and gave back.
    case passing
    /// SQLite's page cache and statements.
    case sqlite
    /// What none of the others accounts for.
    case other
  }

  /// Gathers an explanation.
  package init(
    bytes: Int, step: String? = nil, rounds: [LoopRound] = [], operation: String? = nil,
    parts: [Part] = [], failureReason: String? = nil, timeline: MemoryTimeline? = nil
  ) {
    self.bytes = bytes
    self.step = step
    self.rounds = rounds
    self.operation = operation
    self.parts = parts
    self.failureReason = failureReason
    self.timeline = timeline
  }

  /// Whether every byte of the peak is in a part.
  package var isExact: Bool {
    failureReason == nil && parts.reduce(0) { $0.addingSaturated($1.bytes) } == bytes
  }
}

extension PeakExplanation: Codable {
  /// All that a document says of it.
  static let fields: [Field<PeakExplanation>] = [
    Field("bytes", \.bytes, .whole(from: 0)),
    Field(ifKnown: "step", \.step, .text),
    Field(unlessEmpty: "rounds", \.rounds, .list(.named("round"))),
    Field(ifKnown: "operation", \.operation, .text),
    Field("parts", \.parts, .list(.named("peakPart"))),
    Field(ifKnown: "doubt", \.failureReason, .text),
    Field(ifKnown: "timeline", \.timeline, .named("timeline")),
  ]

  /// Reads an explanation.
  package init(from decoder: any Decoder) throws {
    self.init(bytes: 0)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes an explanation.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension PeakExplanation.Part: Codable {
  /// All that a document says of it.
  static let fields: [Field<PeakExplanation.Part>] = [
    Field("kind", \.kind, .word(PeakExplanation.Kind.self)),
    Field(ifKnown: "entity", \.entity, .text),
    Field("count", \.count, .whole(from: 0)),
    Field("faults", \.faults, .whole(from: 0)),
    Field("bytes", \.bytes, .whole(from: 0)),
    Field("holders", \.holders, .texts),
    Field(unlessEmpty: "path", \.path, .texts),
    Field(ifKnown: "operation", \.operation, .text),
    Field(unlessEmpty: "owners", \.owners, .list(.named("ownedPart"))),
  ]

  /// Reads a part.
  package init(from decoder: any Decoder) throws {
    self.init(.other, bytes: 0)
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a part.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension PeakExplanation.Part {
  /// Returns whether something holds its objects, in whichever context: `the pool`, or `the pool of 'worker'`.
  package func isHeld(by holder: String) -> Bool {
    holders.contains { $0 == holder || $0.hasPrefix("\(holder) of '") }
  }
}

// What a recording says of memory: leaks and their cycles, and the figures of MetricKit.

package import FaultlineMeasures

/// What 'leaks' found.
package struct LeakFacts: Sendable, Hashable {
  package var process: String?
  /// Blocks that were allocated.
  package var nodes: Int?
  package var leaks: Int?
  package var bytes: Int?
  /// As the tool prints it, rounded.
  package var footprint: String?
  package var peak: String?
  /// Lines with the words ROOT CYCLE.
  package var cycleLines = 0
  /// Lines with the words CYCLE BACK TO.
  package var backReferences = 0
  /// Retain cycles by the classes on them.
  package var cycles: [LeakCycle] = []
  /// Leaked roots by class, the most bytes first.
  package var roots: [LeakRoot] = []

  package init() {}
}

extension LeakFacts: FieldRecord {
  package static let fields: [Field<LeakFacts>] = [
    Field(ifKnown: "process", \.process, .text),
    Field(ifKnown: "nodes", \.nodes, .whole(from: 0)),
    Field(ifKnown: "leaks", \.leaks, .whole(from: 0)),
    Field(ifKnown: "bytes", \.bytes, .whole(from: 0)),
    Field(ifKnown: "footprint", \.footprint, .text),
    Field(ifKnown: "peak", \.peak, .text),
    Field("cycleLines", \.cycleLines, .whole(from: 0)),
    Field("backReferences", \.backReferences, .whole(from: 0)),
    Field(unlessEmpty: "cycles", \.cycles, .list(.named("cycle"))),
    Field(unlessEmpty: "roots", \.roots, .list(.named("root"))),
  ]
}

/// Retain cycles of one kind.
package struct LeakCycle: Sendable, Hashable {
  /// The classes on it, from the root.
  package var classes: [String] = []
  /// The names of the fields that lead from one to the next, where they have one.
  package var edges: [String] = []
  package var cycles = 0
  /// Objects that the roots of these cycles keep, by the tool's count.
  package var objects = 0

  package init() {}
}

extension LeakCycle: FieldRecord {
  package static let fields: [Field<LeakCycle>] = [
    Field(unlessEmpty: "classes", \.classes, .texts),
    Field(unlessEmpty: "edges", \.edges, .texts),
    Field("cycles", \.cycles, .whole(from: 0)),
    Field("objects", \.objects, .whole(from: 0)),
  ]
}

/// Leaked roots of one class.
package struct LeakRoot: Sendable, Hashable {
  package var `class` = ""
  package var roots = 0
  package var objects = 0
  /// Rounded, as the tool prints them.
  package var bytes = 0

  package init() {}
}

extension LeakRoot: FieldRecord {
  package static let fields: [Field<LeakRoot>] = [
    Field("class", \.`class`, .text),
    Field("roots", \.roots, .whole(from: 0)),
    Field("objects", \.objects, .whole(from: 0)),
    Field("bytes", \.bytes, .whole(from: 0)),
  ]
}

/// One payload of MetricKit: a day of a process, of which no part is Core Data's alone.
package struct MetricFacts: Sendable, Hashable {
  package var begins: String?
  package var ends: String?
  package var peakBytes: Int?
  package var suspendedBytes: Int?
  package var suspendedSamples: Int?
  /// In the unit of the average.
  package var suspendedDeviation: Double?
  /// Whether it is the payload that Xcode makes up.
  package var isSimulated = false
  /// Exits by memory pressure.
  package var pressureExits = 0
  /// Exits at the limit of memory.
  package var limitExits = 0
  /// Texts whose unit is not known.
  package var refused: [String] = []

  package init() {}
}

extension MetricFacts: FieldRecord {
  package static let fields: [Field<MetricFacts>] = [
    Field(ifKnown: "begins", \.begins, .text),
    Field(ifKnown: "ends", \.ends, .text),
    Field(ifKnown: "peakBytes", \.peakBytes, .whole(from: 0)),
    Field(ifKnown: "suspendedBytes", \.suspendedBytes, .whole(from: 0)),
    Field(ifKnown: "suspendedSamples", \.suspendedSamples, .whole(from: 0)),
    Field(ifKnown: "suspendedDeviation", \.suspendedDeviation, .number),
    Field("isSimulated", \.isSimulated, .truth),
    Field("pressureExits", \.pressureExits, .whole(from: 0)),
    Field("limitExits", \.limitExits, .whole(from: 0)),
    Field(unlessEmpty: "refused", \.refused, .texts),
  ]
}

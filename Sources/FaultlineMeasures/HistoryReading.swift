// A history as a long list, one reading of one run a row, for programs that look for change points themselves.

/// What one run read, with all that is known of the run.
public struct HistoryReading: Sendable, Hashable {
  /// The version of the row's shape.
  public var schemaVersion = Self.currentSchemaVersion
  /// The run's number in the history, from 1.
  public var run = 0
  /// When it was recorded, as `2026-01-31T12:00:00Z`.
  public var recorded = ""
  /// The revision that was measured, without the mark of a changed tree.
  public var revision = ""
  /// Whether tracked files differed from that revision.
  public var isDirty = false
  /// A word for the machine and the build, the same as long as their facts are.
  public var machine = ""
  /// The scenario's name.
  public var scenario = ""
  /// The trial's id: the variant with its settings, sizes and store.
  public var trial = ""
  /// The checkpoint's name.
  public var checkpoint = ""
  /// The metric's name.
  public var metric = ""
  /// What was read.
  public var value: Quantity = 0
  /// What it is counted in.
  public var unit: Metric.Scale = .count
  /// Which way is better.
  public var polarity: Metric.Polarity = .neutral
  /// With which other runs it can be compared.
  public var comparable: Comparable = .everywhere
  /// A word for the work, the same as long as that is.
  public var work = ""

  /// The runs whose readings make one line.
  public enum Comparable: String, Sendable, Codable, Hashable, CaseIterable {
    /// All of them.
    case everywhere
    /// Those of the same machine and build.
    case machine
  }

  /// The version that this code writes.
  public static let currentSchemaVersion = 1

  /// The row as JSON, with a line end.
  public var json: String { StableJSON.line(of: self) }

  init() {}
}

extension HistoryReading: Codable {
  /// All that a row says.
  static let fields: [Field<HistoryReading>] = [
    Field("schemaVersion", \.schemaVersion, Shape(json: "{ \"const\": \(currentSchemaVersion) }")),
    Field("run", \.run, .whole(from: 1)),
    Field("recorded", \.recorded, .text),
    Field("revision", \.revision, .text),
    Field("dirty", \.isDirty, .truth),
    Field("machine", \.machine, .text),
    Field("scenario", \.scenario, .text),
    Field("trial", \.trial, .text),
    Field("checkpoint", \.checkpoint, .text),
    Field("metric", \.metric, .text),
    Field("value", \.value, .number),
    Field("unit", \.unit, .word(Metric.Scale.self)),
    Field("polarity", \.polarity, .word(Metric.Polarity.self)),
    Field("comparable", \.comparable, .word(Comparable.self)),
    Field("work", \.work, .text),
  ]

  /// Reads a row.
  public init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a row.
  public func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension History {
  /// Every reading of the runs from a place on, run after run.
  ///
  /// A later history begins with the rows of an earlier one, unless its last run was recorded again.
  public func readings(from first: Int = 0) -> [HistoryReading] {
    var rows: [[HistoryReading]] = runs.map { _ in [] }
    for trend in trends {
      for point in trend.points where point.run >= first && runs.indices.contains(point.run) {
        var row = HistoryReading(runs[point.run], number: point.run + 1)
        row.scenario = trend.scenario
        row.trial = trend.trial
        row.checkpoint = trend.checkpoint
        row.metric = trend.metric
        row.value = point.quantity
        row.unit = trend.scale
        row.polarity = trend.polarity
        row.comparable = trend.isByMachine ? .machine : .everywhere
        row.work = point.work
        rows[point.run].append(row)
      }
    }
    return rows.flatMap { $0 }
  }
}

extension HistoryReading {
  /// A row of a run, of which the reading is still to be said.
  fileprivate init(_ run: HistoryRun, number: Int) {
    self.init()
    self.run = number
    recorded = run.recorded.replacing(" ", with: "T") + "Z"
    isDirty = run.revision.hasSuffix(RevisionName.changed)
    revision = isDirty ? String(run.revision.dropLast(RevisionName.changed.count)) : run.revision
    machine = run.machine
  }
}

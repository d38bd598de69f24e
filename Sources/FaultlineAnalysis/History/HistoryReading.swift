// A history as a long list, one reading of one run a row, for programs that look for change points themselves.

package import FaultlineMeasures

/// What one run read, with all that is known of the run.
package struct HistoryReading: Sendable, Hashable {
  /// The version of the row's shape.
  package var schemaVersion = Self.currentSchemaVersion
  /// The run's number in the history, from 1.
  package var run = 0
  /// When it was recorded, as `2026-01-31T12:00:00Z`.
  package var recorded = ""
  /// The revision that was measured, without the mark of a changed tree.
  package var revision = ""
  /// Whether tracked files differed from that revision.
  package var isDirty = false
  /// A word for the machine and the build, the same as long as their facts are.
  package var machine = ""
  /// The scenario's name.
  package var scenario = ""
  /// The trial's id: the variant with its settings, sizes and store.
  package var trial = ""
  /// The checkpoint's name.
  package var checkpoint = ""
  /// The metric's name.
  package var metric = ""
  /// What was read.
  package var value: Quantity = 0
  /// What it is counted in.
  package var unit: Metric.Scale = .count
  /// Which way is better.
  package var polarity: Metric.Polarity = .neutral
  /// With which other runs it can be compared.
  package var comparable: Comparable = .everywhere
  /// A word for the work, the same as long as that is.
  package var work = ""

  /// The runs whose readings make one line.
  package enum Comparable: String, Sendable, Codable, Hashable, CaseIterable {
    /// All of them.
    case everywhere
    /// Those of the same machine and build.
    case machine
  }

  /// The version that this code writes.
  package static let currentSchemaVersion = 1

  /// The row as JSON, with a line end.
  package var json: String { StableJSON.line(of: self) }

  package init() {}
}

extension HistoryReading: Codable {
  /// All that a row says.
  package static let fields: [Field<HistoryReading>] = [
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
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a row.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension History {
  /// Every reading of the runs from a place on, run after run.
  ///
  /// A later history begins with the rows of an earlier one, unless its last run was recorded again.
  package func readings(from first: Int = 0) -> [HistoryReading] {
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

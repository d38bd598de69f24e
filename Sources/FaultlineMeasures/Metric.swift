// What a number means: its name, its scale, which way is better, and whether it can be gated.

/// The definition of something that can be read, such as `objects.live`.
package struct Metric: Sendable, Codable, Hashable {
  /// The whole name, which keys baselines.
  package var name: String
  /// The table it belongs to.
  package var group: Group
  /// What one of it is.
  package var scale: Scale
  /// Which way is better.
  package var polarity: Polarity
  /// Whether two runs must agree on it.
  package var exactness: Exactness
  /// One line that says what is counted.
  package var meaning: String
  /// The rules it serves.
  package var rules: [String]

  /// The tables of metrics.
  package enum Group: String, Sendable, Codable, Hashable, CaseIterable {
    case objects, faults, rowcache, store, cycles, undo, events, heap, end, time, arc
  }

  /// What a quantity is counted in.
  package enum Scale: String, Sendable, Codable, Hashable, CaseIterable {
    case count, bytes, nanoseconds, ratio
  }

  /// Which way is better; a neutral metric is neither good nor bad alone.
  package enum Polarity: String, Sendable, Codable, Hashable, CaseIterable {
    case less, more, neutral
  }

  /// Exact metrics gate; informative ones stand in the sidecar only.
  package enum Exactness: String, Sendable, Codable, Hashable, CaseIterable {
    case exact, informative
  }

  /// Defines a metric.
  package init(
    name: String, group: Group, scale: Scale, polarity: Polarity, exactness: Exactness,
    meaning: String, rules: [String] = []
  ) {
    self.name = name
    self.group = group
    self.scale = scale
    self.polarity = polarity
    self.exactness = exactness
    self.meaning = meaning
    self.rules = rules
  }
}

extension Metric {
  /// Whether the allocator, SQLite, the compiler and the machine have a say in it; a count of objects
  /// is the same everywhere.
  package var dependsOnMachine: Bool {
    group == .heap || scale == .bytes || family == .sql || family == .wal
  }
}

extension Metric {
  /// Whether the order in which threads come has a say in it: what they share is cached, read and counted by
  /// the thread that comes first, and retain cycles are not watched while other threads make them.
  package var dependsOnInterleaving: Bool {
    [.heap, .rowcache, .store, .events, .time, .arc].contains(group) || scale == .bytes
      || [MetricName.cyclesBroken, MetricName.cyclesFreed].contains(MetricName.base(of: name))
  }

  /// The metric where threads work at the same time: what their order can change only informs.
  package var ofThreads: Metric {
    var metric = self
    if dependsOnInterleaving { metric.exactness = .informative }
    return metric
  }
}

/// Distinguishes the readings that gate from those that inform.
package struct ExactMetrics: Sendable {
  private let informative: Set<String>

  package init(_ metrics: [Metric]) {
    informative = Set(metrics.filter { $0.exactness == .informative }.map(\.name))
  }

  /// A metric without a definition counts as exact, so that a forgotten definition is noticed.
  package func contains(_ metric: String) -> Bool {
    !informative.contains(metric) && !informative.contains(MetricName.base(of: metric))
  }

  /// The samples without the readings that only inform.
  package func exactPart(of samples: [Sample]) -> [Sample] {
    samples.map { $0.keeping { contains($0.metric) } }
  }

  /// The samples without the readings that gate; every pass reads all that informs.
  package func informativePart(of samples: [Sample]) -> [Sample] {
    samples.map { $0.keeping { !contains($0.metric) }.whole }
  }
}

extension Sample {
  package func keeping(_ wanted: (Reading) -> Bool) -> Sample {
    let checkpoints = checkpoints.map {
      Checkpoint(
        name: $0.name, readings: $0.readings.filter(wanted),
        parts: $0.parts.filter { wanted(Reading(metric: $0.key, quantity: .integer(0))) },
        origin: $0.origin, isPartial: $0.isPartial)
    }
    return Sample(pass: pass, checkpoints: checkpoints)
  }

  /// The same for documents that are held against others: there the names of checkpoints say enough.
  var withoutOrigins: Sample {
    var sample = self
    for place in checkpoints.indices { sample.checkpoints[place].origin = nil }
    return sample
  }

  /// The same with no checkpoint that could have more readings than it has.
  fileprivate var whole: Sample {
    Sample(
      pass: pass, checkpoints: checkpoints.map { Checkpoint(name: $0.name, readings: $0.readings) })
  }
}

// The door for probes: what takes readings, and the list of all.

package import Faultline
package import FaultlineMeasures

/// What a probe looks at when a checkpoint is taken.
package struct Subject {
  /// The contexts that are open; none once they are gone.
  package let contexts: [ManagedObjectContext]
  /// What contexts have counted that are gone.
  package let former: ContextStatistics
  /// The coordinator; nil once it is gone.
  package let coordinator: PersistentStoreCoordinator?
  /// Contexts made after this moment count.
  package let moment: Population.Moment
  /// The heap when the pass began, and now.
  package let heapBefore: HeapReading
  package let heap: HeapReading
  /// The highest level of the heap since the pass began; nil in a pass in which it is not followed.
  package let peak: PeakGauge.Levels?
  /// What was broken so far.
  package let cycleWatch: CycleWatch
  /// The clocks since the pass began; nil in a pass that is slowed down.
  package let clocks: Clocks?
  /// Whether everything was let go, so that what is left has leaked.
  package let isEnd: Bool
  /// What there is to be known of every object; nil where only counters are read.
  package let census: Census?
  /// What the runtime has counted, in a pass in which it is watched.
  package let arc: ArcCounts?
  /// What listeners received; nil where nothing listens.
  package let events: EventCounts?
  /// What is read beside all that, because a step is about it.
  package let extras: ExtraFacts
  /// Counts of what steps read from the history of stores; nil where no step does.
  package let history: HistoryCounts?

  /// Gathers what probes may look at.
  package init(
    contexts: [ManagedObjectContext], former: ContextStatistics = ContextStatistics(),
    coordinator: PersistentStoreCoordinator?, moment: Population.Moment,
    heapBefore: HeapReading, heap: HeapReading, peak: PeakGauge.Levels? = nil,
    cycleWatch: CycleWatch, clocks: Clocks? = nil, isEnd: Bool, census: Census?,
    events: EventCounts? = nil, extras: ExtraFacts = [],
    history: HistoryCounts? = nil, arc: ArcCounts? = nil
  ) {
    self.contexts = contexts
    self.former = former
    self.coordinator = coordinator
    self.moment = moment
    self.heapBefore = heapBefore
    self.heap = heap
    self.peak = peak
    self.cycleWatch = cycleWatch
    self.clocks = clocks
    self.isEnd = isEnd
    self.census = census
    self.arc = arc
    self.events = events
    self.extras = extras
    self.history = history
  }
}

extension Subject {
  /// Visits every context on its own queue.
  func forEachContext(_ body: (ManagedObjectContext) -> Void) {
    // A wait that could never end, which alone is an error here, would need a second thread.
    for context in contexts { try? context.performingAndWait { body(context) } }
  }

  /// What all contexts have counted, with those that are gone.
  var statistics: ContextStatistics {
    var statistics = former
    forEachContext { statistics += $0.statistics }
    return statistics
  }

  /// A count of all contexts together.
  func sum(_ count: (ManagedObjectContext) -> Int) -> Int {
    var sum = 0
    forEachContext { sum += count($0) }
    return sum
  }
}

/// What is read because a step of the pass is about it.
package struct ExtraFacts: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The kinds of IDs.
  package static let ids = ExtraFacts(rawValue: 1)
  /// The counts of what was read from the history of stores.
  package static let history = ExtraFacts(rawValue: 2)
  /// The memory of the app's own.
  package static let appBytes = ExtraFacts(rawValue: 4)
}

/// Something that takes readings at a checkpoint.
///
/// It may allocate: the exact counters of the heap were read before, and its own blocks lie elsewhere.
package protocol Probe: Sendable {
  /// What its gauges are read of.
  associatedtype Facts = Subject
  /// What there is to be read of a subject; nil where no metric of the probe means anything at this checkpoint.
  static func facts(of subject: Subject) -> Facts?
  /// Its metrics, each defined here and nowhere else, in the order in which tables show them.
  static var gauges: [Gauge<Facts>] { get }
}

extension Probe where Facts == Subject {
  package static func facts(of subject: Subject) -> Subject? { subject }
}

extension Probe {
  /// What it reads.
  package static var metrics: [Metric] { gauges.map(\.metric) }

  /// The metrics that take an argument, by name.
  fileprivate static var arguments: [(String, MetricArgument)] {
    gauges.compactMap { gauge in gauge.argument.map { (gauge.metric.name, $0) } }
  }

  /// Appends a reading for each metric that means something at this checkpoint.
  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let facts = facts(of: subject) else { return }
    for gauge in gauges {
      guard let quantity = gauge.read(facts) else { continue }
      readings.append(Reading(metric: gauge.metric.name, quantity: quantity))
      for (argument, count) in gauge.readEach(facts).sorted(by: { $0.key < $1.key }) {
        readings.append(
          Reading(metric: gauge.metric.of(argument).name, quantity: .integer(count)))
      }
    }
  }
}

/// All probes: a new one is a file in this folder and a line here.
package enum Probes {
  package static let all: [any Probe.Type] = [
    ObjectProbe.self,
    IdentityProbe.self,
    HolderProbe.self,
    FaultProbe.self,
    RowCacheProbe.self,
    StoreProbe.self,
    CycleProbe.self,
    UndoProbe.self,
    EventProbe.self,
    HistoryProbe.self,
    HeapProbe.self,
    OwnerProbe.self,
    AppBytesProbe.self,
    LeakProbe.self,
    ClockProbe.self,
    ArcProbe.self,
  ]

  /// Those that ask the graph and its stores, and no allocator.
  package static let graph: [any Probe.Type] = [
    ObjectProbe.self, HolderProbe.self, FaultProbe.self, RowCacheProbe.self, StoreProbe.self,
    CycleProbe.self, UndoProbe.self, EventProbe.self,
  ]

  /// The metrics that a film has: what is counted in the graph.
  ///
  /// Looking at the undo manager's objects may make it
  /// build a table, so its bytes are not among them.
  package static let filmed: [Metric] = graph.flatMap { $0.metrics }.filter {
    !$0.name.hasSuffix(".bytes")
  }

  /// Every metric, in the order in which tables show them.
  package static let metrics: [Metric] = all.flatMap { $0.metrics }

  private static let byName = Dictionary(
    metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The metrics that take an argument, as `cycles.broken(refresh)` does, by name.
  package static let arguments = Dictionary(
    uniqueKeysWithValues: all.flatMap { $0.arguments })

  /// The metric of a name, with or without an argument, if it is one.
  package static func metric(named name: String) -> Metric? {
    if let known = byName[name] { return known }
    let base = MetricName.base(of: name)
    guard base != name, arguments[base] != nil else { return nil }
    var metric = byName[base]
    metric?.name = name
    return metric
  }

  /// Everything that can be read of a subject.
  package static func readings(of subject: Subject) -> [Reading] {
    var readings: [Reading] = []
    for probe in all { probe.read(subject, into: &readings) }
    return readings
  }
}

/// What the argument of a metric is the name of.
package enum MetricArgument: Sendable {
  /// The keyword of the step that caused what is counted; `turn` where the end of a turn did.
  case cause
}

/// A metric and how it is read of the facts that its probe looks at.
package struct Gauge<Facts>: Sendable {
  /// What is read.
  package let metric: Metric
  /// What may stand in parentheses behind the metric's name; nil for a metric without an argument.
  package let argument: MetricArgument?
  /// Reads it; nil where it means nothing at this checkpoint.
  let read: @Sendable (Facts) -> Quantity?
  /// Reads it by argument, without zeros.
  let readEach: @Sendable (Facts) -> [String: Int]

  /// Defines a metric by a whole number.
  init(
    _ name: String, _ group: Metric.Group, _ meaning: String, _ rules: [String] = [],
    in scale: Metric.Scale = .count, better polarity: Metric.Polarity = .less,
    exactness: Metric.Exactness = .exact, by argument: MetricArgument? = nil,
    each readEach: @escaping @Sendable (Facts) -> [String: Int] = { _ in [:] },
    read: @escaping @Sendable (Facts) -> Int?
  ) {
    metric = Metric(
      name: name, group: group, scale: scale, polarity: polarity, exactness: exactness,
      meaning: meaning, rules: rules)
    self.argument = argument
    self.readEach = readEach
    self.read = { read($0).map { .integer($0) } }
  }

  /// Defines an informative metric by a part of one.
  init(
    ratio name: String, _ group: Metric.Group, _ meaning: String,
    read: @escaping @Sendable (Facts) -> Double
  ) {
    metric = Metric(
      name: name, group: group, scale: .ratio, polarity: .less, exactness: .informative,
      meaning: meaning)
    argument = nil
    readEach = { _ in [:] }
    self.read = { .real(read($0)) }
  }
}

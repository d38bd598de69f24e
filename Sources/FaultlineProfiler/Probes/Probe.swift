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
  /// What contexts have caused, by their names, those that are gone among them; nil where it is not counted.
  package let activity: [String: ActivityCounts]?
  /// The metrics with arguments that the scenario names, by the metrics without.
  package let named: [String: [String]]

  /// Gathers what probes may look at.
  package init(
    contexts: [ManagedObjectContext], former: ContextStatistics = ContextStatistics(),
    coordinator: PersistentStoreCoordinator?, moment: Population.Moment,
    heapBefore: HeapReading, heap: HeapReading, peak: PeakGauge.Levels? = nil,
    cycleWatch: CycleWatch, clocks: Clocks? = nil, isEnd: Bool, census: Census?,
    events: EventCounts? = nil, extras: ExtraFacts = [],
    history: HistoryCounts? = nil, arc: ArcCounts? = nil,
    activity: [String: ActivityCounts]? = nil, named: [String: [String]] = [:]
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
    self.activity = activity
    self.named = named
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

// The parts of what is read by context and entity.
extension Subject {
  /// The names of the open contexts by their numbers.
  fileprivate var contextNames: [UInt64: String] {
    Dictionary(
      uniqueKeysWithValues: contexts.map { ($0.registrationSpace, $0.nameInReadings) })
  }

  /// Returns the parts of what a census counts of objects.
  func parts(_ count: (CellCounts) -> Int) -> Breakdown? {
    census?.parts(count, named: contextNames)
  }

  /// The retain cycles by context and entity.
  var cycleParts: Breakdown? { census?.cycleParts(named: contextNames) }

  /// The bytes of undo managers by context.
  var undoByteParts: Breakdown? { census?.undoParts(named: contextNames) }

  /// Returns the parts of what contexts have caused.
  func parts(of kind: ActivityCounts.Kind) -> Breakdown? {
    guard let activity, let coordinator else { return nil }
    var parts = Breakdown()
    for (context, counts) in activity where counts[kind] > 0 {
      parts.add(counts[kind], context: context)
      func add(_ entity: String?, _ number: Int) {
        parts.add(number, entity: entity)
        parts.add(number, of: entity, in: context)
      }
      add(nil, counts[kind, entity: nil])
      for entity in coordinator.managedObjectModel.entities {
        add(entity.name, counts[kind, entity: entity.index])
      }
    }
    return parts
  }

  /// Returns the parts of what is read of each context's undo manager.
  func undoParts(
    _ body: (UndoManager, _ add: (_ number: Int, _ entity: String?) -> Void) -> Void,
    inAll count: (UndoManager) -> Int
  ) -> Breakdown {
    var parts = Breakdown()
    forEachContext { context in
      guard let manager = context.undoManager else { return }
      let name = context.nameInReadings
      parts.add(count(manager), context: name)
      body(manager) { number, entity in
        parts.add(number, entity: entity)
        parts.add(number, of: entity, in: name)
      }
    }
    return parts
  }
}

extension ManagedObjectContext {
  /// The name by which a scenario knows the context; its first one has none of its own.
  var nameInReadings: String { name ?? "main" }
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

  /// The metrics that take arguments, by name.
  fileprivate static var arguments: [(String, MetricArgument)] {
    gauges.compactMap { gauge in
      gauge.arguments.isEmpty ? nil : (gauge.metric.name, gauge.arguments)
    }
  }

  /// Appends a reading for each metric that means something at this checkpoint, for each of its causes, and for each of
  /// its parts that the scenario names; hands over all parts.
  package static func read(
    _ subject: Subject, into readings: inout [Reading],
    parts takeParts: (_ metric: String, ReadingParts) -> Void = { _, _ in }
  ) {
    guard let facts = facts(of: subject) else { return }
    for gauge in gauges {
      guard let quantity = gauge.read(facts) else { continue }
      let name = gauge.metric.name
      readings.append(Reading(metric: name, quantity: quantity))
      guard case .integer(let total) = quantity, let breakdown = gauge.parts(subject) else {
        continue
      }
      let whole = breakdown.completed(to: total)
      for (cause, part) in whole.causes.sorted(by: { $0.key < $1.key }) {
        readings.append(
          Reading(metric: MetricName.name(name, of: [cause]), quantity: .integer(part)))
      }
      for part in subject.named[name] ?? [] where !readings.contains(where: { $0.metric == part }) {
        let number = whole.part(of: MetricName.arguments(of: part))
        readings.append(Reading(metric: part, quantity: .integer(number)))
      }
      if total != 0 { takeParts(name, whole.parts) }
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

  /// Everything that can be read of a subject, and the parts of it.
  package static func readings(
    of subject: Subject
  ) -> (readings: [Reading], parts: [String: ReadingParts]) {
    var readings: [Reading] = []
    var parts: [String: ReadingParts] = [:]
    for probe in all { probe.read(subject, into: &readings) { parts[$0] = $1 } }
    return (readings, parts)
  }
}

/// What the arguments of a metric may be the names of.
package struct MetricArgument: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The keyword of the step that caused what is counted; `turn` where the end of a turn did.
  package static let cause = MetricArgument(rawValue: 1)
  /// A context: the objects that are registered there, and what it causes.
  package static let context = MetricArgument(rawValue: 2)
  /// An entity, without its subentities.
  package static let entity = MetricArgument(rawValue: 4)

  /// Both at once, or one of them.
  package static let contextAndEntity: MetricArgument = [.context, .entity]

  /// The kinds by the words that stand before a name with two meanings.
  package static let words: [(word: String, argument: MetricArgument)] =
    Array(zip(MetricName.argumentWords, [.context, .entity, .cause]))

  /// Returns a name with the word that says what it is the name of.
  package func word(for name: String) -> String {
    let word = Self.words.first { $0.argument == self }?.word ?? ""
    return "\(word) \(name)"
  }
}

/// A metric and how it is read of the facts that its probe looks at.
package struct Gauge<Facts>: Sendable {
  /// What is read.
  package let metric: Metric
  /// What may stand in parentheses behind the metric's name.
  package let arguments: MetricArgument
  /// Reads it; nil where it means nothing at this checkpoint.
  let read: @Sendable (Facts) -> Quantity?
  /// Returns its parts; nil where they are not known at this checkpoint.
  let parts: @Sendable (Subject) -> Breakdown?

  /// Defines a metric by a whole number.
  init(
    _ name: String, _ group: Metric.Group, _ meaning: String, _ rules: [String] = [],
    in scale: Metric.Scale = .count, better polarity: Metric.Polarity = .less,
    exactness: Metric.Exactness = .exact, by arguments: MetricArgument = .contextAndEntity,
    parts: (@Sendable (Subject) -> Breakdown?)? = nil,
    read: @escaping @Sendable (Facts) -> Int?
  ) {
    metric = Metric(
      name: name, group: group, scale: scale, polarity: polarity, exactness: exactness,
      meaning: meaning, rules: rules)
    self.arguments = parts == nil ? [] : arguments
    self.parts = parts ?? { _ in nil }
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
    arguments = []
    parts = { _ in nil }
    self.read = { .real(read($0)) }
  }
}

// The door for probes: what takes readings, and the list of all.

package import Faultline
package import FaultlineMeasures

/// What a probe looks at when a checkpoint is taken.
package struct Subject {
  /// The context; nil once it is gone.
  package let context: ManagedObjectContext?
  /// The coordinator; nil once it is gone.
  package let coordinator: PersistentStoreCoordinator?
  /// Contexts made after this moment count.
  package let moment: Int
  /// The heap when the pass began, and now.
  package let heapBefore: HeapReading
  package let heap: HeapReading
  /// The highest level of the heap since the pass began.
  package let peak: Int
  /// Knots broken so far.
  package let brokenKnots: Int
  /// The clocks since the pass began, in nanoseconds.
  package let wall: Int
  package let cpu: Int
  /// Whether everything was let go, so that what is left has leaked.
  package let isEnd: Bool
  /// The knots that there are now.
  package let knots: Knots
  /// Whose the workload's bytes are.
  package let owned: OwnedBytes

  /// Gathers what probes may look at.
  package init(
    context: ManagedObjectContext?, coordinator: PersistentStoreCoordinator?, moment: Int,
    heapBefore: HeapReading, heap: HeapReading, peak: Int, brokenKnots: Int, wall: Int, cpu: Int,
    isEnd: Bool, knots: Knots, owned: OwnedBytes
  ) {
    self.context = context
    self.coordinator = coordinator
    self.moment = moment
    self.heapBefore = heapBefore
    self.heap = heap
    self.peak = peak
    self.brokenKnots = brokenKnots
    self.wall = wall
    self.cpu = cpu
    self.isEnd = isEnd
    self.knots = knots
    self.owned = owned
  }
}

/// Something that takes readings at a checkpoint.
///
/// It may allocate: the exact counters of the heap were read before, and its own blocks lie elsewhere.
package protocol Probe: Sendable {
  /// What it reads, each metric defined here and nowhere else.
  static var metrics: [Metric] { get }
  /// Appends a reading for each metric that means something at this checkpoint.
  static func read(_ subject: Subject, into readings: inout [Reading])
}

/// All probes: a new one is a file in this folder and a line here.
package enum Probes {
  package static let all: [any Probe.Type] = [
    ObjectProbe.self,
    HolderProbe.self,
    FaultProbe.self,
    RowCacheProbe.self,
    StoreProbe.self,
    CycleProbe.self,
    UndoProbe.self,
    HeapProbe.self,
    OwnerProbe.self,
    LeakProbe.self,
    ClockProbe.self,
  ]

  /// Those that ask the graph and its stores, and no allocator.
  package static let graph: [any Probe.Type] = [
    ObjectProbe.self, HolderProbe.self, FaultProbe.self, RowCacheProbe.self, StoreProbe.self,
    CycleProbe.self, UndoProbe.self,
  ]

  /// Every metric, in the order in which tables show them.
  package static let metrics: [Metric] = all.flatMap { $0.metrics }

  /// Everything that can be read of a subject.
  package static func readings(of subject: Subject) -> [Reading] {
    var readings: [Reading] = []
    for probe in all { probe.read(subject, into: &readings) }
    return readings
  }
}

extension [Reading] {
  /// Appends the reading of a whole number.
  mutating func add(_ metric: String, _ number: Int) {
    append(Reading(metric: metric, quantity: .integer(number)))
  }

  /// Appends the reading of a number with a fraction.
  mutating func add(_ metric: String, _ number: Double) {
    append(Reading(metric: metric, quantity: .real(number)))
  }
}

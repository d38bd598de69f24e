// Counts the retain cycles that each step breaks: notified where references go, judged when the step ends.

package import Faultline

/// Counts the retain cycles that steps break, by what broke them, and the objects that are gone with them.
///
/// A step breaks a retain cycle when the cycle was there before the step and none of its objects is in any cycle after
/// it. Only an object that loses a reference can do that. So the watch is notified just before a reference goes, and
/// searches what the losing object reaches: a step that only adds references costs nothing, and one that removes some
/// costs what lies around them.
package final class CycleWatch {
  /// The number of retain cycles that were broken so far.
  package private(set) var broken = 0
  /// The same by the keyword of the step, and by the contexts and entities of their objects.
  package private(set) var brokenParts = Breakdown()

  /// The number of objects of broken cycles that were gone at the end of the step that broke them.
  package private(set) var freed = 0
  /// The same by context and entity.
  package private(set) var freedParts = Breakdown()

  /// The bytes by which the heap had shrunk at the end of steps that broke a cycle; nil where the heap is not read.
  package private(set) var freedBytes: Int?

  /// The cause where no step is played: the end of a turn.
  package static let turn = "turn"

  private var isOn = true
  private var isolated: (() -> Void) -> Void = { $0() }
  private var level: (() -> Int)?
  /// The keywords of the steps that are played, one within the other.
  private var steps: [String] = []
  private var segment = Segment()
  /// The last object of each context when the segment began.
  private var newest: [UInt64] = []
  /// The names of contexts by their numbers, also of those that are gone.
  private var contextNames: [UInt64: String] = [:]
  /// How many objects were visited so far.
  private var visited = 0

  /// From here on a search in a large graph looks at the neighborhood only, so that no scenario takes forever.
  private static let mostVisits = 20_000_000
  private static let neighborhood = 1_000

  /// The watcher for contexts.
  ///
  /// Its closures do not count the watch, which stops it before it goes: an `--arc` pass would count them in part.
  package private(set) lazy var watcher = ReferenceWatcher(
    willLoseReferences: { [unowned(unsafe) self] in noteLoss(of: $0) },
    willGainReference: { [unowned(unsafe) self] in noteGain(of: $0, $1, $2) },
    didDeallocate: { [unowned(unsafe) self] in noteEnd(of: $0) })

  /// Starts with nothing broken.
  package init() { _ = watcher }

  deinit { watcher.stop() }

  /// Keeps what the watch itself allocates out of a measurement, and reads the heap's level.
  package func measure(
    isolated: @escaping (() -> Void) -> Void, level: @escaping () -> Int
  ) {
    self.isolated = isolated
    self.level = level
    freedBytes = 0
  }

  /// Ends the watch: what goes from now on is not the scenario's.
  package func stop() {
    watcher.stop()
    isOn = false
    isolated = { $0() }
    level = nil
    segment = Segment()
  }

  /// Stops watching while other threads work, and goes on.
  package func pause(_ isPaused: Bool) { isOn = !isPaused }

  // MARK: - Steps

  /// A step begins: what was broken since the last one is the doing of the step around it.
  package func begin(
    _ keyword: String, in contexts: @autoclosure () -> [ManagedObjectContext]
  ) {
    guard isOn else { return }
    judge()
    isolated {
      steps.append(keyword)
      note(contexts())
    }
  }

  /// The step that began last ends, with its turn.
  package func end(in contexts: @autoclosure () -> [ManagedObjectContext]) {
    guard isOn else { return }
    judge()
    isolated {
      _ = steps.popLast()
      note(contexts())
    }
  }

  /// Notes which objects there are: a cycle of later ones is made within the step, and the step cannot break it.
  private func note(_ contexts: [ManagedObjectContext]) {
    newest.removeAll(keepingCapacity: true)
    for context in contexts {
      newest.append(context.lastRegistrationNumber)
      guard contextNames[context.registrationSpace] == nil else { continue }
      contextNames[context.registrationSpace] = context.nameInReadings
    }
  }

  private func isNew(_ number: UInt64) -> Bool {
    !newest.contains { $0 >> 32 == number >> 32 && number <= $0 }
  }

  /// Decides which of the cycles that lost a reference are broken.
  private func judge() {
    guard segment.isUsed else { return }
    let bytes = segment.hasLosses ? level?() : nil
    isolated {
      let segment = self.segment
      self.segment = Segment()
      var isAnyBroken = false
      for cycle in segment.cycles where cycle.hasLosses && !survives(cycle) {
        isAnyBroken = true
        count(cycle)
      }
      if isAnyBroken, let bytes, let former = segment.bytes, let sum = freedBytes {
        freedBytes = sum + max(0, former - bytes)
      }
    }
  }

  /// Counts a cycle that is broken; all of its objects are of one context.
  private func count(_ cycle: Cycle) {
    let context = (cycle.members.first?.number).flatMap { contextNames[$0 >> 32] }
    broken += 1
    brokenParts.add(1, cause: steps.last ?? Self.turn)
    brokenParts.add(1, context: context)
    for entity in Set(cycle.members.map(\.entityName)) {
      brokenParts.add(1, entity: entity)
      brokenParts.add(1, of: entity, in: context)
    }
    for member in cycle.members where !member.isAlive {
      freed += 1
      freedParts.add(1, context: context, entity: member.entityName)
    }
  }

  /// Returns whether some object of a cycle is in a cycle now.
  private func survives(_ cycle: Cycle) -> Bool {
    let alive = cycle.members.filter(\.isAlive).map(\.object)
    // Near the objects, most often; in all that they reach, if need be.
    for limit in [Self.neighborhood, mostNow] {
      let region = Region(from: alive, limit: limit)
      visited += region.count
      if (0..<alive.count).contains(where: { region.isInCycle($0) }) { return true }
      if region.isWhole { return false }
    }
    return false
  }

  private var mostNow: Int { visited < Self.mostVisits ? .max : Self.neighborhood }

  // MARK: - Losses

  /// Notes the cycle that an object is in which is about to lose a reference.
  private func noteLoss(of owner: ManagedObject) {
    let number = owner.registrationNumber
    guard isOn, owner.isRegistered, owner.mayReachItself, !isNew(number) else { return }
    if let cycle = segment.cycleOf[number] {
      if !segment.cycles[cycle].hasLosses { noteLoss(in: cycle) }
    } else if !segment.acyclic.contains(number) {
      isolated { search(owner, number) }
      if let cycle = segment.cycleOf[number] { noteLoss(in: cycle) }
    }
  }

  private func noteLoss(in cycle: Int) {
    segment.cycles[cycle].hasLosses = true
    if segment.bytes == nil, let level { segment.bytes = level() }
  }

  /// Finds the cycles in what an object reaches; those that were found before are left out.
  ///
  /// Objects that were in no cycle when the step first came to them are in none that the step could break.
  private func search(_ owner: ManagedObject, _ number: UInt64) {
    let region = Region(from: [owner.unretained], limit: mostNow, without: segment.gained) {
      isNew($0) || segment.acyclic.contains($0) || segment.cycleOf[$0] != nil
    }
    visited += region.count
    for members in region.cycles {
      for member in members { segment.cycleOf[member.number] = segment.cycles.count }
      segment.cycles.append(Cycle(members: members))
    }
    if region.isWhole {
      region.forEachOutsideOfCycles { segment.acyclic.insert($0) }
    } else if segment.cycleOf[number] == nil {
      segment.acyclic.insert(number)
    }
  }

  /// Notes a reference that a step adds: it was not there before.
  private func noteGain(of owner: ManagedObject, _ tie: Int, _ object: ManagedObject) {
    let reference = Reference(
      owner: owner.registrationNumber, object: object.registrationNumber, tie: tie)
    guard isOn, !isNew(reference.owner), !isNew(reference.object) else { return }
    isolated { segment.gained.insert(reference) }
  }

  /// Notes that an object is gone; this takes no memory, since it is the workload that runs.
  private func noteEnd(of number: UInt64) {
    guard isOn, !segment.cycles.isEmpty, let cycle = segment.cycleOf[number] else { return }
    segment.cycles[cycle].noteEnd(of: number)
  }
}

/// What is known of the graph since a step began or the last step in it ended.
private struct Segment {
  /// The retain cycles that were met.
  var cycles: [Cycle] = []
  /// The place of each of their objects among them.
  var cycleOf: [UInt64: Int] = [:]
  /// The objects that were met and are in no cycle.
  var acyclic: Set<UInt64> = []
  /// The references that were added, among objects that were there before.
  var gained: Set<Reference> = []
  /// The heap's level before the first cycle lost a reference.
  var bytes: Int?

  var isUsed: Bool { !cycles.isEmpty || !acyclic.isEmpty || !gained.isEmpty }
  var hasLosses: Bool { cycles.contains { $0.hasLosses } }
}

/// A reference of one object to another, by the place of a relationship.
private struct Reference: Hashable {
  let owner: UInt64
  let object: UInt64
  let tie: Int
}

/// A retain cycle as it was before it lost a reference.
private struct Cycle {
  /// An object of the cycle, which is not held: it may go.
  struct Member {
    let number: UInt64
    let object: Unmanaged<ManagedObject>
    /// The model outlives the pass.
    private let entity: Unmanaged<EntityDescription>
    var isAlive = true

    init(number: UInt64, object: Unmanaged<ManagedObject>) {
      self.number = number
      self.object = object
      entity = object._withUnsafeGuaranteedRef { .passUnretained($0.entity) }
    }

    /// The name of the object's entity, also when the object is gone.
    var entityName: String { entity._withUnsafeGuaranteedRef { $0.name } }
  }

  /// In the order of their numbers.
  private(set) var members: [Member]
  /// Whether one of them was about to lose a reference.
  var hasLosses = false

  init(members: [Member]) { self.members = members }

  mutating func noteEnd(of number: UInt64) {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].number < number { low = middle + 1 } else { high = middle }
    }
    if low < members.count, members[low].number == number { members[low].isAlive = false }
  }
}

/// What some objects reach, and the retain cycles in it.
private struct Region {
  private var objects: [Unmanaged<ManagedObject>] = []
  private var numbers: [UInt64] = []
  private let components: Components
  /// Whether the objects reach nothing else.
  private(set) var isWhole = true

  var count: Int { objects.count }

  /// Visits what the objects reach, which stand first in it, up to about a limit.
  init(
    from roots: [Unmanaged<ManagedObject>], limit: Int, without gained: Set<Reference> = [],
    _ isLeftOut: (UInt64) -> Bool = { _ in false }
  ) {
    var places: [UInt64: Int] = [:]
    var edges: [(source: Int, target: Int)] = []
    var (objects, numbers, isWhole) = (self.objects, self.numbers, true)
    func place(of object: ManagedObject) -> Int? {
      let number = object.registrationNumber
      if let known = places[number] { return known }
      guard !isLeftOut(number) else { return nil }
      guard objects.count < max(limit, roots.count) else {
        isWhole = false
        return nil
      }
      places[number] = objects.count
      objects.append(.passUnretained(object))
      numbers.append(number)
      return objects.count - 1
    }
    for root in roots { _ = root._withUnsafeGuaranteedRef { place(of: $0) } }
    var next = 0
    while next < objects.count {
      objects[next]._withUnsafeGuaranteedRef { object in
        object.forEachReference { tie, other in
          guard other.isRegistered,
            gained.isEmpty
              || !gained.contains(
                Reference(owner: numbers[next], object: other.registrationNumber, tie: tie)),
            let target = place(of: other)
          else { return }
          edges.append((next, target))
        }
      }
      next += 1
    }
    var builder = ReferenceGraph.Builder(
      kinds: [""], relationships: [ReferenceGraph.Relationship("")])
    builder.reserve(nodes: objects.count, edges: edges.count)
    for _ in objects.indices { builder.appendNode(kind: 0) }
    for edge in edges { builder.appendEdge(from: edge.source, to: edge.target, relationship: 0) }
    components = Components(of: builder.build())
    (self.objects, self.numbers, self.isWhole) = (objects, numbers, isWhole)
  }

  func isInCycle(_ place: Int) -> Bool { components.membership[place] != RetainCycles.none }

  /// The members of each retain cycle, in the order of their numbers.
  var cycles: [[Cycle.Member]] {
    (0..<components.count).map { cycle in
      components.nodes(of: cycle)
        .map { Cycle.Member(number: numbers[Int($0)], object: objects[Int($0)]) }
        .sorted { $0.number < $1.number }
    }
  }

  func forEachOutsideOfCycles(_ body: (UInt64) -> Void) {
    for place in objects.indices where !isInCycle(place) { body(numbers[place]) }
  }
}

extension ManagedObject {
  fileprivate final var unretained: Unmanaged<ManagedObject> { .passUnretained(self) }

  /// A Boolean value that indicates whether it refers to an object that refers to others: otherwise nothing leads back.
  fileprivate final var mayReachItself: Bool {
    var mayReach = false
    forEachReference { _, other in if other.mayRefer { mayReach = true } }
    return mayReach
  }
}

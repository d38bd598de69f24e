// One look at every object: its state, its holders, its references and its bytes.

package import Faultline

/// What a checkpoint wants to know of every object, found by visiting each once.
///
/// What a checkpoint costs is what this costs: each probe that went through the objects by itself would cost as
/// much once more. Nothing fires; objects that may refer to others are held as long as the census is.
package struct Census {
  /// The objects, for what else is asked about them.
  package let objects: ObjectGraph
  /// Whose the workload's bytes are.
  package let owned: OwnedBytes
  /// The registered objects of the contexts.
  package private(set) var registered = 0
  /// Those of them that have their values.
  package private(set) var realized = 0
  /// Those that a relationship holds.
  package private(set) var related = 0
  /// Those that a container holds.
  package private(set) var contained = 0
  /// Those with a holder that the engine does not know (C3).
  package private(set) var outside = 0
  /// The same by context and entity.
  private var cells = CellTable()
  /// The bytes of undo managers by the numbers of their contexts.
  private var undoBytes: [UInt64: Int] = [:]

  /// Looks at the objects made after a moment.
  ///
  /// - Parameters:
  ///   - contexts: The contexts whose objects are counted as registered.
  ///   - moment: Contexts made after this are searched for retain cycles and for blocks, those that leaked as well.
  ///   - heap: Where bytes are counted; nil for nowhere.
  ///   - show: Shows all blocks but those of the objects themselves.
  package init(
    of contexts: [ManagedObjectContext], since moment: Population.Moment, in heap: Heap?,
    showing show: (BlockVisitor) -> Void = { _ in }
  ) {
    let open = Set(contexts.map(\.registrationSpace))
    var cells = CellTable()
    var undoBytes: [UInt64: Int] = [:]
    var shown: ObjectSnapshot?
    owned =
      heap.map { heap in
        OwnedBytes(in: heap) { visitor, sums in
          // The snapshot first, for it goes through memory in order: a second showing of an object is seen at once.
          var last: (cell: Int, sums: OwnedBytes)?
          func closeCell() {
            let now = sums()
            if let last {
              cells[last.cell].objectBytes += now[.objects] - last.sums[.objects]
              cells[last.cell].faultBytes += now[.faults] - last.sums[.faults]
            }
            last?.sums = now
          }
          shown = ObjectSnapshot(since: moment, showing: visitor) { entity, space in
            closeCell()
            last = (cells.place(of: entity, in: open.contains(space) ? space : nil), sums())
          }
          closeCell()
          for context in contexts where context.undoManager != nil {
            let former = sums()[.undo]
            context.onItsQueue { $0.undoManager?.showBlocks(to: visitor) }
            undoBytes[context.registrationSpace] = sums()[.undo] - former
          }
          Population.showHomes(since: moment, to: visitor)
          show(visitor)
        }
      } ?? OwnedBytes()
    self.cells = cells
    self.undoBytes = undoBytes
    objects = ObjectGraph(of: shown ?? ObjectSnapshot(since: moment))
    count(in: contexts, open)
    Population.forEachCount(since: moment) { entity, space, live, registered in
      let own = self.cells.place(of: entity, in: open.contains(space) ? space : nil)
      self.cells[own].live += registered
      let forgotten = self.cells.place(of: entity, in: nil)
      self.cells[forgotten].live += live - registered
    }
  }

  /// Returns the parts of a count by context and entity, with the names of contexts by their numbers.
  func parts(_ count: (CellCounts) -> Int, named names: [UInt64: String]) -> Breakdown {
    cells.parts(count, named: names)
  }

  /// Returns the bytes of undo managers by context.
  func undoParts(named names: [UInt64: String]) -> Breakdown {
    var parts = Breakdown()
    for (space, bytes) in undoBytes { parts.add(bytes, context: names[space]) }
    return parts
  }

  /// Which objects refer to each other in a circle.
  package var cycles: RetainCycles { objects.cycles }

  private mutating func count(in contexts: [ManagedObjectContext], _ open: Set<UInt64>) {
    let holds = KnownHolds(of: objects, contexts)
    let membership = objects.cycles.membership
    let entities = objects.snapshot.entities
    var last = (context: UInt64.max, entity: Int32(-1), isOpen: false, cell: 0)
    for (place, entry) in objects.snapshot.entries.enumerated() {
      let context = entry.number >> 32
      if context != last.context || entry.entity != last.entity {
        let isOpen = open.contains(context)
        let cell = cells.place(of: entities[Int(entry.entity)], in: isOpen ? context : nil)
        last = (context, entry.entity, isOpen, cell)
      }
      if !membership.isEmpty, membership[place] != RetainCycles.none {
        cells[last.cell].inCycles += 1
      }
      guard last.isOpen else { continue }
      cells[last.cell].count(
        entry.states, isRelated: holds.related(at: place) > 0,
        isContained: holds.isContained[place],
        isHeldOutside: holds.strangers(at: place, entry, isOpen: true) > 0)
    }
    for counts in cells.all {
      registered += counts.registered
      realized += counts.realized
      related += counts.related
      contained += counts.contained
      outside += counts.outside
    }
  }

  /// Returns the retain cycles by context and entity; a cycle concerns every entity that has an object in it.
  func cycleParts(named names: [UInt64: String]) -> Breakdown {
    var parts = Breakdown()
    let membership = objects.cycles.membership
    guard !membership.isEmpty else { return parts }
    var seen: [Set<Int32>] = Array(repeating: [], count: objects.cycles.count)
    for (place, entry) in objects.snapshot.entries.enumerated()
    where membership[place] != RetainCycles.none {
      let cycle = Int(membership[place])
      let context = names[entry.number >> 32]
      if seen[cycle].isEmpty { parts.add(1, context: context) }
      guard seen[cycle].insert(entry.entity).inserted else { continue }
      let entity = objects.snapshot.entities[Int(entry.entity)].name
      parts.add(1, entity: entity)
      parts.add(1, of: entity, in: context)
    }
    return parts
  }
}

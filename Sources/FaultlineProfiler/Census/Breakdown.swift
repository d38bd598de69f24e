// Whose a number is, as the profiler counts it: its parts by context and by entity, and by both.

import Faultline
package import FaultlineMeasures

/// The parts of a number by context, by entity, by both, and by cause.
package struct Breakdown: Sendable, Equatable {
  /// A context and an entity.
  private struct Pair: Sendable, Hashable {
    let context: String
    let entity: String
  }

  /// The parts by one of them.
  package private(set) var parts = ReadingParts()
  private var pairs: [Pair: Int] = [:]
  /// The parts by the keyword of the step that caused them.
  package private(set) var causes: [String: Int] = [:]

  package init() {}

  /// Adds a part that belongs to one context and to one entity; nil stands for none.
  mutating func add(_ number: Int, context: String?, entity: String?) {
    add(number, context: context)
    add(number, entity: entity)
    add(number, of: entity, in: context)
  }

  /// Adds a part of a context, of whatever entity.
  mutating func add(_ number: Int, context: String?) {
    if number != 0 { parts.contexts[context ?? ReadingParts.none, default: 0] += number }
  }

  /// Adds a part of an entity, in whatever context.
  mutating func add(_ number: Int, entity: String?) {
    if number != 0 { parts.entities[entity ?? ReadingParts.none, default: 0] += number }
  }

  /// Adds what belongs to an entity in a context, and is counted in the parts of both already.
  mutating func add(_ number: Int, of entity: String?, in context: String?) {
    let pair = Pair(context: context ?? ReadingParts.none, entity: entity ?? ReadingParts.none)
    if number != 0 { pairs[pair, default: 0] += number }
  }

  /// Adds a part that a kind of step has caused.
  mutating func add(_ number: Int, cause: String) {
    if number != 0 { causes[cause, default: 0] += number }
  }

  /// Returns the same with the rest of a number in no context and of no entity.
  ///
  /// Where entities share parts, these may come to more than the number, and there is no rest.
  func completed(to total: Int) -> Breakdown {
    var whole = self
    whole.add(total - parts.contexts.values.reduce(0, +), context: nil)
    whole.add(max(0, total - parts.entities.values.reduce(0, +)), entity: nil)
    return whole
  }

  /// Returns the part that arguments of a metric name: a cause, a context or an entity, or the latter two in any order.
  func part(of arguments: [String]) -> Int {
    guard arguments.count == 2 else {
      let argument = arguments.first ?? ""
      let cause = argument.hasPrefix("cause ") ? String(argument.dropFirst(6)) : argument
      return causes[cause] ?? parts.part(of: argument)
    }
    let keys = arguments.map(Self.key)
    let orders = [(keys[0], keys[1]), (keys[1], keys[0])]
    return orders.lazy.compactMap { pairs[Pair(context: $0.0, entity: $0.1)] }.first ?? 0
  }

  /// Returns an argument without the word before it, as parts are keyed.
  private static func key(of argument: String) -> String {
    let word = MetricName.argumentWords.first { argument.hasPrefix("\($0) ") }
    let name = word.map { String(argument.dropFirst($0.count + 1)) } ?? argument
    return name == MetricName.none ? ReadingParts.none : name
  }
}

// MARK: - What a census counts by context and entity

/// What is counted of the objects of one entity in one context.
struct CellCounts {
  var live = 0
  var registered = 0
  var realized = 0
  var faults: Int { registered - realized }
  var inserted = 0
  var updated = 0
  var deleted = 0
  var changed = 0
  var retained = 0
  var pooled = 0
  var related = 0
  var contained = 0
  var outside = 0
  var inCycles = 0
  var objectBytes = 0
  var faultBytes = 0

  /// Counts a registered object of an open context.
  mutating func count(
    _ states: ObjectStates, isRelated: Bool, isContained: Bool, isHeldOutside: Bool
  ) {
    registered += 1
    if !states.contains(.fault) { realized += 1 }
    if states.contains(.inserted) { inserted += 1 }
    if states.contains(.updated) { updated += 1 }
    if states.contains(.deleted) { deleted += 1 }
    if states.contains(.heldForChanges) { changed += 1 }
    if states.contains(.retained) { retained += 1 }
    if states.contains(.pooled) { pooled += 1 }
    if isRelated { related += 1 }
    if isContained { contained += 1 }
    if isHeldOutside { outside += 1 }
  }
}

/// The objects of a census by context and entity.
struct CellTable {
  private struct Key: Hashable {
    /// The number of an open context; nil for any that is gone.
    let space: UInt64?
    let entity: ObjectIdentifier
  }

  private struct Cell {
    let space: UInt64?
    let entity: EntityDescription
    var counts = CellCounts()
  }

  private var cells: [Cell] = []
  private var places: [Key: Int] = [:]

  /// Returns the place of the objects of an entity in a context.
  mutating func place(of entity: EntityDescription, in space: UInt64?) -> Int {
    let key = Key(space: space, entity: ObjectIdentifier(entity))
    if let known = places[key] { return known }
    places[key] = cells.count
    cells.append(Cell(space: space, entity: entity))
    return cells.count - 1
  }

  subscript(place: Int) -> CellCounts {
    get { cells[place].counts }
    _modify { yield &cells[place].counts }
  }

  /// What is counted in each cell.
  var all: [CellCounts] { cells.map(\.counts) }

  /// Returns the parts of a count, with the names of contexts by their numbers.
  func parts(_ count: (CellCounts) -> Int, named names: [UInt64: String]) -> Breakdown {
    var parts = Breakdown()
    for cell in cells {
      parts.add(
        count(cell.counts), context: cell.space.flatMap { names[$0] }, entity: cell.entity.name)
    }
    return parts
  }
}

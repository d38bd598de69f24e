// The target of a to-one relationship: one of the objects of a variable, or of what was loaded.

import Faultline

/// `pick(managers)`, `pick(Department)`, or with an exponent for a few that are picked often.
struct PickTarget: Sendable {
  private enum Choice: Sendable {
    case variable(Variable)
    case rows([InitialData.Range])
  }

  private let choice: Choice
  private let exponent: Double?

  init(
    _ node: Node, to relationship: RelationshipDescription, in scope: PlanScope, isLoaded: Bool
  ) throws(Diagnostic) {
    let usage = [
      "it is written pick(Entity) or pick(name), and pick(Entity, 1.2) to favour the first"
    ]
    guard let call = GeneratorCall(try node.text()), call.name == PickGenerator.name,
      (1...2).contains(call.words.count)
    else {
      throw node.diagnostic(
        "'\(relationship.name)' leads to objects, and \(node.inWords) is none of them", notes: usage
      )
    }
    if call.words.count == 2 {
      let number = Node(.scalar(.init(text: call.words[1], style: .plain)), at: node.range)
      exponent = try number.number()
      guard let exponent, exponent > 0 else {
        throw node.diagnostic("the exponent is above 0", notes: usage)
      }
    } else {
      exponent = nil
    }
    let name = call.words[0]
    let entity: EntityDescription
    if !isLoaded, let variable = scope.variables.objects(named: name, at: node) {
      choice = .variable(variable)
      entity = variable.entity
    } else if let known = scope.model.entitiesByName[name] {
      let ranges = scope.data.ranges(of: known, in: scope.model)
      guard !ranges.isEmpty else { throw node.nothingToPick(name) }
      choice = .rows(ranges)
      entity = known
    } else {
      let known = scope.model.entities.map(\.name) + (isLoaded ? [] : scope.variables.known)
      throw .unknown("entity or name", name, at: node.range, known: known, plural: "words")
    }
    guard let destination = relationship.destinationEntity, entity.isKindOf(entity: destination)
    else {
      throw node.diagnostic(
        "'\(relationship.name)' leads to '\(relationship.destinationEntityName)' objects, "
          + "and \(name.inQuotes) are of '\(entity.name)'")
    }
  }

  /// Refuses to pick among the objects of another context (P7).
  func check(in estimate: CostEstimate) throws(Diagnostic) {
    if case .variable(let variable) = choice { try estimate.contexts.check(variable) }
  }

  /// The context among whose objects is picked.
  func owner(in estimate: CostEstimate) throws(Diagnostic) -> EstimatedContexts.Entry {
    switch choice {
    case .variable(let variable): try estimate.contexts.owner(of: variable)
    case .rows: try estimate.contexts.context(nil)
    }
  }

  /// Picks the keys of what is loaded; nil where the objects of a variable are meant.
  var keys: KeyPool? {
    guard case .rows(let ranges) = choice else { return nil }
    return KeyPool(ranges, exponent)
  }

  /// Those to pick among while a session plays.
  func pool(in session: Session, ofAnyone isOfAnyone: Bool = false) throws -> ObjectPool {
    switch choice {
    case .variable(let variable):
      let objects = try session.objects(variable, ofAnyone: isOfAnyone)
      guard !objects.isEmpty else {
        let name = variable.name
        throw StepFailure("pick(\(name)): '\(name)' holds no object here, so none can be picked.")
      }
      return ObjectPool(
        objects: objects,
        keys: KeyPool([InitialData.Range(entity: 0, first: 0, count: objects.count)], exponent),
        session: session)
    case .rows(let ranges):
      return ObjectPool(objects: nil, keys: KeyPool(ranges, exponent), session: session)
    }
  }
}

/// Keys to pick among.
struct KeyPool {
  private let ranges: [InitialData.Range]
  let count: Int
  private let ranks: ZipfRanks?

  init(_ ranges: [InitialData.Range], _ exponent: Double?) {
    self.ranges = ranges
    let count = ranges.reduce(0) { $0 + $1.count }
    self.count = count
    ranks = exponent.map { ZipfRanks(count: count, exponent: $0) }
  }

  func next(_ source: inout Source) -> ForeignKey { key(at: place(&source)) }

  /// So many keys, none of them twice; at most as many as there are.
  func distinct(_ wanted: Int, _ source: inout Source) -> [ForeignKey] {
    var places: [Int] = []
    var taken: Set<Int> = []
    // A few of many are seldom drawn twice; what an exponent hardly ever draws follows in the order of the keys.
    var tries = wanted.times(8)
    while places.count < wanted, tries > 0 {
      tries -= 1
      let place = place(&source)
      if taken.insert(place).inserted { places.append(place) }
    }
    var rest = 0
    while places.count < min(wanted, count) {
      if taken.insert(rest).inserted { places.append(rest) }
      rest += 1
    }
    return places.map { key(at: $0) }
  }

  private func place(_ source: inout Source) -> Int {
    ranks.map { $0.next(&source) - 1 } ?? Int.random(in: 0..<count, using: &source.dice)
  }

  private func key(at place: Int) -> ForeignKey {
    var place = place
    for range in ranges {
      if place < range.count {
        return ForeignKey(entity: range.entity, key: range.first + Int64(place))
      }
      place -= range.count
    }
    return ForeignKey(entity: ranges[0].entity, key: ranges[0].first)
  }
}

/// Objects to pick among.
struct ObjectPool {
  fileprivate let objects: ContiguousArray<ManagedObject>?
  fileprivate let keys: KeyPool
  fileprivate let session: Session

  func next(_ source: inout Source) throws -> ManagedObject {
    let key = keys.next(&source)
    if let objects { return objects[Int(key.key)] }
    let entity = session.model.entities[key.entity]
    return session.context.object(with: try session.coordinator.objectID(entity, key.key))
  }
}

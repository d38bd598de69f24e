// The target of a to-one relationship: one of the objects of a variable, or of what was loaded.

import Faultline

/// `pick(managers)`, `pick(Department)`, or with an exponent for a few that are picked often.
struct PickTarget: Sendable {
  private enum Source: Sendable {
    case cast(String)
    case stock([Stock.Range])
  }

  private let source: Source
  private let node: Node
  private let exponent: Double?

  init(
    _ node: Node, to relationship: RelationshipDescription, _ rehearsal: Rehearsal, isLoaded: Bool
  ) throws(Diagnostic) {
    self.node = node
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
    if !isLoaded, let named = rehearsal.entity(ofObjects: name) {
      source = .cast(name)
      entity = named
    } else if let known = rehearsal.model.entitiesByName[name] {
      let ranges = rehearsal.stock.ranges(of: known, in: rehearsal.model)
      guard !ranges.isEmpty else {
        throw node.diagnostic(
          "nothing of \(name.inQuotes) is loaded before the run, so none can be picked",
          notes: ["data: {\(name): {count: 10}} loads some"])
      }
      source = .stock(ranges)
      entity = known
    } else {
      let known = rehearsal.model.entities.map(\.name) + (isLoaded ? [] : rehearsal.givenNames)
      throw .unknown("entity or name", name, at: node.range, known: known, plural: "words")
    }
    guard let destination = relationship.destinationEntity, entity.isKindOf(entity: destination)
    else {
      throw node.diagnostic(
        "'\(relationship.name)' leads to '\(relationship.destinationEntityName)' objects, "
          + "and \(name.inQuotes) are of '\(entity.name)'")
    }
  }

  /// Refuses to pick among the objects of another context, unless a step wants just that; whose they are.
  func weigh(
    _ work: Workload, ofAnyone isOfAnyone: Bool = false
  ) throws(Diagnostic) -> WorkloadContexts.Entry? {
    guard case .cast(let name) = source else {
      return isOfAnyone ? try work.contexts.contextOrCurrent(nil) : nil
    }
    if !isOfAnyone { try work.contexts.check(name, at: node) }
    return try work.contexts.owner(name, at: node)
  }

  /// Picks the keys of what is loaded; nil where the objects of a name are meant.
  var keys: KeyPool? {
    guard case .stock(let ranges) = source else { return nil }
    return KeyPool(ranges, exponent)
  }

  /// Those to pick among, on a stage.
  func pool(on stage: Stage, ofAnyone isOfAnyone: Bool = false) throws(StepFailure) -> ObjectPool {
    switch source {
    case .cast(let name):
      let objects = try stage.objects(name, ofAnyone: isOfAnyone)
      guard !objects.isEmpty else {
        throw StepFailure("pick(\(name)): nothing is named '\(name)' here, so none can be picked.")
      }
      return ObjectPool(
        objects: objects,
        keys: KeyPool([Stock.Range(entity: 0, first: 0, count: objects.count)], exponent),
        stage: stage)
    case .stock(let ranges):
      return ObjectPool(objects: nil, keys: KeyPool(ranges, exponent), stage: stage)
    }
  }
}

/// Keys to pick among.
struct KeyPool {
  private let ranges: [Stock.Range]
  private let count: Int
  private let ranks: ZipfRanks?

  init(_ ranges: [Stock.Range], _ exponent: Double?) {
    self.ranges = ranges
    let count = ranges.reduce(0) { $0 + $1.count }
    self.count = count
    ranks = exponent.map { ZipfRanks(count: count, exponent: $0) }
  }

  func next(_ source: inout Source) -> ForeignKey {
    var place =
      ranks.map { $0.next(&source) - 1 } ?? Int.random(in: 0..<count, using: &source.dice)
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
  fileprivate let stage: Stage

  func next(_ source: inout Source) throws(StepFailure) -> ManagedObject {
    let key = keys.next(&source)
    if let objects { return objects[Int(key.key)] }
    return try engine { () throws(GraphError) in
      let entity = stage.model.entities[key.entity]
      return stage.context.object(with: try stage.coordinator.objectID(entity, key.key))
    }
  }
}

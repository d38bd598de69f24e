// Random scenarios, the same for the same seed: the model is played along, so that every step can be played.

/// What random scenarios are made of.
package struct Scope: Sendable {
  package var hasUndo = true
  package var hasTurns = true
  package var hasDeletions = true
  package var hasRefreshes = true
  package var hasFamilies = true
  package var hasSiblings = true
  package var hasWindows = true
  package var hasOneWays = true
  package var hasRetaining = true
  package var mostSteps = 24
  /// The stores, each as often as it is to be chosen: files take longer.
  package var stores: [StoreKind] = Array(repeating: .memory, count: 7) + [.sqlite]

  package init() {}

  /// One context, inserts, fetches, relationships, deletions and saves.
  package static var simple: Scope {
    var scope = Scope()
    scope.hasUndo = false
    scope.hasTurns = false
    scope.hasRefreshes = false
    scope.hasFamilies = false
    scope.hasSiblings = false
    scope.hasWindows = false
    scope.hasOneWays = false
    scope.hasRetaining = false
    return scope
  }
}

/// Makes random scenarios.
package struct Generator {
  private var chance: Chance
  private let scope: Scope
  private var script: Script
  private var world: World
  private var nextNumber = 100

  /// The scenario of a seed.
  package static func script(seed: UInt64, scope: Scope = Scope()) -> Script {
    var generator = Generator(seed: seed, scope)
    return generator.generated()
  }

  private init(seed: UInt64, _ scope: Scope) {
    var chance = Chance(seed: seed)
    let schema = Schema.random(&chance, hasOneWays: scope.hasOneWays)
    var main = ContextSettings()
    main.undo = Self.undo(&chance, scope)
    main.retains = scope.hasRetaining && chance.happens(12)
    main.mergesByItself = scope.hasSiblings && chance.happens(12)
    let rows = schema.entities.map { _ in chance.number(0...3) }
    script = Script(schema: schema, rows: rows, main: main)
    script.store = chance.pick(scope.stores)
    script.makesDestinations = seed % 3 != 0
    world = World(script)
    self.chance = chance
    self.scope = scope
  }

  private static func undo(_ chance: inout Chance, _ scope: Scope) -> ContextSettings.Undo {
    guard scope.hasUndo else { return .none }
    switch chance.number(0...9) {
    case 0...3: return .none
    case 4...7: return .unlimited
    default: return .levels(chance.number(1...3))
    }
  }

  private mutating func generated() -> Script {
    let count = chance.number(4...scope.mostSteps)
    var attempts = 0
    while script.steps.count < count, attempts < 10 * count {
      attempts += 1
      if scope.hasTurns, chance.happens(15) { addTurn() } else { addAction() }
    }
    // Merges that came later let a save keep its notification, so that not all may be as it was.
    return script.repaired() ?? script
  }

  private mutating func addAction() {
    let context = anyContext()
    guard let play = world.playIfPossible(Play(anyAction(in: context), in: context)) else { return }
    script.steps.append(.action(play))
  }

  private mutating func addTurn() {
    let first = anyContext()
    world.beginTurn(in: first)
    var plays: [Play] = []
    for _ in 0..<chance.number(1...5) {
      let context = chance.happens(80) ? first : anyContext()
      var action = anyAction(in: context)
      if chance.happens(12) { action = chance.happens(50) ? .drain : .process }
      if let play = world.playIfPossible(Play(action, in: context)) { plays.append(play) }
    }
    world.endTurn()
    script.steps.append(.turn(in: first, plays.isEmpty ? [Play(.drain, in: first)] : plays))
    if plays.isEmpty { world = World.played(script) }
  }

  // MARK: - Choices

  private mutating func anyContext() -> String {
    let open = world.openContextNames
    return chance.happens(40) ? Script.mainName : chance.pick(open)
  }

  private mutating func anyEntity() -> Int { chance.number(0...script.schema.entities.count - 1) }

  private func names(in context: String) -> [String] { world.variableNames(in: context) }

  /// A name to be given: often a new one.
  private mutating func newName(in context: String) -> String {
    "\(context.prefix(1))\(context.suffix(1))\(chance.number(0...4))"
  }

  private mutating func numbers() -> Int {
    defer { nextNumber += 10 }
    return nextNumber
  }

  private mutating func anyAction(in context: String) -> Action {
    let known = names(in: context)
    let name = known.isEmpty ? "" : chance.pick(known)
    let entity = world.entity(of: name)
    let open = world.openContextNames
    if open.count > 1, chance.happens(8) { return .merge(from: chance.pick(open)) }
    if open.count == 1, scope.hasFamilies || scope.hasSiblings, chance.happens(15) {
      return anyAboutContexts(in: context)
    }
    let places = entity.map { script.schema.entities[$0].relationships.count } ?? 0
    switch chance.number(0...99) {
    case 0..<12:
      return .insert(
        entity: anyEntity(), count: chance.number(1...2),
        into: chance.happens(80) ? newName(in: context) : nil, first: numbers())
    case 12..<27: return .fetch(anyFetch(in: context))
    case 27..<31: return .touch(name)
    case 31..<38 where places > 0: return .walk(name, path: anyPath(from: entity))
    case 38..<44: return .set(name, first: numbers())
    case 44..<56 where places > 0:
      let place = chance.number(0...places - 1)
      let destination = entity.map { script.schema.entities[$0].relationships[place].destination }
      let others = known.filter { world.entity(of: $0) == destination }
      return others.isEmpty ? .touch(name) : .relate(name, by: place, to: chance.pick(others))
    case 56..<60 where places > 0: return .unrelate(name, by: chance.number(0...places - 1))
    case 60..<64: return scope.hasDeletions ? .delete(name) : .touch(name)
    case 64..<71: return .save(isRefused: false)
    case 71..<76:
      return scope.hasRefreshes ? .refresh(name, merges: chance.happens(40)) : .touch(name)
    case 76..<78: return .rollback
    case 78..<83: return scope.hasUndo ? .undo(chance.happens(75) ? 1 : 2) : .touch(name)
    case 83..<86: return scope.hasUndo ? .redo(chance.happens(75) ? 1 : 2) : .touch(name)
    case 86: return scope.hasUndo ? .scrub : .touch(name)
    case 87: return .reset
    case 88..<92: return .release(name)
    case 92: return .hold(name, as: "h\(newName(in: context))")
    case 93: return .count(entity: anyEntity())
    default: return anyAboutContexts(in: context)
    }
  }

  private mutating func anyFetch(in context: String) -> Fetch {
    var fetch = Fetch(entity: anyEntity(), into: chance.happens(85) ? newName(in: context) : nil)
    fetch.form = chance.pick([.faults, .faults, .realized, .keys])
    if scope.hasWindows, chance.happens(30) {
      fetch.isSorted = true
      if chance.happens(70) { fetch.limit = chance.number(1...3) }
      if chance.happens(30) { fetch.offset = chance.number(1...2) }
    }
    return fetch
  }

  private mutating func anyPath(from entity: Int?) -> [Int] {
    var path: [Int] = []
    guard var entity else { return [] }
    for _ in 0..<chance.number(1...2) {
      let relationships = script.schema.entities[entity].relationships
      guard !relationships.isEmpty else { break }
      let place = chance.number(0...relationships.count - 1)
      path.append(place)
      entity = relationships[place].destination
    }
    return path
  }

  private mutating func anyAboutContexts(in context: String) -> Action {
    let open = world.openContextNames
    var settings = ContextSettings()
    settings.undo = Self.undo(&chance, scope)
    settings.retains = scope.hasRetaining && chance.happens(10)
    switch chance.number(0...9) {
    case 0...3 where scope.hasFamilies && open.count < 3:
      settings.mergesByItself = scope.hasSiblings && chance.happens(25)
      return .open("kid\(open.count)", parent: context, settings)
    case 4...6 where scope.hasSiblings && open.count < 3:
      settings.mergesByItself = chance.happens(25)
      return .open("side\(open.count)", parent: nil, settings)
    case 7: return .close(chance.pick(open))
    default: return .merge(from: chance.pick(open))
    }
  }
}

extension World {
  /// The world after a script.
  static func played(_ script: Script) -> World {
    var world = World(script)
    for step in script.steps {
      if case .turn(let context, _) = step { world.beginTurn(in: context) }
      for play in step.plays { _ = world.playIfPossible(play) }
      if case .turn = step { world.endTurn() }
    }
    return world
  }

  var openContextNames: [String] { contexts.filter(\.isOpen).map(\.name) }

  func variableNames(in name: String) -> [String] {
    guard let context = context(name) else { return [] }
    return variables.filter { $0.value.context == context && !$0.value.objects.isEmpty }.keys
      .sorted()
  }

  func entity(of name: String) -> Int? { variables[name]?.entity }
}

extension Schema {
  /// Some entities with relationships of any kind between them.
  static func random(
    _ chance: inout Chance, hasOneWays: Bool
  ) -> Schema {
    let names = ["A", "B", "C"]
    var schema = Schema(
      entities: (0..<chance.number(1...3)).map { Entity(name: names[$0]) })
    for number in 0..<chance.number(1...3) {
      let one = chance.number(0...schema.entities.count - 1)
      let other = chance.number(0...schema.entities.count - 1)
      schema.add(&chance, number, from: one, to: other, hasOneWays: hasOneWays)
    }
    return schema
  }

  private mutating func add(
    _ chance: inout Chance, _ number: Int, from one: Int, to other: Int, hasOneWays: Bool
  ) {
    var forth = Relationship(name: "r\(number)", destination: other, isToMany: false)
    var back = Relationship(name: "s\(number)", destination: one, isToMany: true)
    switch chance.number(0...9) {
    case 0...4: break
    case 5: back.isToMany = false
    case 6...7: forth.isToMany = true
    case 8: back.isOrdered = true
    default:
      forth.isToMany = chance.happens(50)
      if hasOneWays {
        entities[one].relationships.append(forth)
        return
      }
    }
    if chance.happens(20) {
      back.deleteRule = chance.happens(40) ? .deny : .cascade
    }
    let place = entities[one].relationships.count
    forth.inverse = entities[other].relationships.count + (one == other ? 1 : 0)
    back.inverse = place
    entities[one].relationships.append(forth)
    entities[other].relationships.append(back)
  }
}

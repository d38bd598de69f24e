// The smallest scenario that still differs.

/// Makes a scenario smaller as long as something still holds of it.
package struct Shrinker {
  private let holds: (Script) -> Bool
  /// How many scenarios it may try.
  private var attempts: Int

  /// Shrinks what something holds of; each try may take as long as a play of both sides.
  package init(attempts: Int = 3_000, while holds: @escaping (Script) -> Bool) {
    self.attempts = attempts
    self.holds = holds
  }

  /// The smallest scenario that was found.
  package mutating func smallest(_ script: Script) -> Script {
    var best = script
    while true {
      let before = best
      removeSteps(from: &best)
      for simpler in [flattened, withoutPlays, withoutRelationships, withLessOfEverything] {
        while let found = simpler(best).first(where: { isSmallerAndHolds($0, than: best) }),
          let repaired = found.repaired()
        {
          best = repaired
        }
      }
      if best == before || attempts <= 0 { return best }
    }
  }

  private mutating func isSmallerAndHolds(_ script: Script, than best: Script) -> Bool {
    guard attempts > 0, let script = script.repaired(), script != best else { return false }
    attempts -= 1
    return holds(script)
  }

  /// Leaves out as many steps at once as it can: halves, quarters, and at last single ones, from the back.
  private mutating func removeSteps(from best: inout Script) {
    var size = max(1, best.steps.count / 2)
    while true {
      var end = best.steps.count
      while end > 0 {
        let range = max(0, end - size)..<end
        var candidate = best
        candidate.steps.removeSubrange(range)
        if isSmallerAndHolds(candidate, than: best), let repaired = candidate.repaired() {
          best = repaired
          end = min(range.lowerBound, best.steps.count)
        } else {
          end = range.lowerBound
        }
      }
      if size == 1 { return }
      size /= 2
    }
  }

  // MARK: - Simpler scenarios

  /// Turns that become single steps.
  private func flattened(_ script: Script) -> [Script] {
    script.steps.indices.compactMap { place in
      guard case .turn(_, let plays) = script.steps[place] else { return nil }
      var simpler = script
      simpler.steps.replaceSubrange(place...place, with: plays.map(Step.action))
      return simpler
    }
  }

  /// Turns with an action less.
  private func withoutPlays(_ script: Script) -> [Script] {
    script.steps.indices.flatMap { place -> [Script] in
      guard case .turn(let context, let plays) = script.steps[place] else { return [] }
      return plays.indices.reversed().map { index in
        var fewer = plays
        fewer.remove(at: index)
        var simpler = script
        simpler.steps[place] = .turn(in: context, fewer)
        return simpler
      }
    }
  }

  /// Schemas with a relationship less.
  private func withoutRelationships(_ script: Script) -> [Script] {
    script.schema.ends.reversed().map { script.without($0) }
  }

  /// Fewer rows, plainer settings, smaller numbers.
  private func withLessOfEverything(_ script: Script) -> [Script] {
    var simpler: [Script] = []
    func offer(_ change: (inout Script) -> Void) {
      var candidate = script
      change(&candidate)
      if candidate != script { simpler.append(candidate) }
    }
    offer { $0.main = ContextSettings() }
    offer { $0.main.undo = .none }
    if case .levels = script.main.undo { offer { $0.main.undo = .unlimited } }
    offer { $0.main.retains = false }
    offer { $0.main.mergesByItself = false }
    offer { $0.store = .memory }
    for entity in script.rows.indices where script.rows[entity] > 0 {
      offer { $0.rows[entity] = 0 }
      offer { $0.rows[entity] -= 1 }
    }
    for place in script.steps.indices {
      for play in script.steps[place].plays.indices {
        for action in script.steps[place].plays[play].action.simpler {
          offer { $0.steps[place].replace(play, by: action) }
        }
      }
    }
    return simpler
  }
}

extension Step {
  /// Puts another action into the place of one.
  mutating func replace(_ place: Int, by action: Action) {
    switch self {
    case .action(var play):
      play.action = action
      self = .action(play)
    case .turn(let context, var plays):
      plays[place].action = action
      self = .turn(in: context, plays)
    }
  }
}

extension Action {
  /// Actions that do less.
  fileprivate var simpler: [Action] {
    switch self {
    case .insert(let entity, let count, let into, let first):
      var simpler: [Action] = []
      if count > 1 { simpler.append(.insert(entity: entity, count: 1, into: into, first: first)) }
      if into != nil {
        simpler.append(.insert(entity: entity, count: count, into: nil, first: first))
      }
      return simpler
    case .fetch(let fetch):
      var plainer: [Fetch] = []
      func offer(_ change: (inout Fetch) -> Void) {
        var candidate = fetch
        change(&candidate)
        if candidate != fetch { plainer.append(candidate) }
      }
      offer { $0.limit = nil }
      offer { $0.offset = nil }
      offer { if $0.limit == nil, $0.offset == nil { $0.isSorted = false } }
      offer { $0.form = .faults }
      offer { $0.into = nil }
      return plainer.map(Action.fetch)
    case .walk(let name, let path) where path.count > 1:
      return [.walk(name, path: Array(path.dropLast()))]
    case .undo(let count) where count > 1: return [.undo(1)]
    case .redo(let count) where count > 1: return [.redo(1)]
    case .open(let name, let parent, let settings):
      var simpler: [Action] = []
      if settings != ContextSettings() {
        simpler.append(.open(name, parent: parent, ContextSettings()))
      }
      if settings.retains {
        var other = settings
        other.retains = false
        simpler.append(.open(name, parent: parent, other))
      }
      if settings.mergesByItself {
        var other = settings
        other.mergesByItself = false
        simpler.append(.open(name, parent: parent, other))
      }
      if settings.undo != .none {
        var other = settings
        other.undo = .none
        simpler.append(.open(name, parent: parent, other))
      }
      return simpler
    default: return []
    }
  }
}

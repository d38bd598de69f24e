// Who holds whom, found afresh after every step: an object goes when nothing that exists holds it.

/// What holds an object.
enum Holder: Hashable, Sendable {
  case variable, container, pool, change, retained, undo, notification, savedNotification
}

extension World {
  /// The strong references of realized relationships among the objects that exist (C1).
  var references: Set<Reference> {
    var found: Set<Reference> = []
    for object in objects.values {
      for (place, target) in object.ones {
        found.insert(
          Reference(object.number, Schema.End(entity: object.entity, relationship: place), target))
      }
      for (place, members) in object.manys {
        let end = Schema.End(entity: object.entity, relationship: place)
        for target in members.objects { found.insert(Reference(object.number, end, target)) }
      }
    }
    return found
  }

  /// The holders of each object that are no objects themselves.
  var holders: [Int: Set<Holder>] {
    var found: [Int: Set<Holder>] = [:]
    for variable in variables.values {
      for object in variable.objects {
        found[object, default: []].insert(variable.isContainer ? .container : .variable)
      }
    }
    for context in contexts where context.isOpen {
      for object in context.pool { found[object, default: []].insert(.pool) }
      for object in context.departed { found[object, default: []].insert(.notification) }
      for object in context.notified { found[object, default: []].insert(.savedNotification) }
      for object in context.undo.held { found[object, default: []].insert(.undo) }
    }
    for object in objects.values where object.isRegistered {
      if object.hasChanges { found[object.number, default: []].insert(.change) }
      if contexts[object.context].settings.retains {
        found[object.number, default: []].insert(.retained)
      }
    }
    return found
  }

  /// Lets go of what nothing holds, one object after the other, as reference counting does; a circle of objects that hold
  /// each other stays.
  mutating func collect() {
    let holders = self.holders
    var count: [Int: Int] = [:]
    for object in objects.values {
      for target in object.targets { count[target, default: 0] += 1 }
    }
    var waiting = objects.keys.filter { holders[$0] == nil && count[$0, default: 0] == 0 }
    while let number = waiting.popLast() {
      guard let object = objects.removeValue(forKey: number) else { continue }
      for target in object.targets {
        count[target, default: 0] -= 1
        if count[target] == 0, holders[target] == nil { waiting.append(target) }
      }
    }
    dropUnusedRows()
  }

  /// A row goes with the last registered object that uses it (R6).
  private mutating func dropUnusedRows() {
    var used: [Int: Set<Int>] = [:]
    for object in objects.values where object.isRegistered {
      if let version = object.usedVersion { used[object.record, default: []].insert(version) }
    }
    cache = cache.filter { used[$0.key]?.contains($0.value) == true }
  }

  // MARK: - Retain cycles that a step breaks

  /// Remembers the retain cycles before a step.
  mutating func watchCycles() {
    watched = Circles(of: references, in: schema).groups
  }

  /// Counts those of which no object is in any cycle after it, and the objects of theirs that are gone.
  mutating func compareCycles(cause: String) {
    guard !watched.isEmpty else { return }
    let still = Circles(of: references, in: schema).objects
    for group in watched where group.isDisjoint(with: still) {
      counts.broken[cause, default: 0] += 1
      counts.freed += group.count { objects[$0] == nil }
    }
  }
}

extension Object {
  /// The objects that it refers to, each as often as it does.
  var targets: [Int] { Array(ones.values) + manys.values.flatMap(\.objects) }
}

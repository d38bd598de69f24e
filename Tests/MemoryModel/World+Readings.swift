// The numbers of a checkpoint.

extension World {
  /// What is read now.
  package func readings() -> Readings {
    let open = objects.values.filter { $0.isRegistered }
    let holders = self.holders
    let references = self.references
    let referred = Set(references.map(\.target))
    let circles = Circles(of: references, in: schema)
    func held(by holder: Holder) -> Int {
      open.count { holders[$0.number]?.contains(holder) == true }
    }
    let undo = contexts.filter(\.isOpen).map(\.undo)
    var readings: Readings = [
      "objects.live": objects.count,
      "objects.registered": open.count,
      "objects.realized": open.count { !$0.isFault },
      "objects.faults": open.count { $0.isFault },
      "objects.inserted": open.count { $0.isInserted && !$0.isDeleted },
      "objects.updated": open.count { $0.isUpdated && !$0.isInserted && !$0.isDeleted },
      "objects.deleted": open.count { $0.isDeleted },
      "held.change": held(by: .change),
      "held.pool": contexts.reduce(0) { $0 + ($1.isOpen ? $1.pool.count : 0) },
      "held.retain": held(by: .retained),
      "held.undo": undo.reduce(0) { $0 + $1.held.count },
      "held.relationship": open.count { referred.contains($0.number) },
      "held.container": held(by: .container),
      "held.outside": open.count {
        holders[$0.number]?.isDisjoint(with: [.variable, .savedNotification]) == false
      },
      "rowcache.entries": cache.count,
      "rowcache.hits": counts.hits,
      "rowcache.misses": counts.misses,
      "store.roundtrips": counts.roundTrips.values.reduce(0, +),
      "cycles.count": circles.groups.count,
      "cycles.pairs": circles.pairs,
      "cycles.kinds": circles.kinds.count,
      "cycles.objects": circles.objects.count,
      "cycles.broken": counts.broken.values.reduce(0, +),
      "cycles.freed": counts.freed,
      "undo.groups": undo.reduce(0) { $0 + $1.groupCount },
      "undo.objects": undo.reduce(0) { $0 + $1.undoObjects.count },
      "redo.groups": undo.reduce(0) { $0 + $1.redoGroups.count },
      "redo.objects": undo.reduce(0) { $0 + $1.redoObjects.count },
    ]
    for (cause, count) in counts.broken { readings["cycles.broken(\(cause))"] = count }
    for name in Set(contexts.map(\.name)) {
      func part(_ counts: [Int: Int]) -> Int {
        counts.reduce(0) { $0 + (contexts[$1.key].name == name ? $1.value : 0) }
      }
      readings["store.roundtrips(\(name))"] = part(counts.roundTrips)
      readings["faults.fired(\(name))"] = part(counts.fired)
      readings["faults.relationship(\(name))"] = part(counts.relationshipsFired)
    }
    for place in contexts.indices where contexts[place].isOpen {
      readings.addParts(of: "(\(contexts[place].name))", open.filter { $0.context == place })
    }
    for place in schema.entities.indices {
      readings.addParts(of: "(\(schema.entities[place].name))", open.filter { $0.entity == place })
    }
    if contexts.contains(where: \.isOpen) {
      readings["faults.fired"] = counts.fired.values.reduce(0, +)
      readings["faults.relationship"] = counts.relationshipsFired.values.reduce(0, +)
      readings["faults.turned"] = counts.turned
    }
    return readings
  }
}

extension Readings {
  /// Adds what is counted of the objects of one context, or of one entity.
  fileprivate mutating func addParts(of argument: String, _ objects: [Object]) {
    self["objects.registered\(argument)"] = objects.count
    self["objects.realized\(argument)"] = objects.count { !$0.isFault }
    self["objects.faults\(argument)"] = objects.count { $0.isFault }
    self["objects.inserted\(argument)"] = objects.count { $0.isInserted && !$0.isDeleted }
    self["objects.updated\(argument)"] = objects.count {
      $0.isUpdated && !$0.isInserted && !$0.isDeleted
    }
    self["objects.deleted\(argument)"] = objects.count { $0.isDeleted }
  }
}

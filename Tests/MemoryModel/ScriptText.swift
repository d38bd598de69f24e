// A scenario as YAML, with a checkpoint after every step.

extension Script {
  /// The name of the checkpoint that has a number.
  package static func checkpoint(_ number: Int) -> String { "s\(number)" }

  /// The scenario as a file has it.
  package var yaml: String {
    var lines = ["faultline: 1", "name: model", "title: A random scenario", "model:"]
    for entity in schema.entities {
      lines.append("  \(entity.name):")
      lines.append("    n: integer64")
      for relationship in entity.relationships {
        lines.append("    \(relationship.name): {\(description(of: relationship))}")
      }
    }
    if !makesDestinations { lines.append("behaves: {destinations: when-followed}") }
    lines.append("stores: [\(store.rawValue)]")
    lines.append("context: {queue: private, \(main.text)}")
    let data = zip(schema.entities, rows).filter { $1 > 0 }
      .map { "\($0.name): {count: \($1), set: {n: index}}" }
    lines.append("data: {\((["seed: 1"] + data).joined(separator: ", "))}")
    lines.append("steps:")
    var writer = StepWriter(schema: schema)
    for step in steps { writer.write(step) }
    return (lines + writer.lines).joined(separator: "\n") + "\n"
  }

  private func description(of relationship: Relationship) -> String {
    let destination = schema.entities[relationship.destination]
    var words = ["\(relationship.isToMany ? "to many" : "to one"): \(destination.name)"]
    if let inverse = relationship.inverse {
      words.append("inverse: \(destination.relationships[inverse].name)")
    }
    if relationship.isOrdered { words.append("ordered: true") }
    if relationship.deleteRule != .nullify {
      words.append("on delete: \(relationship.deleteRule.rawValue)")
    }
    return words.joined(separator: ", ")
  }
}

extension ContextSettings {
  /// The settings as keys.
  var text: String {
    var words: [String] = []
    switch undo {
    case .none: words.append("undo: none")
    case .unlimited: words.append("undo: unlimited")
    case .levels(let levels): words.append("undo: {levels: \(levels)}")
    }
    words.append("retainsRegisteredObjects: \(retains)")
    if mergesByItself { words.append("automaticallyMerges: true") }
    return words.joined(separator: ", ")
  }
}

/// Writes steps with a checkpoint after each.
///
/// What a variable leads to is known from the step that gave it last, as a plan knows it.
private struct StepWriter {
  let schema: Schema
  var lines: [String] = []
  private var checkpoints = 0
  private var entityOf = VariableEntities()

  init(schema: Schema) { self.schema = schema }

  mutating func write(_ step: Step) {
    switch step {
    case .action(let play): write(play, indent: "  ")
    case .turn(let context, let plays):
      var indent = "  "
      if context != Script.mainName {
        lines += ["\(indent)- in: \(context)", "\(indent)  steps:"]
        indent += "    "
      }
      lines.append("\(indent)- turn:")
      for play in plays { write(play, indent: indent + "    ", current: context) }
      addCheckpoint(indent)
    }
  }

  private mutating func write(
    _ play: Play, indent: String, current: String = Script.mainName
  ) {
    guard play.context != current else {
      lines.append("\(indent)- \(text(of: play.action, in: play.context))")
      return addCheckpoint(indent)
    }
    lines += ["\(indent)- in: \(play.context)", "\(indent)  steps:"]
    lines.append("\(indent)    - \(text(of: play.action, in: play.context))")
    addCheckpoint("\(indent)    ")
  }

  private mutating func addCheckpoint(_ indent: String) {
    lines.append("\(indent)- checkpoint: \(Script.checkpoint(checkpoints))")
    checkpoints += 1
  }

  private func give(_ name: String?) -> [String] { name.map { ["into: \($0)"] } ?? [] }

  private func relationship(_ place: Int, of name: String) -> String {
    guard let entity = entityOf[name],
      schema.entities[entity].relationships.indices.contains(place)
    else { return "nothing" }
    return schema.entities[entity].relationships[place].name
  }

  private func path(_ path: [Int], from name: String) -> String {
    guard var entity = entityOf[name] else { return "nothing" }
    var names: [String] = []
    for place in path {
      guard schema.entities[entity].relationships.indices.contains(place) else { return "nothing" }
      let relationship = schema.entities[entity].relationships[place]
      names.append(relationship.name)
      entity = relationship.destination
    }
    return names.joined(separator: ".")
  }

  private mutating func text(of action: Action, in context: String) -> String {
    defer { entityOf.note(action) }
    switch action {
    case .insert(let entity, let count, let into, let first):
      let words =
        ["entity: \(schema.entities[entity].name)"] + (count == 1 ? [] : ["count: \(count)"])
        + give(into) + ["set: {n: '\(first) + index'}"]
      return "insert: {\(words.joined(separator: ", "))}"
    case .fetch(let fetch):
      var words = ["entity: \(schema.entities[fetch.entity].name)"] + give(fetch.into)
      if fetch.form != .faults { words.append("as: \(fetch.form.rawValue)") }
      if fetch.isSorted { words.append("sort: n") }
      if let limit = fetch.limit { words.append("limit: \(limit)") }
      if let offset = fetch.offset { words.append("offset: \(offset)") }
      return "fetch: {\(words.joined(separator: ", "))}"
    case .count(let entity): return "count: {entity: \(schema.entities[entity].name)}"
    case .touch(let name): return "touch: \(name)"
    case .walk(let name, let path):
      return "walk: {from: \(name), path: \(self.path(path, from: name))}"
    case .set(let name, let first): return "set: {objects: \(name), to: {n: '\(first) + index'}}"
    case .relate(let name, let by, let other):
      return "relate: {objects: \(name), by: \(relationship(by, of: name)), to: \(other)}"
    case .unrelate(let name, let by):
      return "unrelate: {objects: \(name), by: \(relationship(by, of: name))}"
    case .delete(let name): return "delete: \(name)"
    case .save(let isRefused): return isRefused ? "save: {refused: true}" : "save: {}"
    case .refresh(let name, let merges): return "refresh: {objects: \(name), merge: \(merges)}"
    case .rollback: return "rollback: {}"
    case .undo(let count): return count == 1 ? "undo: {}" : "undo: {count: \(count)}"
    case .redo(let count): return count == 1 ? "redo: {}" : "redo: {count: \(count)}"
    case .scrub: return "scrub: {}"
    case .reset: return "reset: {}"
    case .release(let name): return "release: \(name)"
    case .hold(let name, let holder):
      return "hold: {objects: \(name), as: \(holder)}"
    case .drain: return "drain: {}"
    case .process: return "process: {}"
    case .open(let name, let parent, let settings):
      let words = ["name: \(name)"] + (parent.map { ["parent: \($0)"] } ?? [])
      return "context: {\((words + [settings.text]).joined(separator: ", "))}"
    case .close(let name): return "close: \(name)"
    case .merge(let source): return "merge: {from: \(source), into: \(context)}"
    }
  }
}

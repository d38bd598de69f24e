// Saves as steps of a scenario: as many objects of each entity as the app wrote, with values that are made up.

import Faultline
package import FaultlineRecordings

extension ObservedSteps {
  package mutating func take(_ save: ObservedSave) {
    guard save.ending == .committed else { return }
    guard save.rows != nil else {
      assume("What a save of a trace wrote is not in it: such saves are left out.")
      return
    }
    guard mayWrite else {
      assume("Saves are left out: the store may only be read.")
      return
    }
    var hasWritten = false
    for (name, writes) in save.writes.sorted(by: { ($0.key.table ?? "") < ($1.key.table ?? "") }) {
      guard let entity = words.entity(name) else {
        assume("Writes to \(name.table ?? "a table") are left out: the model has no such entity.")
        continue
      }
      if writes.inserted > 0 { hasWritten = insert(entity, writes.inserted) || hasWritten }
      if writes.updated > 0 { hasWritten = update(entity, writes.updated) || hasWritten }
      if writes.deleted > 0 { hasWritten = delete(entity, writes.deleted) || hasWritten }
    }
    guard hasWritten else { return }
    saveCount += 1
    add("when: saving == each")
    lines.append("\(indent)  steps: [save: {}]")
  }

  private mutating func insert(_ entity: EntityDescription, _ count: Int) -> Bool {
    guard !entity.isAbstract, let values = words.required(entity, series: insertions + 1),
      words.requiredRelationships(entity).isEmpty
    else {
      assume(
        "Insertions of \(entity.name) are left out: its rules ask for what is not made up here.")
      return false
    }
    insertions += 1
    let name = name(entity)
    let set =
      values.isEmpty
      ? "" : ", set: {\(values.map { "\($0.name): \($0.value)" }.joined(separator: ", "))}"
    add(
      "insert: {entity: \(entity.name), count: \(count), into: \(name)\(set)}",
      inferred: "the values")
    rowsBefore.insert(count, of: entity.name)
    return true
  }

  private mutating func update(_ entity: EntityDescription, _ count: Int) -> Bool {
    guard let change = words.changeable(entity) else {
      assume(
        "Changes of \(entity.name) are left out: none of its attributes can be set to just anything."
      )
      return false
    }
    guard let name = written(entity, count) else { return false }
    add(
      "set: {objects: \(name), to: {\(change.name): \(change.value)}}",
      inferred: "which attribute, and its value")
    return true
  }

  private mutating func delete(_ entity: EntityDescription, _ count: Int) -> Bool {
    guard entity.relationshipsByName.values.allSatisfy({ $0.deleteRule != .deny }) else {
      assume("Deletions of \(entity.name) are left out: a rule may deny them.")
      return false
    }
    guard let name = written(entity, count) else { return false }
    add("delete: \(name)", inferred: "which objects")
    fetched[entity.name] = nil
    rowsBefore.delete(count, of: entity.name)
    assume(
      "A deletion follows the model's rules, so it may reach objects that the log deleted in other lines."
    )
    return true
  }

  /// Objects to write to, which the app had from somewhere.
  private mutating func written(_ entity: EntityDescription, _ count: Int) -> String? {
    if let known = fetched[entity.name], known.rows == count { return known.name }
    let name = name(entity)
    add(
      "fetch: {entity: \(entity.name), into: \(name), limit: \(count)}",
      inferred: "the objects to write to; this request is not in the log")
    rowsBefore.need(count, of: entity.name)
    assume("Objects that were written to were fetched for it where the log does not have as many.")
    return name
  }
}

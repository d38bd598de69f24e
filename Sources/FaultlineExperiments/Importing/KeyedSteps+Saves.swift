// Saves of a log by their own rows, or as many new objects where only their numbers are known.

import Faultline
package import FaultlineRecordings
import FaultlineScenarios

extension KeyedSteps {
  package mutating func take(_ save: ObservedSave) {
    guard save.ending == .committed else { return }
    guard mayWrite else {
      return skip(1, "Saves are left out: the store may only be read.")
    }
    let written = WrittenRows(save.lines, words)
    for sentence in written.remarks { assume(sentence) }
    guard !written.isEmpty else { return takeCounted(save) }
    var groups: [String] = []
    for group in written.groups {
      groups.append(group.text(into: name(group.entity)))
      memory.entered(group.entity, group.keys)
      if group.isNew { rowsBefore.insert(keys: group.keys, of: group.entity.name) }
    }
    if !groups.isEmpty {
      lines.append("  - enter:")
      lines += groups.map { "      - \($0)" }
    }
    for (entity, keys) in written.deleted {
      let name = name(entity)
      add("recall: {entity: \(entity.name), keys: '\(RecordKeys.text(keys))', into: \(name)}")
      add("delete: \(name)")
      rowsBefore.delete(keys: keys, of: entity.name)
    }
    add("save: {}")
  }

  /// A save of which only the numbers of rows are known: as many new objects, with values that are made up.
  private mutating func takeCounted(_ save: ObservedSave) {
    var hasWritten = false
    for (name, writes) in save.writes.sorted(by: { ($0.key.table ?? "") < ($1.key.table ?? "") }) {
      guard let entity = words.entity(name), !entity.isAbstract else { continue }
      if writes.updated + writes.deleted > 0 {
        assume(
          "Changes and deletions are left out where the log does not have their keys; level 2 has them."
        )
      }
      guard writes.inserted > 0, let values = words.required(entity, series: insertions + 1),
        words.requiredRelationships(entity).isEmpty
      else { continue }
      insertions += 1
      let set = values.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
      add(
        "insert: {entity: \(entity.name), count: \(writes.inserted), into: \(self.name(entity))"
          + (set.isEmpty ? "}" : ", set: {\(set)}}") + "  # inferred: the values")
      rowsBefore.insert(writes.inserted, of: entity.name)
      hasWritten = true
    }
    guard hasWritten else {
      return skip(1, "Saves whose rows the log does not have are left out.")
    }
    add("save: {}")
  }
}

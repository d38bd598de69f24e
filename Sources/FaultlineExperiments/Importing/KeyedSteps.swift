// The course of a recording whose values were kept, as steps: each request by its own keys and values.

package import Faultline
import FaultlineMeasures
package import FaultlineRecordings
import FaultlineScenarios

/// Turns what was observed into steps that name the same records as the log.
package struct KeyedSteps: ReplaySteps {
  package var lines: [String] = []
  package private(set) var assumptions: [String] = []
  package private(set) var prefetchable: [String] = []
  package let hasLookups = false
  package let saveCount = 0
  package var rowsBefore = RowsBefore()
  package private(set) var largestFetch = 0
  /// How many requests are asked for though the replay knows the answer.
  package private(set) var forced = 0
  /// How many requests are not replayed.
  package private(set) var leftOut = 0
  /// How many steps insert objects whose values are made up.
  package var insertions = 0

  package let words: ModelWords
  package let mayWrite: Bool
  /// Without the app's store a condition would judge values that are made up.
  private let hasStore: Bool
  package var memory: ReplayMemory
  private var prefetches: [String] = []
  /// The keys that were fetched last, by entity: the name, how many, and how many were filled.
  private var lists: [String: (name: String, count: Int, filled: Int)] = [:]
  private var numbers: [String: Int] = [:]

  package init(_ course: Course, words: ModelWords, mayWrite: Bool, hasStore: Bool) {
    self.words = words
    self.mayWrite = mayWrite
    self.hasStore = hasStore
    memory = ReplayMemory(course, words)
    for (place, step) in course.steps.enumerated() {
      memory.place = place
      take(step)
    }
    if course.dropped > 0 {
      leftOut += course.dropped
      assume(
        "After these steps came \(NumberText.grouped(course.dropped)) more, which are left out.")
    }
    if lines.isEmpty { add("note: Nothing of the recording could be replayed.") }
  }

  package mutating func assume(_ sentence: String) {
    if !assumptions.contains(sentence) { assumptions.append(sentence) }
  }

  package mutating func add(_ step: String) { lines.append("  - \(step)") }

  package mutating func name(_ entity: EntityDescription) -> String {
    let stem = entity.name.prefix(1).lowercased() + entity.name.dropFirst()
    numbers[stem, default: 0] += 1
    return "\(stem)\(numbers[stem] ?? 1)"
  }

  package mutating func skip(_ times: Int, _ sentence: String) {
    leftOut += times
    assume(sentence)
  }

  // MARK: - The course

  private mutating func take(_ step: Course.Step) {
    switch step.event {
    case .request(let request): take(request, step)
    case .save(let save): take(save)
    case .batch(let batch): take(batch)
    }
  }

  private mutating func take(_ request: ObservedRequest, _ step: Course.Step) {
    guard let entity = words.entity(request.entity) else {
      let name = request.entity.name ?? request.entity.table ?? "an unknown table"
      return skip(step.times, "Requests for \(name) are left out: the model has no such entity.")
    }
    switch request.kind {
    case .prefetch:
      if let key = request.relationship { prefetches.append(key) }
      need(entity, request.rows)
    case .fetch, .list: for _ in 0..<step.times { fetch(request, entity, as: "faults") }
    case .keys: for _ in 0..<step.times { fetch(request, entity, as: "keys") }
    case .batch: for _ in 0..<step.times { batch(request, entity) }
    case .count:
      let condition = condition(request, entity)
      if !condition.isRebuilt { assume("A count whose condition is not rebuilt counts all.") }
      let part = condition.text.map { ", where: \($0)" } ?? ""
      need(entity, request.rows)
      for _ in 0..<step.times { add("count: {entity: \(entity.name)\(part)}") }
    case .dictionary: for _ in 0..<step.times { figures(request, entity) }
    case .fault: recall(step, entity, "fire: apart", member: nil)
    case .relationship:
      guard let path = request.relationship, entity.relationshipsByName[path] != nil else {
        return skip(
          step.times,
          "The relationship \(entity.name).\(request.relationship ?? "") is left out: the model has none of the name."
        )
      }
      recall(step, entity, "members: \(path)", member: path)
    }
  }

  /// A request had so many rows of an entity, as far as the log says.
  private mutating func need(_ entity: EntityDescription, _ rows: Int?) {
    rowsBefore.need(rows ?? 0, of: entity.name)
  }

  /// Columns and figures of an entity, without objects.
  private mutating func figures(_ request: ObservedRequest, _ entity: EntityDescription) {
    let statement = request.statement ?? LoggedStatement("")
    let columns = statement.columns.compactMap { words.attribute($0, of: entity) }
    let groups = statement.groups.compactMap { words.attribute($0, of: entity) }
    need(entity, request.rows)
    var properties = columns.reduce(into: [String]()) { list, name in
      if !list.contains(name), groups.isEmpty || groups.contains(name) { list.append(name) }
    }
    for name in groups where !properties.contains(name) { properties.append(name) }
    if statement.hasFigures { properties.append("{figure: count(SELF)}") }
    guard !properties.isEmpty else {
      assume("Fetches of figures whose columns are not known are replayed as counts.")
      return add("count: {entity: \(entity.name)}")
    }
    assume("Whatever figures a fetch asked for, the replay asks for a count.")
    var parts = ["entity: \(entity.name)", "properties: [\(properties.joined(separator: ", "))]"]
    if !groups.isEmpty { parts.append("group by: [\(groups.joined(separator: ", "))]") }
    let condition = condition(request, entity)
    if let text = condition.text { parts.append("where: \(text)") }
    if let rows = request.rows, rows > 0 { parts.append("limit: \(rows)") }
    add("fetch values: {\(parts.joined(separator: ", "))}")
  }

  // MARK: - Faults

  private mutating func recall(
    _ step: Course.Step, _ entity: EntityDescription, _ what: String, member: String?
  ) {
    let keys = step.objects.compactMap { Int($0.drop { !$0.isNumber }) }.filter { $0 > 0 }
    guard keys.count == step.times, !entity.isAbstract else {
      return skip(
        step.times, "Faults of \(entity.name) are left out: the log does not name the objects.")
    }
    // What fires is known already, unless the app had let go of it.
    var runs: [(again: Bool, keys: [Int])] = []
    for key in keys {
      var again = memory.knows(entity, key, member)
      if again, memory.mayForget {
        forget()
        again = false
      }
      if member != nil, !memory.mayHaveRow(entity, key) { again = true }
      memory.learn(entity, key, member)
      if runs.last?.again == again {
        runs[runs.count - 1].keys.append(key)
      } else {
        runs.append((again, [key]))
      }
    }
    rowsBefore.need(keys: keys, of: entity.name)
    if let member { prefetchable.append(member) }
    for run in runs {
      if run.again { forced += run.keys.count }
      let again = run.again ? ", again: true" : ""
      add(
        "recall: {entity: \(entity.name), keys: '\(RecordKeys.text(run.keys))', \(what)\(again), into: \(name(entity))}"
      )
    }
  }

  /// Nothing is held from here on, as in the app.
  private mutating func forget() {
    guard !memory.isEmpty else { return }
    add("release: all")
    add("reset: {}")
    memory.forget()
    lists = [:]
  }

  // MARK: - Fetches

  private func condition(
    _ request: ObservedRequest, _ entity: EntityDescription
  ) -> (text: String?, isRebuilt: Bool, leavesOutChanged: Bool, limits: ArraySlice<String>) {
    guard let statement = request.statement, !statement.condition.isEmpty else {
      return (nil, true, false, request.values[...])
    }
    let read = ConditionText(statement, request.values, of: entity, words)
    guard hasStore else {
      return (nil, false, read.leavesOutChanged, request.values.dropFirst(read.taken))
    }
    return (
      read.predicate.map(Self.quoted), read.predicate != nil, read.leavesOutChanged,
      request.values.dropFirst(read.taken)
    )
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  private mutating func fetch(
    _ request: ObservedRequest, _ entity: EntityDescription, as form: String
  ) {
    let named = words.properties(request, of: entity)
    let paths =
      named.isEmpty ? prefetches.filter { entity.relationshipsByName[$0] != nil } : []
    prefetches = []
    if memory.isSettled(entity) || !paths.isEmpty && !memory.isEmpty, memory.mayForget {
      forget()
    }
    let name = name(entity)
    var parts = ["entity: \(entity.name)", "into: \(name)"]
    if form == "keys" { parts.append("as: keys") }
    if !named.isEmpty { parts.append("properties: [\(named.joined(separator: ", "))]") }
    let condition = condition(request, entity)
    if let text = condition.text { parts.append("where: \(text)") }
    let rows = request.rows
    let (limit, offset) = Self.limits(request, condition.limits)
    if rows == 0, condition.leavesOutChanged || !condition.isRebuilt {
      parts.append("offset: 1000000000")
    } else if let rows, !condition.isRebuilt || condition.leavesOutChanged {
      parts.append("limit: \(rows)")
      if !condition.isRebuilt {
        assume(
          "A condition that is not rebuilt takes as many rows as the log says, whichever they are.")
      }
    } else {
      if let limit { parts.append("limit: \(limit)") }
      if let offset { parts.append("offset: \(offset)") }
    }
    let sort = sort(request, entity)
    if !sort.isEmpty { parts.append("sort: [\(sort.joined(separator: ", "))]") }
    if !paths.isEmpty { parts.append("prefetch: [\(paths.joined(separator: ", "))]") }
    add("fetch: {\(parts.joined(separator: ", "))}")
    if form == "keys" {
      lists[words.root(entity).name] = (name, rows ?? 0, 0)
    } else if named.isEmpty {
      memory.fetched(entity)
      for path in paths { memory.prefetched(entity, path) }
    }
    need(entity, rows)
    largestFetch = max(largestFetch, rows ?? 0)
  }

  /// The limit and offset of a statement: numbers in it, or the values behind those of its condition.
  private static func limits(
    _ request: ObservedRequest, _ values: ArraySlice<String>
  ) -> (limit: Int?, offset: Int?) {
    guard let statement = request.statement, statement.hasLimit else { return (nil, nil) }
    let numbers = values.suffix(2).compactMap { Int($0) }
    if let limit = statement.limit { return (limit > 0 ? limit : nil, numbers.last) }
    guard let limit = numbers.first else { return (nil, nil) }
    let offset = numbers.count > 1 ? numbers[1] : 0
    return (limit > 0 ? limit : nil, offset > 0 ? offset : nil)
  }

  private func sort(_ request: ObservedRequest, _ entity: EntityDescription) -> [String] {
    (request.statement?.order ?? []).compactMap { text in
      let isDescending = text.hasSuffix(" DESC")
      let column = isDescending ? String(text.dropLast(5)) : text
      guard let attribute = words.attribute(column, of: entity),
        entity.attributesByName[attribute]?.attributeType != .binary
      else { return nil }
      return isDescending ? "-\(attribute)" : attribute
    }
  }

  /// The next rows of the keys that were fetched last; a list that was gone over begins anew.
  private mutating func batch(_ request: ObservedRequest, _ entity: EntityDescription) {
    let root = words.root(entity).name
    let size = max(request.rows ?? 0, 1)
    guard var list = lists[root], list.count > 0 else {
      return fetch(request, entity, as: "faults")
    }
    let again: Bool
    if list.filled + size > list.count {
      again = true
      let first = min(list.filled % list.count, max(0, list.count - size))
      add(recall(list.name, first, size, again))
      list.filled += size
    } else {
      again = memory.isSettled(entity)
      add(recall(list.name, list.filled, size, again))
      list.filled += size
    }
    if again { forced += 1 }
    lists[root] = list
  }

  private func recall(_ name: String, _ first: Int, _ count: Int, _ again: Bool) -> String {
    "recall: {from: \(name), first: \(first), count: \(count), fire: together\(again ? ", again: true" : "")}"
  }

  private mutating func take(_ batch: ObservedBatch) {
    guard mayWrite, let entity = words.entity(batch.entity), batch.verb == .delete,
      let statement = batch.statement
    else {
      return skip(
        1,
        "Batch requests on \(batch.entity.table ?? "a table") are left out: what they set is not rebuilt."
      )
    }
    let condition = ConditionText(statement, batch.values, of: entity, words).predicate
    guard statement.condition.isEmpty || condition != nil else {
      return skip(
        1, "Batch requests on \(entity.name) are left out: their condition is not rebuilt.")
    }
    let part = condition.map { ", where: \(Self.quoted($0))" } ?? ""
    add("batch delete: {entity: \(entity.name)\(part)}")
  }
}

// Saves of a log by their own rows, or as many new objects where only their numbers are known.
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

// The course of a recording as steps of a scenario: the same requests in the same order, and what had to be assumed.

package import Faultline
import FaultlineMeasures
package import FaultlineRecordings

/// Turns what was observed into steps.
package struct ObservedSteps: ReplaySteps {
  /// The lines of the steps, each with its indent.
  package var lines: [String] = []
  /// What was inferred, each once and in order.
  package private(set) var assumptions: [String] = []
  /// Relationships that were asked for one by one, which a prefetch may bring along.
  package private(set) var prefetchable: [String] = []
  /// Whether objects were looked up one by one, and whether saves came one after the other.
  package private(set) var hasLookups = false
  package var saveCount = 0
  /// How many steps insert objects, whose values are made up.
  package var insertions = 0
  package var rowsBefore = RowsBefore()
  package private(set) var largestFetch = 0

  package let words: ModelWords
  package let mayWrite: Bool
  private let hasStore: Bool
  /// Objects that were fetched last, by their entity.
  package var fetched: [String: (name: String, entity: EntityDescription, rows: Int)] = [:]
  private var lastFetched: String?
  private var numbers: [String: Int] = [:]
  private var prefetches: [String] = []
  package var indent = "  "

  /// Steps that a reader can still follow.
  package static let most = 300

  package init(_ course: Course, words: ModelWords, mayWrite: Bool, hasStore: Bool) {
    self.words = words
    self.mayWrite = mayWrite
    self.hasStore = hasStore
    let steps = course.steps.prefix(Self.most)
    var batches: [Course.Step] = []
    for (place, step) in steps.enumerated() {
      // The batches of a fetch follow its keys, one after the other.
      if case .request(let request) = step.event, request.kind == .keys {
        batches = steps.dropFirst(place + 1).prefix { next in
          if case .request(let more) = next.event { more.kind == .batch } else { false }
        }.map { $0 }
      }
      take(step, batches: batches)
    }
    let left = course.steps.count - steps.count + course.dropped
    if left > 0 {
      assume("After these steps came \(NumberText.grouped(left)) more, which are left out.")
    }
    if lines.isEmpty { add("note: Nothing of the recording could be replayed.") }
  }

  package mutating func assume(_ sentence: String) {
    if !assumptions.contains(sentence) { assumptions.append(sentence) }
  }

  package mutating func add(_ step: String, inferred: String? = nil) {
    lines.append("\(indent)- \(step)" + (inferred.map { "  # inferred: \($0)" } ?? ""))
  }

  package mutating func name(_ entity: EntityDescription) -> String {
    let stem = entity.name.prefix(1).lowercased() + entity.name.dropFirst()
    numbers[stem, default: 0] += 1
    return "\(stem)\(numbers[stem] ?? 1)"
  }

  // MARK: - One step of the course

  private mutating func take(_ step: Course.Step, batches: [Course.Step]) {
    switch step.event {
    case .request(let request): take(request, step, batches)
    case .save(let save): take(save)
    case .batch(let batch):
      assume(
        "Batch requests on \(batch.entity.table ?? "a table") are left out: the log does not have their values."
      )
    }
  }

  private mutating func take(
    _ request: ObservedRequest, _ step: Course.Step, _ batches: [Course.Step]
  ) {
    guard let entity = words.entity(request.entity) else {
      let name = request.entity.name ?? request.entity.table ?? "an unknown table"
      assume("Requests for \(name) are left out: the model has no such entity.")
      return
    }
    switch request.kind {
    case .prefetch:
      if let key = request.relationship { prefetches.append(key) }
    case .fetch where isLookup(request, step): lookUp(entity, step.times)
    case .fetch, .list:
      for _ in 0..<min(step.times, 50) { fetch(request, entity) }
    case .keys: fetchKeys(request, entity, batches)
    case .batch:
      if batches.isEmpty { fetch(request, entity) }
    case .count, .dictionary:
      if request.kind == .dictionary {
        assume("Fetches of figures are replayed as counts: as many requests, and other rows.")
      }
      repeated(step.times) { $0.add("count: {entity: \(entity.name)}") }
    case .fault: fault(entity, step.times)
    case .relationship: walk(request, entity, step)
    }
  }

  private func isLookup(_ request: ObservedRequest, _ step: Course.Step) -> Bool {
    step.times > 1 && (request.rows ?? 2) <= 1
  }

  private mutating func repeated(_ times: Int, _ body: (inout ObservedSteps) -> Void) {
    guard times > 1 else { return body(&self) }
    add("repeat: \(times)")
    lines.append("\(indent)  steps:")
    indent += "    "
    body(&self)
    indent.removeLast(4)
  }

  // MARK: - Requests

  private mutating func fetch(_ request: ObservedRequest, _ entity: EntityDescription) {
    let name = name(entity)
    var parts = ["entity: \(entity.name)", "into: \(name)"]
    let rows = request.rows
    var inferred: String?
    switch (rows, request.statement?.choice) {
    case (0?, _):
      parts.append("offset: 1000000000")
      inferred = "a fetch that finds nothing"
    case (let rows?, .all?) where request.statement?.hasLimit != true && hasStore:
      inferred = "all rows; the log has \(NumberText.grouped(rows))"
    case (let rows?, _):
      parts.append("limit: \(rows)")
      if request.statement?.choice != .all {
        inferred = "as many rows in place of the condition"
        assume(
          "A condition is not rebuilt: a fetch takes as many rows as the log says, whichever they are."
        )
      }
    case (nil, _):
      inferred = "all rows, as the log does not say how many"
    }
    if let sort = sort(request, entity) { parts.append("sort: \(sort)") }
    let named = words.properties(request, of: entity)
    if !named.isEmpty { parts.append("properties: [\(named.joined(separator: ", "))]") }
    let known = named.isEmpty ? prefetches.filter { entity.relationshipsByName[$0] != nil } : []
    if !known.isEmpty { parts.append("prefetch: [\(known.joined(separator: ", "))]") }
    prefetches = []
    add("fetch: {\(parts.joined(separator: ", "))}", inferred: inferred)
    remember(name, entity, rows ?? 0)
  }

  private func sort(_ request: ObservedRequest, _ entity: EntityDescription) -> String? {
    guard let order = request.statement?.order, order.count == 1, let first = order.first else {
      return nil
    }
    let isDescending = first.hasSuffix(" DESC")
    let column = isDescending ? String(first.dropLast(5)) : first
    guard let attribute = words.attribute(column, of: entity),
      entity.attributesByName[attribute]?.attributeType != .binary
    else { return nil }
    return isDescending ? "-\(attribute)" : attribute
  }

  private mutating func remember(_ name: String, _ entity: EntityDescription, _ rows: Int) {
    fetched[entity.name] = (name, entity, rows)
    lastFetched = entity.name
    rowsBefore.need(rows, of: entity.name)
    largestFetch = max(largestFetch, rows)
  }

  private mutating func fetchKeys(
    _ request: ObservedRequest, _ entity: EntityDescription, _ batches: [Course.Step]
  ) {
    let name = name(entity)
    let size = batches.compactMap { step -> Int? in
      if case .request(let batch) = step.event { batch.statement?.limit ?? batch.rows } else { nil }
    }.max()
    let filled = batches.reduce(0) { $0 + $1.times }
    var parts = ["entity: \(entity.name)", "into: \(name)"]
    if let rows = request.rows { parts.append("limit: \(max(1, rows))") }
    guard let size, size > 0 else {
      parts.append("as: keys")
      add("fetch: {\(parts.joined(separator: ", "))}")
      remember(name, entity, request.rows ?? 0)
      return
    }
    parts.append("batch: \(size)")
    var touched = name
    if case .request(let batch)? = batches.first?.event {
      let named = words.properties(batch, of: entity).joined(separator: ", ")
      if !named.isEmpty {
        parts.append("properties: [\(named)]")
        touched = "{objects: \(name), properties: [\(named)]}"
      }
    }
    add("fetch: {\(parts.joined(separator: ", "))}")
    add(
      "touch: \(touched)", inferred: "\(filled) of the batches were filled in the log; here all are"
    )
    rowsBefore.need(request.rows ?? 0, of: entity.name)
    if filled * size < (request.rows ?? 0) {
      assume("A batched fetch is gone over to its end, where the app stopped earlier.")
    }
  }

  /// Objects that are looked up one by one, or together in one variant.
  private mutating func lookUp(_ entity: EntityDescription, _ times: Int) {
    hasLookups = true
    rowsBefore.need(times, of: entity.name)
    let name = name(entity)
    add("when: lookups == apart")
    lines.append("\(indent)  steps:")
    lines.append("\(indent)    - repeat: \(times)")
    lines.append("\(indent)      as: i")
    lines.append("\(indent)      steps:")
    lines.append(
      "\(indent)        - fetch: {entity: \(entity.name), into: \(name), limit: 1, offset: i}  # inferred: which objects"
    )
    add("when: lookups == together")
    lines.append("\(indent)  steps:")
    lines.append("\(indent)    - fetch: {entity: \(entity.name), into: \(name), limit: \(times)}")
    assume("Objects that are looked up one by one are the first of their entity, each another one.")
  }

  /// Faults of one entity: through the relationship that leads to it, or of objects of which only keys were read.
  private mutating func fault(_ entity: EntityDescription, _ times: Int) {
    if let source = lastFetched.flatMap({ fetched[$0] }), source.entity !== entity,
      let path = words.path(from: source.entity, to: entity),
      source.rows == 0 || times <= source.rows
    {
      prefetchable.append(path)
      rowsBefore.need(times, of: entity.name)
      add(
        "walk: {from: \(source.name), path: \(path)}",
        inferred:
          "\(counted(times, "fault", "faults")) of \(entity.name), through the one relationship that leads there"
      )
      return
    }
    let name = name(entity)
    add(
      "fetch: {entity: \(entity.name), into: \(name), as: keys, limit: \(times)}",
      inferred: "where the objects came from; this request is not in the log")
    add("touch: \(name)")
    remember(name, entity, times)
    lastFetched = nil
    assume("Where objects that fired came from is not in the log: a fetch of their keys was added.")
  }

  private mutating func walk(
    _ request: ObservedRequest, _ entity: EntityDescription, _ step: Course.Step
  ) {
    let times = step.times
    guard let path = request.relationship, let relationship = entity.relationshipsByName[path]
    else {
      assume(
        "The relationship \(entity.name).\(request.relationship ?? "") is left out: the model has none of the name."
      )
      return
    }
    let members = relationship.destinationEntityName
    rowsBefore.need(step.rows, of: members)
    if let source = fetched[entity.name], source.rows == times || source.rows == 0 {
      prefetchable.append(path)
      add("walk: {from: \(source.name), path: \(path)}")
    } else {
      let name = name(entity)
      prefetchable.append(path)
      add(
        "fetch: {entity: \(entity.name), into: \(name), limit: \(times)}",
        inferred: "the objects that were asked; this request is not in the log")
      add("walk: {from: \(name), path: \(path)}")
      rowsBefore.need(times, of: entity.name)
      assume(
        "Which objects were asked for a relationship is not in the log: as many were fetched for it."
      )
    }
    assume(
      "A relationship that is asked for is followed, so its members are realized; the app may have counted them."
    )
  }
}

// Saves as steps of a scenario: as many objects of each entity as the app wrote, with values that are made up.
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

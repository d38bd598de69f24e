// Scenarios that are made by chance of every kind of step and setting, and that can be planned.

import FaultlineTestSupport

/// Makes scenarios of a company with managers and reports.
struct ScenarioMaker {
  var dice: SplitMix64
  /// Whether there are contexts besides the scenario's own.
  private var hasOthers = false
  /// Whether the scenario runs on stores in files alone.
  private var isOnDisk = false
  private var names = 0

  init(_ dice: SplitMix64) { self.dice = dice }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &dice)]
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &dice) == 0 }

  private mutating func fresh(_ stem: String) -> String {
    names += 1
    return "\(stem)\(names)"
  }

  /// What a context may be set to; those of the scenario's own context hold for all of its stores.
  private static let settings: [(name: String, values: [String])] = [
    ("undo", ["none", "unlimited", "{levels: 1}", "{levels: 3}"]),
    ("retainsRegisteredObjects", ["true", "false"]), ("pool", ["true", "false"]),
    ("usesFaults", ["true", "false"]), ("usesRowCache", ["true", "false"]),
    ("collectsCycles", ["true", "false"]), ("automaticallyMerges", ["true", "false"]),
    ("mergedDeletionsFollowRules", ["true", "false"]),
    ("shouldDeleteInaccessibleFaults", ["true", "false"]),
    ("drainEvery", ["1", "3", "none"]), ("saveEvery", ["1", "2", "rows", "none"]),
    ("refreshEvery", ["1", "2", "none"]), ("stalenessInterval", ["0", "1", "1e9", "none"]),
    ("mergePolicy", ["error", "store-wins", "object-wins", "overwrite", "rollback"]),
    ("fetchBatchSize", ["1", "2", "7", "none"]), ("fetchesAs", ["faults", "realized", "keys"]),
    ("prefetches", ["manager", "[manager, reports]", "manager.reports", "none"]),
    ("behaves", ["guides", "core-data", "{rowCache: kept}", "{batchDeletes: rows-alone}"]),
    ("maintenance", ["1", "100000", "none"]), ("history", ["true", "false"]),
    ("childBatches", ["counted", "ignored"]), ("childPrefetch", ["followed", "ignored"]),
    ("swiftArrays", ["lazy", "filled"]), ("controllerBatch", ["1", "32", "none"]),
    ("mergeRequests", ["together", "one-by-one"]), ("controllerSeesFaults", ["true", "false"]),
    ("predicateLogic", ["two-valued", "sql"]), ("refetch", ["refreshes", "keeps"]),
    ("childIDs", ["learnt", "temporary"]), ("fetchLimits", ["exact", "store-first"]),
    ("emptySaves", ["nothing", "request"]), ("parentObjects", ["absent", "registered"]),
    ("temporaries", ["turn", "at-once"]), ("mergedDeletes", ["rules", "marks"]),
    ("prefetchedObjects", ["registered", "rows-only"]),
  ]

  private mutating func someSettings(_ most: Int) -> String {
    var chosen: [String: String] = [:]
    for _ in 0..<Int.random(in: 0...most, using: &dice) {
      let (name, values) = pick(Self.settings)
      chosen[name] = pick(values)
    }
    return
      "{\(chosen.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
  }

  private mutating func number() -> String { pick(["0", "1", "2", "3", "rows", "rows * 2", "7"]) }

  private mutating func objects() -> String { pick(["staff", "managers", "reports"]) }

  /// Names of as many objects as there are rows, which can be paired.
  private mutating func pairable() -> String { pick(["managers", "reports"]) }

  /// Keys of a fetch; objects that come in batches can only be touched and walked.
  private mutating func search(inBatches: Bool = false) -> String {
    let filter = pick([
      "name != NIL", "salary >= \(number().filter(\.isNumber))0", "manager.name == 'Manager 1'",
      "ANY reports.salary > 1", "name CONTAINS[cd] 'É'", "NOT (salary BETWEEN {1, 3})",
      "reports.@count == 0", "name MATCHES 'R.*'", "manager == NIL OR salary IN {1, 2}",
      "SUBQUERY(reports, $r, $r.salary > 1).@count > 0", "name LIKE '*1'",
    ])
    var text = chance(2) ? ", where: \"\(filter)\"" : ""
    if chance(2) {
      text += ", sort: \(pick(["name", "-salary", "[-name, salary]", "manager.name"]))"
    }
    if chance(3) { text += ", limit: \(pick(["1", "2", "9"]))" }
    if chance(4) { text += ", offset: \(pick(["0", "1", "9"]))" }
    if inBatches, chance(2) { text += ", batch: \(pick(["1", "2"]))" }
    if chance(4) { text += ", as: \(pick(["faults", "realized"]))" }
    if chance(5) { text += ", prefetch: \(pick(["manager", "[reports]"]))" }
    return text
  }

  private static let values = [
    "name: 'New {index}'", "name: text(3)", "name: words(2)", "salary: index * 2",
    "salary: 'random(1, 6)'", "salary: 'normal(50, 8)'", "salary: 'sequence(1, 10)'",
    "salary: 'zipf(9)'", "notes: bytes(300)", "name: 'é👩‍👩‍👧'", "name: ''",
  ]

  /// A step of one context, as lines.
  private mutating func step(depth: Int) -> [String] {
    let temporary = fresh("t")
    switch Int.random(in: 0..<30, using: &dice) {
    case 0: return ["- insert: {entity: Employee, count: \(number()), set: {\(pick(Self.values))}}"]
    case 1: return ["- insert: {entity: Employee, into: \(temporary)}", "- delete: \(temporary)"]
    case 2: return ["- set: {objects: \(objects()), to: {\(pick(Self.values))}}"]
    case 3: return ["- relate: {objects: \(pairable()), by: manager, to: \(pairable())}"]
    case 4: return ["- relate: {objects: \(pairable()), by: reports, to: \(pairable())}"]
    case 5: return ["- unrelate: {objects: \(objects()), by: \(pick(["manager", "reports"]))}"]
    case 6, 7:
      return [
        "- fetch: {entity: Employee, into: \(temporary)\(search(inBatches: true))}",
        "- touch: \(temporary)",
      ]
    case 8: return ["- fetch: {entity: Employee, into: staff\(search())}"]
    case 9: return ["- count: {entity: Employee}"]
    case 10: return ["- touch: \(objects())"]
    case 11:
      return ["- walk: {from: \(objects()), path: \(pick(["manager", "reports.manager.reports"]))}"]
    case 12, 13: return ["- save: {}"]
    case 14: return ["- refresh: \(pick(["{}", "{merge: true}", "{objects: \(objects())}"]))"]
    case 15: return [pick(["- process: {}", "- drain: {}", "- scrub: {}", "- detach: {}"])]
    case 16: return ["- undo: {}", pick(["- redo: {}", "- save: {}"])]
    case 17: return ["- rollback: {}"]
    case 18: return ["- checkpoint: \(fresh("c"))"]
    case 19:
      let property = pick(["name", "[salary, reports]"])
      return [
        "- observe: {objects: \(objects()), property: \(property), as: \(temporary)}",
        "- set: {objects: \(objects()), to: {name: seen}}", "- release: \(temporary)",
      ]
    case 20:
      return [
        "- watch: {entity: Employee, sort: name, as: \(temporary)}",
        "- insert: {entity: Employee, set: {name: watched}}", "- save: {}",
        "- release: \(temporary)",
      ]
    case 21:
      let container = pick(["array", "dictionary", "controller", "observer"])
      return [
        "- hold: {objects: \(objects()), in: \(container), as: \(temporary)}",
        pick(["- reset: {}", "- refresh: {}", "- save: {}"]), "- release: \(temporary)",
      ]
    case 22:
      return [
        "- batch update: {entity: Employee, where: salary > 1, set: {salary: salary * 2}, merge: main}"
      ]
    case 23: return ["- batch delete: {entity: Employee, where: \"name == 'New 1'\", merge: main}"]
    case 24 where isOnDisk:
      return ["- external: UPDATE ZEMPLOYEE SET ZSALARY = ZSALARY + {rows}", "- refresh: {}"]
    case 25 where isOnDisk:
      return ["- pin: {as: \(temporary)}", "- save: {}", "- release: \(temporary)"]
    case 26 where hasOthers:
      let other = pick(["a", "b"])
      return ["- in: \(other)", "  steps:"]
        + [
          "- fetch: {entity: Employee, into: \(temporary)\(search())}", "- touch: \(temporary)",
          pick([
            "- set: {objects: \(temporary), to: {salary: 7}}", "- delete: \(temporary)",
            "- refresh: {}", "- turn: [save: {}]",
          ]), "- save: {}",
        ].map { "    \($0)" }
        + ["- release: \(temporary)", "- merge: {from: \(other)}"]
    case 27 where hasOthers:
      return [
        "- pass IDs: {objects: \(objects()), to: a, into: \(temporary)}", "- release: \(temporary)",
      ]
    case 28 where depth < 3:
      let inner = (0..<Int.random(in: 1...3, using: &dice)).flatMap { _ in step(depth: depth + 1) }
        .filter { !$0.hasPrefix("- checkpoint") }
      let shape = pick([
        "repeat: \(number())", "turn", "undo group", "without undo", "when: rows > 1",
      ])
      let lines = inner.isEmpty ? ["- touch: staff"] : inner
      if shape.contains(":") {
        return ["- \(shape)", "  steps:"] + lines.map { "    \($0)" }
      }
      return ["- \(shape):"] + lines.map { "    \($0)" }
    default: return ["- fetch: {entity: Employee, into: staff}"]
    }
  }

  /// The text of a scenario.
  mutating func text() -> String {
    let queue = pick(["main", "private", "confinement"])
    hasOthers = queue != "confinement" && chance(2)
    isOnDisk = chance(3)
    let stores = isOnDisk ? "[sqlite]" : pick(["[memory]", "[sqlite, memory]", "[memory, sqlite]"])
    let contexts =
      hasOthers
      ? ["- context: {name: a}", "- context: {name: b, parent: \(pick(["a", "main"]))}"] : []
    let steps =
      contexts
      + (0..<Int.random(in: 3...14, using: &dice)).flatMap { _ in step(depth: 0) }
    let variants = (0..<Int.random(in: 2...4, using: &dice)).map { "  v\($0): \(someSettings(4))" }
    let data = chance(3) ? "data: {Employee: {count: 5, set: {name: 'Stored {index}'}}}\n" : ""
    let matrix = chance(5) ? "matrix: {rows: [1, 3]}\n" : ""
    return """
      faultline: 1
      name: made
      title: Made by chance
      seed: \(Int.random(in: 0...99, using: &dice))
      model:
        Employee:
          name: string
          salary: double
          notes: binary
          manager: {to one: Employee, inverse: reports}
          reports: {to many: Employee, inverse: manager}
      parameters:
        rows: {type: int, default: 3, min: 1}
      stores: \(stores)
      context: {queue: \(queue)}
      \(data)\(matrix)variants:
      \(variants.joined(separator: "\n"))
      steps:
        - insert: {entity: Employee, count: rows, into: managers, set: {name: 'Manager {index}'}}
        - insert: {entity: Employee, count: rows, into: reports, set: {name: 'Report {index}'}}
        - relate: {objects: reports, by: manager, to: managers}
        - save: {}
        - fetch: {entity: Employee, into: staff}
      \(steps.map { "  \($0)" }.joined(separator: "\n"))
      measure: {repeats: 1}
      expect:
        - that: bytes.peak >= 0
      """
  }
}

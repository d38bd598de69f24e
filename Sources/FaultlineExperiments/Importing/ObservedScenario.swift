// A scenario made of a recording: as observed, and the variants that rules suggest for what was seen.

import Faultline
import FaultlineMeasures
package import FaultlineRecordings
import FaultlineScenarios

/// The text of a scenario that plays what an app did.
package struct ObservedScenario {
  /// Where the app's rows come from.
  package enum Ground {
    /// A copy of the app's store, by the path that the scenario names.
    case store(path: String, model: String, Access)
    /// A store of our own, with rows that are made up.
    case model(path: String)
  }

  /// Whether saves may write to the app's store.
  package enum Access {
    case free
    /// Only by a writer that keeps up the store's history of its changes.
    case withHistory
    case readOnly
  }

  /// Whose behaviour is played: the key of a scenario that says it, where the language has one.
  ///
  /// It is looked up, so an older language is not given a key that it does not know.
  package static var behaviour: String? {
    let keys = Glossary.tables.first { $0.owner == "a scenario" }?.keys ?? []
    return keys.contains { $0.name == "behaves" } ? "core-data" : nil
  }

  /// What the text of every import begins with, by which a later one knows it.
  package static let firstWords = "# Made by 'faultline import'"

  package let text: String
  /// What was inferred, each once and in order.
  package let assumptions: [String]
  /// How many requests are asked for though the replay knows the answer.
  package let forced: Int

  package init(
    named name: String, of recording: Recording, _ course: Course, words: ModelWords,
    on ground: Ground, byKey: Bool = false
  ) {
    var (hasStore, access, model) = (false, Access.free, "")
    switch ground {
    case .store(_, let path, let given): (hasStore, access, model) = (true, given, path)
    case .model(let path): model = path
    }
    let mayWrite = access != .readOnly
    let steps: any ReplaySteps =
      byKey
      ? KeyedSteps(course, words: words, mayWrite: mayWrite, hasStore: hasStore)
      : ObservedSteps(course, words: words, mayWrite: mayWrite, hasStore: hasStore)
    let history = Self.history(of: recording, access)
    assumptions = steps.assumptions
    forced = (steps as? KeyedSteps)?.forced ?? 0
    let variants = ObservedVariants(steps)
    var parts: [String] = []
    parts.append(
      """
      \(Self.firstWords) of \(recording.sources.map { FilePath.name(of: $0.name) }.joined(separator: ", ")).
      # What was inferred says so; what the log has stands as it was.
      faultline: 1
      name: \(name)
      title: As observed, and what the rules suggest
      """)
    if let behaviour = Self.behaviour { parts.append("behaves: \(behaviour)") }
    let notes =
      [
        "The same requests in the same order as the app's, in one context. Contexts, variables and lifetimes are "
          + "assumed: objects are held to the end, and there is no undo manager."
      ] + assumptions + [history].compactMap(\.self)
    parts.append(
      "tags: [imported]\n\nnotes:\n" + notes.map { "  - >-\n    \($0)" }.joined(separator: "\n"))
    parts.append("\nmodel: \(Self.quoted(model))")
    switch ground {
    case .store(let path, _, _): parts.append("stores: [{open: \(Self.quoted(path))}]")
    case .model:
      parts.append("stores: [sqlite]")
      parts.append(Self.data(steps, words))
    }
    parts.append("\ncontext: {undo: none\(history == nil ? "" : ", history: true")}")
    parts.append(variants.text)
    parts.append("\nsteps:\n" + steps.lines.joined(separator: "\n"))
    if steps.saveCount > 0 {
      parts.append("  - when: saving == once\n    steps: [save: {}]")
    }
    parts.append("  - checkpoint: replayed")
    parts.append(
      """

      columns:
        requests: store.roundtrips@replayed
        statements: sql.statements@replayed
        rows read: sql.rows.read@replayed
        faults fired: faults.fired@replayed
        objects: objects.registered@replayed
        bytes: bytes.live@replayed

      expect:
        - that: leaked.objects == 0
      """)
    text = parts.joined(separator: "\n") + "\n"
  }

  /// Why the replay keeps a history of its changes; nil where it keeps none.
  private static func history(of recording: Recording, _ access: Access) -> String? {
    switch access {
    case .withHistory:
      "The store has a history of its changes, which each save of the replay goes on with ('history: true')."
    case .free where (recording.saves?.historyRows ?? 0) > 0:
      "The app keeps a history of its changes, and so does the replay ('history: true')."
    case .free, .readOnly: nil
    }
  }

  private static func quoted(_ path: String) -> String {
    "'\(path.replacing("'", with: "''"))'"
  }

  /// Rows in place of a store's: as many as the largest request of each entity had beyond what was inserted before.
  private static func data(_ steps: any ReplaySteps, _ words: ModelWords) -> String {
    var lines: [String] = []
    let counts = steps.rowsBefore.counts
    for (name, rows) in counts.sorted(by: { $0.key < $1.key }) {
      guard let entity = words.model.entitiesByName[name], !entity.isAbstract,
        let values = words.required(entity)
      else { continue }
      var set = values.map { "\($0.name): \($0.value)" }
      // What leads to one object of an entity that has rows here leads to one of them.
      for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name })
      where !relationship.isToMany {
        let destination = relationship.destinationEntityName
        if destination != name, counts[destination] != nil {
          set.append("\(relationship.name): pick(\(destination))")
        }
      }
      let assigned = set.isEmpty ? "" : ", set: {\(set.joined(separator: ", "))}"
      lines.append("  \(name): {count: \(rows)\(assigned)}")
    }
    guard !lines.isEmpty else { return "" }
    return
      "\n# inferred: as many rows as the largest request of an entity had, less those inserted before it"
      + "\ndata:\n  seed: 1\n" + lines.joined(separator: "\n")
  }
}

/// The parameters and variants of a scenario that was made of a recording.
package struct ObservedVariants {
  package let text: String
  /// The variant that plays what was observed.
  package static let reference = "as observed"

  package init(_ steps: any ReplaySteps) {
    var parameters: [String] = []
    var variants: [(name: String, settings: String, why: String)] = []
    if steps.hasLookups {
      parameters.append("  lookups: {type: choice, of: [apart, together], default: apart}")
      variants.append(
        ("looked up together", "lookups: together", "one request in place of one for each object"))
    }
    var paths: [String] = []
    for path in steps.prefetchable where !paths.contains(path) { paths.append(path) }
    if !paths.isEmpty {
      variants.append(
        (
          "prefetched", "prefetches: [\(paths.joined(separator: ", "))]",
          "what was asked for one by one comes along"
        ))
    }
    if steps.saveCount > 0 {
      parameters.append("  saving: {type: choice, of: [each, once], default: each}")
      if steps.saveCount > 1 {
        variants.append(
          ("saved at the end", "saving: once", "one save in place of \(steps.saveCount)"))
      }
    }
    if steps.largestFetch >= 100 {
      variants.append(
        (
          "in batches", "fetchBatchSize: 50",
          "no more rows than are looked at, where a fetch had \(steps.largestFetch)"
        ))
    }
    // Two ways to compare with, where nothing stood out.
    if variants.count < 2 {
      variants.append(("realized", "fetchesAs: realized", "objects with their values at once"))
    }
    if variants.count < 2, !variants.contains(where: { $0.name == "in batches" }) {
      variants.append(("in batches", "fetchBatchSize: 20", "rows as they are looked at"))
    }
    var lines: [String] = []
    if !parameters.isEmpty { lines += ["", "parameters:"] + parameters }
    lines += ["", "variants:", "  as observed: {}"]
    lines += variants.prefix(4).map { "  \($0.name): {\($0.settings)}  # \($0.why)" }
    lines.append("reference: as observed")
    text = lines.joined(separator: "\n")
  }
}

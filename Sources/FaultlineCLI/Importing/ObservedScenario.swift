// A scenario made of a recording: as observed, and the variants that rules suggest for what was seen.

import Faultline
import FaultlineMeasures
import FaultlineRecordings
import FaultlineScenarios

/// The text of a scenario that plays what an app did.
struct ObservedScenario {
  /// Where the app's rows come from.
  enum Ground {
    /// A copy of the app's store, by the path that the scenario names.
    case store(path: String, model: String, mayWrite: Bool)
    /// A store of our own, with rows that are made up.
    case model(path: String)
  }

  /// Whose behaviour is played: the key of a scenario that says it, where the language has one.
  ///
  /// It is looked up, so an older language is not given a key that it does not know.
  static var behaviour: String? {
    let keys = Glossary.tables.first { $0.owner == "a scenario" }?.keys ?? []
    return keys.contains { $0.name == "behaves" } ? "core-data" : nil
  }

  let text: String
  /// What was inferred, each once and in order.
  let assumptions: [String]
  /// How many requests are asked for though the replay knows the answer.
  let forced: Int

  init(
    named name: String, of recording: Recording, _ course: Course, words: ModelWords,
    on ground: Ground, byKey: Bool = false
  ) {
    var (hasStore, mayWrite, model) = (false, true, "")
    switch ground {
    case .store(_, let path, let may): (hasStore, mayWrite, model) = (true, may, path)
    case .model(let path): model = path
    }
    let steps: any ReplaySteps =
      byKey
      ? KeyedSteps(course, words: words, mayWrite: mayWrite, hasStore: hasStore)
      : ObservedSteps(course, words: words, mayWrite: mayWrite, hasStore: hasStore)
    assumptions = steps.assumptions
    forced = (steps as? KeyedSteps)?.forced ?? 0
    let variants = ObservedVariants(steps)
    var parts: [String] = []
    parts.append(
      """
      # Made by 'faultline import' of \(recording.sources.map { FilePath.name(of: $0.name) }.joined(separator: ", ")).
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
      ] + steps.assumptions
    parts.append(
      "tags: [imported]\n\nnotes:\n" + notes.map { "  - >-\n    \($0)" }.joined(separator: "\n"))
    parts.append("\nmodel: \(Self.quoted(model))")
    switch ground {
    case .store(let path, _, _): parts.append("stores: [{open: \(Self.quoted(path))}]")
    case .model:
      parts.append("stores: [sqlite]")
      parts.append(Self.data(steps, words))
    }
    parts.append("\ncontext: {undo: none}")
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

  private static func quoted(_ path: String) -> String {
    "'\(path.replacing("'", with: "''"))'"
  }

  /// Rows in place of a store's: as many as the largest request of each entity had.
  private static func data(_ steps: any ReplaySteps, _ words: ModelWords) -> String {
    var lines: [String] = []
    for (name, rows) in steps.mostRows.sorted(by: { $0.key < $1.key }) where rows > 0 {
      guard let entity = words.model.entitiesByName[name], !entity.isAbstract,
        let values = words.required(entity)
      else { continue }
      var set = values.map { "\($0.name): \($0.value)" }
      // What leads to one object of an entity that has rows here leads to one of them.
      for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name })
      where !relationship.isToMany {
        let destination = relationship.destinationEntityName
        if destination != name, (steps.mostRows[destination] ?? 0) > 0 {
          set.append("\(relationship.name): pick(\(destination))")
        }
      }
      let assigned = set.isEmpty ? "" : ", set: {\(set.joined(separator: ", "))}"
      lines.append("  \(name): {count: \(rows)\(assigned)}")
    }
    guard !lines.isEmpty else { return "" }
    return "\n# inferred: as many rows as the largest request of an entity had\ndata:\n  seed: 1\n"
      + lines.joined(separator: "\n")
  }
}

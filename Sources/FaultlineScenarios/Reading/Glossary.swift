// Every word of the scenario language with its meaning, from the tables that the readers check against.

package import FaultlineMeasures
import FaultlineProfiler

/// What can be looked up.
package enum Glossary {
  /// The keys of one kind of mapping.
  package struct Table: Sendable {
    /// What has the keys: `a scenario`, `insert`.
    package let owner: String
    package let keys: [Key]
    /// The words that stand for the whole of it; a step has its keyword for that.
    package var words: [String] = []
    /// Lines of a scenario in which it stands, where it is not a part of what another table shows.
    package var example: String? = nil
  }

  /// All tables of keys, the whole before its parts.
  package static let tables: [Table] =
    parts + steps.map { Table(owner: "the step \($0.keyword)", keys: $0.keys + $0.beside) }

  /// The names of keys whose values may be switched off.
  static let mayBeOff = Set(
    (tables.flatMap(\.keys) + steps.map { Key($0.keyword, $0.value, $0.meaning) })
      .filter { $0.kind.mayBeOff }.map(\.name))

  /// The steps that people write.
  package static var steps: [any Step.Type] { Steps.all.filter { !$0.isHidden } }

  /// What makes values: the name, how it is written, what it makes, and one.
  package static var generators: [(name: String, usage: String, meaning: String, example: String)] {
    Generators.all.map { ($0.name, $0.usage, $0.meaning, $0.example) }
  }

  /// What can be read.
  package static var metrics: [Metric] { Probes.metrics }

  /// Returns how the parts of a metric are named; nil where it has none.
  package static func parts(of metric: Metric) -> String? {
    guard let arguments = Probes.arguments[metric.name] else { return nil }
    func name(_ list: String...) -> String { MetricName.name(metric.name, of: list) }
    let context = "\(name("main")) is the part of a context"
    guard arguments.contains(.entity) else { return "\(context)." }
    let cause = arguments.contains(.cause) ? ", \(name("refresh")) that of a cause" : ""
    return
      "\(context), \(name("Photo")) that of an entity, \(name("main", "Photo")) that of both\(cause); "
      + "'context none' and 'entity none' stand for what has none."
  }

  /// Every word that can be looked up, each once.
  package static var words: [String] {
    var words: [String] = []
    for word in steps.map({ $0.keyword }) + generators.map(\.name) + metrics.map(\.name)
      + tables.flatMap({ $0.keys.map(\.name) + $0.words })
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }
}

// The parts of a scenario that are no steps: their keys, the words that people look them up by, and how they are written.
extension Glossary {
  /// The tables of the parts, the whole before its parts.
  static let parts: [Table] = [
    Table(
      owner: "a scenario", keys: ScenarioReader.keys, words: ["scenario"],
      example: """
        faultline: 1
        name: first
        title: What a name keeps
        model:
          Employee: {name: string}
        variants:
          plain: {}
        steps:
          - insert: {entity: Employee, count: 10, into: staff}
          - save: {}
          - checkpoint: saved
        """),
    Table(
      owner: "an entity of the model", keys: ModelReader.entityKeys, words: ["model", "entity"],
      example: """
        model:
          Person:
            is abstract: true
            name: string
          Employee:
            is a: Person
            salary: double
            is unique by: [name]
            is indexed by: [[name, -salary]]
        """),
    Table(
      owner: "an attribute of the model", keys: ModelReader.attributeKeys,
      words: ["model", "attribute"],
      example: """
        model:
          Employee:
            name: {type: string, max length: 80, pattern: '[A-Z].*'}
            salary: {type: double, default: 1000, min: 0}
            initials: {type: string, transient: true}
        """),
    Table(
      owner: "a relationship of the model", keys: ModelReader.relationshipKeys,
      words: ["model", "relationship"],
      example: """
        model:
          Department:
            staff: {to many: Employee, inverse: department, on delete: cascade}
          Employee:
            department: {to one: Department, inverse: staff}
        """),
    Table(
      owner: "a fetched property of the model", keys: ModelReader.fetchedPropertyKeys,
      words: ["model", "fetched property"],
      example: """
        model:
          Employee:
            name: string
            manager: {to one: Employee, inverse: reports}
            reports: {to many: Employee, inverse: manager}
            peers: {fetch: Employee, where: manager == $FETCH_SOURCE.manager}
        """),
    Table(
      owner: "a store that is there already", keys: StoreCatalog.keys, words: ["stores"],
      example: """
        model: App.sqlite
        stores: [{open: App.sqlite}]
        """),
    Table(owner: "data", keys: [DataText.seedKey], words: ["data"]),
    Table(
      owner: "an entity under data", keys: DataText.rowKeys, words: ["data"],
      example: """
        model:
          Employee: {name: string}
          Article:
            title: string
            tags: {to many: Tag, inverse: articles}
          Tag:
            word: string
            articles: {to many: Article, inverse: tags}
        data:
          seed: 42
          Tag: {count: 20, set: {word: text(6)}}
          Article: {count: 100, set: {title: 'Article {index}', tags: {pick: Tag, count: 'random(0, 5)'}}}
        """),
    Table(
      owner: "a parameter", keys: ScenarioReader.parameterKeys, words: ["parameters", "parameter"],
      example: """
        parameters:
          rows: {type: int, default: 10000, quick: 100}
          ending: {type: choice, of: [refresh, reset], default: refresh}
        """),
    Table(
      owner: "context, or a variant", keys: ContextSettings.keys, words: ["variants", "variant"],
      example: """
        context: {undo: none}
        variants:
          plain: {}
          kept: {retainsRegisteredObjects: true}
        """),
    Table(
      owner: "behaves", keys: Behavior.entries, words: ["behaves"], example: "behaves: core-data"),
    Table(
      owner: "measure", keys: ScenarioReader.measureKeys, words: ["measure"],
      example: "measure: {repeats: 5, warmup: 2}"),
    Table(
      owner: "limits", keys: ScenarioReader.limitKeys, words: ["limits"],
      example: "limits: {operations: 100000000}"),
    Table(
      owner: "an expectation", keys: ScenarioReader.expectationKeys,
      words: ["expect", "expectation"],
      example: """
        expect:
          - that: objects.live@end == 0
            when: {store: memory}
            because: Nothing holds an object when its context is gone (R3).
        """),
    Table(
      owner: "gate", keys: GateReader.keys, words: ["gate"],
      example: """
        gate:
          metrics: [sql.statements]
          tolerances: {bytes.*: 2 %}
          warn: {bytes.peak: 8 MiB}
        """),
    Table(owner: "an expectation's when", keys: MatrixReader.patternKeys),
    Table(
      owner: "the sizes of a parameter", keys: MatrixReader.sizeKeys, words: ["sizes"],
      example: """
        parameters:
          rows: {type: int, default: 1000}
        sizes:
          rows: {of: [1k, 10k, 100k], quick: [100, 200, 400]}
        """),
    Table(
      owner: "the matrix, beside what it varies", keys: MatrixReader.reservedKeys,
      words: ["matrix"],
      example: """
        matrix:
          retainsRegisteredObjects: [false, true]
          undo: [none, unlimited]
          exclude:
            - {retainsRegisteredObjects: true, undo: unlimited}
        """),
    Table(
      owner: "a cell that the matrix includes", keys: MatrixReader.extraKeys, words: ["matrix"]),
    Table(owner: "every step", keys: [Steps.noteKey]),
    Table(owner: "a choice of a question", keys: OfferedChoice.keys),
  ]
}

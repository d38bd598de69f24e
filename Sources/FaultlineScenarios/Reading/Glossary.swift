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
  }

  /// All tables of keys, the whole before its parts.
  package static let tables: [Table] =
    [
      Table(owner: "a scenario", keys: ScenarioReader.keys),
      Table(owner: "an entity of the model", keys: ModelReader.entityKeys),
      Table(owner: "an attribute of the model", keys: ModelReader.attributeKeys),
      Table(owner: "a relationship of the model", keys: ModelReader.relationshipKeys),
      Table(owner: "a store that is there already", keys: StoreCatalog.keys),
      Table(owner: "data", keys: [DataText.seedKey]),
      Table(owner: "an entity under data", keys: DataText.rowKeys),
      Table(owner: "a parameter", keys: ScenarioReader.parameterKeys),
      Table(owner: "context, or a variant", keys: ContextSettings.keys),
      Table(owner: "behaves", keys: Behaviour.entries),
      Table(owner: "measure", keys: ScenarioReader.measureKeys),
      Table(owner: "limits", keys: ScenarioReader.limitKeys),
      Table(owner: "an expectation", keys: ScenarioReader.expectationKeys),
      Table(owner: "an expectation's when", keys: MatrixReader.patternKeys),
      Table(owner: "the sizes of a parameter", keys: MatrixReader.sizeKeys),
      Table(owner: "the matrix, beside what it varies", keys: MatrixReader.reservedKeys),
      Table(owner: "a cell that the matrix includes", keys: MatrixReader.extraKeys),
      Table(owner: "every step", keys: [Steps.noteKey]),
      Table(owner: "a choice of a question", keys: OfferedChoice.keys),
    ] + steps.map { Table(owner: "the step \($0.keyword)", keys: $0.keys + $0.beside) }

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

  /// Every word that can be looked up, each once.
  package static var words: [String] {
    var words: [String] = []
    for word in steps.map({ $0.keyword }) + generators.map(\.name) + metrics.map(\.name)
      + tables.flatMap({ $0.keys.map(\.name) })
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }
}

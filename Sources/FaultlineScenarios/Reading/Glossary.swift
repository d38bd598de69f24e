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

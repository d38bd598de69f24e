// Where the entries of the index come from: texts that stand elsewhere already, each in one place.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios

extension AskEntry {
  /// Everything that can be found: with the scenarios that lie here, if any do, and the others that come with the
  /// program.
  static func all(_ scenarios: [Scenario], shipped: [Scenario] = []) -> [AskEntry] {
    let own = Set(scenarios.map(\.name))
    let files = Set(scenarios.map { FilePath.plain($0.file) })
    let parts: [[AskEntry]] = [
      Question.all.map { question in
        let isHere = shipped.isEmpty || files.contains(question.file)
        return Self.question(question, isHere ? question.command : question.commandAnywhere)
      },
      settings, RuleText.all.map { rule($0.id, $0.text) }, Term.all.map(term),
      Glossary.metrics.map(metric), steps,
      scenarios.map { scenario($0, "faultline run \($0.file)") },
      shipped.filter { !own.contains($0.name) }
        .map { scenario($0, "faultline run --shipped \($0.name)") },
    ]
    return parts.flatMap { $0 }
  }

  private static func question(_ question: Question, _ command: String) -> AskEntry {
    let threads = question.threads.joined(separator: ", ")
    return AskEntry(
      kind: .question, name: "\(question.number)", title: question.text, answer: question.answer,
      figures: question.figures.map { "\($0) (\(threads))" } ?? "in words only (\(threads))",
      command: command, phrases: question.otherWords)
  }

  /// The keys of the language, each once, with what the first of their tables says.
  private static var settings: [AskEntry] {
    var seen: Set<String> = Set(Glossary.steps.map { $0.keyword })
    return Glossary.tables.flatMap { table in
      table.keys.filter { seen.insert($0.name).inserted }.map { key in
        AskEntry(
          kind: .setting, name: key.name, title: "in \(table.owner)", answer: key.meaning,
          command: explain(key.name))
      }
    }
  }

  private static func rule(_ id: String, _ text: String) -> AskEntry {
    AskEntry(kind: .rule, name: id, title: text, answer: "", command: explain(id))
  }

  private static func term(_ term: Term) -> AskEntry {
    AskEntry(
      kind: .term, name: term.word, title: term.word, answer: term.meaning,
      command: explain(term.word))
  }

  private static func metric(_ metric: Metric) -> AskEntry {
    AskEntry(
      kind: .metric, name: metric.name, title: metric.name, answer: "\(metric.meaning).",
      command: explain(metric.name))
  }

  private static var steps: [AskEntry] {
    Glossary.steps.map { step in
      AskEntry(
        kind: .step, name: step.keyword, title: step.keyword, answer: step.meaning,
        command: explain(step.keyword))
    }
  }

  private static func scenario(_ scenario: Scenario, _ command: String) -> AskEntry {
    AskEntry(
      kind: .scenario, name: scenario.name, title: scenario.title,
      answer: scenario.notes.prefix(2).joined(separator: " "),
      command: command,
      phrases: scenario.tags)
  }

  private static func explain(_ word: String) -> String {
    "faultline explain \(word.contains(" ") ? "'\(word)'" : word)"
  }
}

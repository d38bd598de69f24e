// faultline explain: all about one word of the scenario language, one rule, or how a fetch would be answered.

import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios

/// Explains a step, a metric, a key or a rule; or a fetch.
struct ExplainCommand: Command {
  let name = "explain"
  let summary = "Explain a step, metric, key, rule or word, or a fetch."
  let purpose = """
    Explains a word of the scenario language: a step with its keys and an example, a metric with what it counts \
    and which way is better, a key with what belongs there, a part such as 'relationship' with all of its keys and an \
    example, or a difference between Core Data and its guides with the \
    sources for it; a rule by its id, with the expectations that show it; \
    a word that reports and lessons use, such as 'retain cycle'; or a name of Core Data's, with what a scenario \
    writes for it. With --fetch it shows how a fetch would be answered: \
    the SQL, what is done in memory, and SQLite's own plan.
    """
  let operands = OperandRule(
    placeholder: "[WORD]", allowed: 0...1, completion: .explained)
  private static let fetch = CommandOption(
    "fetch", .text("ENTITY"), help: "Explain a fetch of the objects of an entity.")
  private static let condition = CommandOption(
    "where", .text("PREDICATE"), help: "What the objects of --fetch must satisfy.")
  private static let sort = CommandOption(
    "sort", .text("KEY"), isRepeatable: true,
    help: "A key to sort the objects of --fetch by; with a '-' before it, downwards.")
  private static let model = CommandOption(
    "model", .text("FILE"),
    help:
      "The model of --fetch: a scenario ('-' for standard input), a model in YAML or of Xcode's, or a store with one inside."
  )
  let options: [any DeclaredOption] =
    [Self.fetch, Self.condition, Self.sort, Self.model] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline explain insert", says: "Shows the keys of the step, and one."),
    CommandExample(
      line: "faultline explain relationship", says: "Shows how one is written in a model."),
    CommandExample(line: "faultline explain cycles.broken", says: "Says what is counted."),
    CommandExample(
      line: "faultline explain C2", says: "Says what the rule is, and which scenarios show it."),
    CommandExample(line: "faultline explain 'retain cycle'", says: "Says what the word means."),
    CommandExample(
      line: "faultline explain NSBatchInsertRequest", says: "Shows what a scenario writes for it."),
    CommandExample(
      line:
        "faultline explain --model Scenarios/first-light.yaml --fetch Employee --where 'name LIKE \"A*\"'",
      says: "Shows the SQL of a fetch."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    if let entity = arguments[Self.fetch] { return try explain(entity, arguments, console) }
    for option in [Self.condition, Self.model] where arguments[option] != nil {
      throw UsageError("\(option.spelling) goes with --fetch ENTITY.", command: name)
    }
    guard let written = arguments.operands.first else {
      throw UsageError("Name a word, or a fetch with --fetch ENTITY.", command: name)
    }
    let word = Self.known(written)
    if RuleText.text(of: word) != nil {
      try console.print(try RuleLookup(in: []).page(of: word))
      return .held
    }
    var page = Page()
    add(word, to: &page)
    // A word of the language is looked up as that; `insert(_:)` is one of Core Data alone.
    for meant in page.blocks.isEmpty ? CoreDataName.words(for: written) : [] {
      page.add(["\(quoted(written)) is written \(quoted(meant)) in a scenario."])
      add(meant, to: &page)
    }
    guard !page.blocks.isEmpty else {
      let near = WordForms(Self.words).nearest(to: word)
      throw UsageError("Nothing is called \(quoted(word))." + didYouMean(near), command: name)
    }
    try console.print(page)
    return .held
  }

  /// All that is known by a word of the language.
  private func add(_ word: String, to page: inout Page) {
    for step in Glossary.steps where step.keyword == word { add(step, to: &page) }
    for generator in Glossary.generators where generator.name == word {
      page.add(["\(generator.usage), a generator of values: \(generator.meaning)"])
      page.add(["For example: \(generator.example)"])
    }
    for metric in Glossary.metrics where metric.name == MetricName.base(of: word) {
      page.add(paragraphs(metric))
    }
    page.add("\(word), a key:", keys(word))
    for table in Glossary.tables where table.words.contains(word) { add(table, to: &page) }
    if let behavior = Behavior.named(word) { page.add(BehaviorText.paragraphs(behavior)) }
    if let term = Term.named(word) { page.add(["\(term.title): \(term.meaning)"]) }
  }

  /// All that can be explained.
  private static var words: [String] {
    RuleText.all.map(\.id) + Glossary.words + Term.all.map(\.word)
      + CoreDataName.all.flatMap(\.names)
  }

  /// The word as it is known, whatever letters were written large; as it was written, where none is meant.
  private static func known(_ written: String) -> String {
    if words.contains(written) { return written }
    return words.first { $0.lowercased() == written.lowercased() } ?? written
  }

  private func explain(
    _ entity: String, _ arguments: ParsedArguments, _ console: Console
  ) throws -> ExitStatus {
    guard let model = arguments[Self.model] else {
      throw UsageError("Say whose entity it is with --model FILE.", command: name)
    }
    let question = FetchExplanation.Question(
      entity: entity, predicate: arguments[Self.condition], sort: arguments.all(Self.sort))
    try console.print(try FetchExplanation(question, in: model).text)
    return .held
  }

  private func add(_ step: any Step.Type, to page: inout Page) {
    page.add(["\(step.keyword), a step: \(step.meaning)"])
    page.add("Keys:", step.keys.map(row))
    page.add("Beside it:", step.beside.map(row))
    add(example: step.example, to: &page)
  }

  /// A part of a scenario with all of its keys.
  private func add(_ table: Glossary.Table, to page: inout Page) {
    page.add("The keys of \(table.owner):", table.keys.map(row))
    if let example = table.example { add(example: example, to: &page) }
  }

  private func add(example text: String, to page: inout Page) {
    page.blocks.append(.code(text, title: "For example:", language: "yaml"))
  }

  private func row(_ key: Key) -> (key: String, value: String) {
    (key.name, "\(key.meaning) \(sentence(key.kind.words))\(key.isRequired ? " Required." : "")")
  }

  private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func paragraphs(_ metric: Metric) -> [String] {
    let better =
      switch metric.polarity {
      case .less: "Less is better."
      case .more: "More is better."
      case .neutral: "Neither more nor less is better."
      }
    let exactness =
      switch metric.exactness {
      case .exact: "Exact: the same in every run."
      case .informative: "Informative: it differs from run to run, and gates nothing."
      }
    let rules =
      metric.rules.isEmpty ? "" : " Rules: \(metric.rules.joined(separator: ", "))."
    return [
      "\(metric.name), a metric: \(metric.meaning).",
      "Counted in \(unit(metric.scale)). \(better) \(exactness)\(rules)",
    ] + [Glossary.parts(of: metric)].compactMap { $0 }
  }

  private func unit(_ scale: Metric.Scale) -> String {
    switch scale {
    case .count: "whole numbers"
    case .bytes: "bytes"
    case .nanoseconds: "nanoseconds"
    case .ratio: "parts of one"
    }
  }

  private func keys(_ word: String) -> [(key: String, value: String)] {
    Glossary.tables.flatMap { table in
      table.keys.filter { $0.name == word }.map { ("in \(table.owner)", row($0).value) }
    }
  }
}

// What the arguments of metrics name: the contexts and entities of a scenario, and the steps that are causes.

import Faultline
import FaultlineMeasures
import FaultlineProfiler

/// The keywords of steps by which `cycles.broken` is counted.
enum CauseNames {
  static let all =
    Steps.all.filter { !$0.isHidden }.map { $0.keyword } + [CycleWatch.turn]
}

/// The names that may stand in the parentheses behind a metric of a scenario.
struct ArgumentNames: Sendable {
  private let contexts: [String]
  private let entities: [String]

  init(contexts: [String] = [], entities: [String] = []) {
    self.contexts = contexts
    self.entities = entities
  }

  /// Refuses a mention whose arguments name nothing, name several things, or do not go together.
  func check(_ mention: Mention, _ formula: Formula) throws(Diagnostic) {
    guard let problem = problem(with: mention.text) else { return }
    throw formula.diagnostic(problem.message, at: mention, notes: problem.notes)
  }

  /// Returns what is wrong with the arguments of a metric's name; nil where nothing is.
  func problem(with name: String) -> (message: String, notes: [String])? {
    let base = MetricName.base(of: name)
    guard base != name, let allowed = Probes.arguments[base] else { return nil }
    var met: MetricArgument = []
    for argument in MetricName.arguments(of: name) {
      let kinds = kinds(of: argument, allowed)
      guard let kind = kinds.first else { return unknown(argument, base, allowed) }
      guard kinds.count == 1 else {
        return (
          "\(argument.inQuotes) has several meanings",
          ["write one of them: \(Spelling.list(kinds.map { "(\($0.word(for: argument)))" }))"]
        )
      }
      guard met.insert(kind).inserted else {
        return ("one \(kind.noun) at most can stand here, and there are two", [])
      }
    }
    guard !met.contains(.cause) || met == .cause else {
      return ("a cause stands alone: \(base) is counted by cause, or by context and entity", [])
    }
    return nil
  }

  /// Returns the kinds of things that an argument is the name of.
  private func kinds(of argument: String, _ allowed: MetricArgument) -> [MetricArgument] {
    for (word, kind) in MetricArgument.words where argument.hasPrefix("\(word) ") {
      guard allowed.contains(kind) else { return [] }
      let name = String(argument.dropFirst(word.count + 1))
      return names(kind).contains(name) || kind != .cause && name == MetricName.none ? [kind] : []
    }
    return MetricArgument.words.map(\.argument).filter { kind in
      guard allowed.contains(kind) else { return false }
      return names(kind).contains(argument) || kind != .cause && argument == MetricName.none
    }
  }

  private func names(_ kind: MetricArgument) -> [String] {
    switch kind {
    case .context: contexts
    case .entity: entities
    default: CauseNames.all
    }
  }

  private func unknown(
    _ argument: String, _ metric: String, _ allowed: MetricArgument
  ) -> (message: String, notes: [String]) {
    let kinds = MetricArgument.words.map(\.argument).filter { allowed.contains($0) }
    let known = kinds.flatMap { names($0) }
    let what = kinds.map(\.noun)
    let list =
      what.count > 1
      ? "\(what.dropLast().joined(separator: ", ")) or \(what[what.count - 1])" : what.joined()
    return (
      "no \(list) \(argument.inQuotes)\(Spelling.question(for: argument, among: known))",
      kinds.map { "known \($0.nouns): \(Spelling.list(names($0)))" }
    )
  }
}

extension MetricArgument {
  /// What the argument is called in messages.
  fileprivate var noun: String {
    switch self {
    case .context: "context"
    case .entity: "entity"
    default: "cause"
    }
  }

  fileprivate var nouns: String {
    switch self {
    case .context: "contexts"
    case .entity: "entities"
    default: "causes"
    }
  }
}

extension Scenario {
  /// The names that metrics may have as arguments.
  var argumentNames: ArgumentNames {
    ArgumentNames(
      contexts: [SessionContext.main] + steps.openedContexts.withoutRepeats,
      entities: model.entities.map(\.name))
  }
}

extension [StepSyntax] {
  /// The names of the contexts that steps open, those within others among them.
  fileprivate var openedContexts: [String] {
    flatMap { step in
      let own =
        step.type.keyword == ContextStep.keyword
        ? try? step.text.fields(of: ContextStep.self).optional("name")?.identifier() : nil
      return [own].compactMap { $0 } + step.text.blocks.flatMap(\.openedContexts)
    }
  }
}

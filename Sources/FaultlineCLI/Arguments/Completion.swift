// What a shell offers in one place of a command line, declared beside the option or the operand that stands there.

import FaultlineExperiments
import FaultlineKnowledge
import FaultlineMeasures
import FaultlineReplay
import FaultlineReports
import FaultlineScenarios
import Foundation

/// The words that may stand in a place.
struct Completion: Sendable {
  /// What is offered.
  enum Offer: Sendable, Equatable {
    case words([Word])
    /// What the shell completes by itself, with its own quoting.
    case files, folders

    static let nothing = Offer.words([])
  }

  /// A word, and what it is.
  struct Word: Sendable, Equatable {
    let text: String
    var says = ""
    /// Whether nothing follows at once, as a value does after `rows=`, or a name after a folder's slash.
    var isWhole = true
    /// Another text by which it is found: a scenario's name, where the word is its path.
    var alias = ""
  }

  /// What is offered on a line that has come so far.
  let offer: @Sendable (CompletedLine) -> Offer

  /// Offers the same words on every line.
  static func fixed(_ words: [Word]) -> Completion { Completion { _ in .words(words) } }

  /// Offers words as they are found when they are asked for.
  static func words(_ words: @escaping @Sendable (CompletedLine) -> [Word]) -> Completion {
    Completion { .words(words($0)) }
  }

  static let files = Completion { _ in .files }
  static let folders = Completion { _ in .folders }
  static let nothing = Completion { _ in .nothing }

  /// What a placeholder stands for: `FILE` is a file in every command.
  ///
  /// A new command or option whose placeholder is a word of this list needs nothing more.
  static func standing(for placeholder: String) -> Completion {
    switch placeholder {
    case "FILE|FOLDER": .scenarios
    case "FILE", "PATH", "RESULT", "BASE", "HEAD": .files
    case "FOLDER": .folders
    case "COMMAND": .commands
    default: fixed(words(in: placeholder).map { Word(text: $0) })
    }
  }

  /// The words of a placeholder such as `auto|always|never`; none where it is the name of something.
  private static func words(in placeholder: String) -> [String] {
    let words = placeholder.split(separator: "|").map(String.init)
    let areWords = words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
    return words.count > 1 && areWords ? words : []
  }
}

extension DeclaredOption {
  /// What is offered for the value: what was declared, the list of choices, or what the placeholder stands for.
  var offered: Completion {
    completion
      ?? (choices.isEmpty
        ? .standing(for: placeholder ?? "") : .fixed(choices.map { Completion.Word(text: $0) }))
  }
}

extension OperandRule {
  /// What is offered for the next operand: what was declared, or what the placeholder shows in this place.
  ///
  /// A word in small letters is to be written as it stands, as in `add RESULT… | list | trend`.
  func offered(on line: CompletedLine) -> Completion.Offer {
    guard line.operands.count < allowed.upperBound else { return .nothing }
    if let completion { return completion.offer(line) }
    let forms = forms.filter { form in
      zip(form, line.operands).allSatisfy { !$0.isLiteral || $0.text == $1 }
    }
    let parts = forms.compactMap { form in
      line.operands.count < form.count
        ? form[line.operands.count] : form.last.flatMap { $0.isRepeated ? $0 : nil }
    }
    let literals = parts.filter(\.isLiteral)
    guard literals.isEmpty else {
      return .words(literals.map { Completion.Word(text: $0.text) })
    }
    return parts.first.map { Completion.standing(for: $0.text).offer(line) } ?? .nothing
  }

  private struct Part {
    let text: String
    let isRepeated: Bool
    var isLiteral: Bool { !text.isEmpty && text.allSatisfy { $0.isLowercase || $0 == "-" } }
  }

  /// The ways to write the operands, each part without brackets and dots.
  private var forms: [[Part]] {
    placeholder.components(separatedBy: " | ").map { form in
      form.split(separator: " ").map { word in
        Part(text: word.filter { !"[]…".contains($0) }, isRepeated: word.contains("…"))
      }
    }
  }
}

// What completion offers out of the tables of the program: commands, metrics, rules, words, formats.
extension Completion {
  /// Commands that people use.
  static let commands = words { _ in commandWords }

  /// Commands, and the other pages of help.
  static let helpPages = words { _ in
    commandWords + HelpTopic.allCases.map { Word(text: $0.rawValue, says: $0.summary) }
  }

  private static var commandWords: [Word] {
    Commands.all.filter { !$0.isHidden }.map { Word(text: $0.name, says: $0.summary) }
  }

  /// What can be read.
  static let metrics = words { _ in
    Glossary.metrics.map { Word(text: $0.name, says: $0.meaning) }
  }

  /// All that can be explained: words of the language, rules, and words of reports and lessons.
  static let explained = words { _ in
    let rules = RuleText.all.map { Word(text: $0.id, says: $0.text) }
    let terms = Term.all.map { Word(text: $0.word, says: $0.meaning) }
    let metrics = Dictionary(
      Glossary.metrics.map { ($0.name, $0.meaning) }, uniquingKeysWith: { first, _ in first })
    let words = Glossary.words.map { Word(text: $0, says: metrics[$0] ?? "") }
    return words + rules + terms
  }

  /// Formats of reports; a file may follow at once.
  static let formats = Completion { line in
    guard line.current.contains("=") else {
      return .words(
        ReportFormats.all.map { Word(text: $0.name, says: "Files end in .\($0.fileExtension).") })
    }
    return .files
  }
}

// What completion offers out of scenarios: their files, variants, stores, trials and parameters.
extension Completion {
  /// Files of scenarios: all below the usual folder, by path or by name, and what lies where the path leads.
  static let scenarios = Completion { line in
    let words = scenarioFiles(line.current)
    // What leads elsewhere, such as to a home, the shell knows.
    let isKnown = words.contains {
      $0.text.hasPrefix(line.current) || !$0.alias.isEmpty && $0.alias.hasPrefix(line.current)
    }
    return isKnown ? .words(words) : .files
  }

  private static func scenarioFiles(_ current: String) -> [Word] {
    let folder = FilePath.folder(of: current + "x")
    let shown = folder.isEmpty ? "" : FilePath.joined(folder, "")
    let place = folder.isEmpty ? "." : folder
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
    let beside = names.compactMap { name -> Word? in
      guard !name.hasPrefix(".") else { return nil }
      let path = shown.isEmpty || shown.hasSuffix("/") ? shown + name : "\(shown)/\(name)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
      if isFolder.boolValue { return Word(text: path + "/", isWhole: false) }
      return ScenarioFiles.hasEnding(path) ? Word(text: path) : nil
    }
    let usual = ScenarioFiles.isUsualFolderThere ? (try? ScenarioFiles([]).paths) ?? [] : []
    let known = Set(beside.map(\.text))
    return beside
      + usual.filter { !known.contains($0) }.map { path in
        let name = FilePath.name(of: path)
        return Word(text: path, alias: String(name.prefix { $0 != "." }))
      }
  }

  /// Scenarios that come with the program.
  static let shipped = words { _ in
    ShippedScenarios.found?.entries.map { Word(text: $0.name, says: $0.path) } ?? []
  }

  static let variants = ofTrials { plan, trial in
    Word(text: trial.key.variant, says: plan.scenario.name)
  }

  static let trials = ofTrials { plan, trial in
    Word(text: trial.id, says: plan.scenario.title)
  }

  static let stores = words { line in
    line.plans.flatMap { plan in
      plan.scenario.stores.map { Word(text: $0.name, says: plan.scenario.name) }
    }.once
  }

  static let parameters = words { line in
    line.plans.flatMap { plan in
      plan.parameters.map {
        Word(text: "\($0.name)=", says: "usually \($0.value.plain)", isWhole: false)
      }
    }.once
  }

  private static func ofTrials(
    _ word: @escaping @Sendable (Plan, Trial) -> Word
  ) -> Completion {
    words { line in
      line.plans.flatMap { plan in plan.trials.map { word(plan, $0) } }.once
    }
  }
}

extension CompletedLine {
  /// What the scenarios would do that the line names, or all in the usual folder; what cannot be read is left out.
  fileprivate var plans: [Plan] {
    let shipped = texts(of: CommonOptions.shipped)
    guard !operands.isEmpty || !shipped.isEmpty || ScenarioFiles.isUsualFolderThere else {
      return []
    }
    // Standard input belongs to the shell.
    let names = operands.filter { $0 != InterruptibleReader.standardInput }
    guard !(names.isEmpty && !operands.isEmpty && shipped.isEmpty),
      let files = try? ScenarioFiles(names, shipped: shipped)
    else { return [] }
    return files.readable().compactMap { try? Plan($0, choosing: Choices(quick: true)) }
  }
}

extension [Completion.Word] {
  /// Each word once, where it first stands.
  fileprivate var once: [Completion.Word] {
    var seen: Set<String> = []
    return filter { seen.insert($0.text).inserted }
  }
}

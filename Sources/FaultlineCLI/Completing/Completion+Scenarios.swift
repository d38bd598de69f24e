// What completion offers out of scenarios: their files, variants, stores, trials and parameters.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import Foundation

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

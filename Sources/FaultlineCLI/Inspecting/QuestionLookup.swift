// Which scenarios answer which question, as far as scenarios lie here.

import FaultlineExperiments
import FaultlineKnowledge
import FaultlineReplay
import FaultlineScenarios

/// The questions, beside the scenarios that answer them.
struct QuestionLookup {
  private let scenarios: [Scenario]

  /// Reads the scenarios of a folder; if none is named those of `Scenarios`, where there is one.
  init(in folders: [String]) throws {
    let isAnywhere = !folders.isEmpty || ScenarioFiles.isUsualFolderThere
    self.init(isAnywhere ? try ScenarioFiles(folders).scenarios() : [])
  }

  /// Looks into scenarios.
  init(_ scenarios: [Scenario]) { self.scenarios = scenarios }

  /// Every question with the scenarios whose expectations answer it.
  var overview: [(key: String, value: String)] {
    Question.all.map { question in
      ("\(question.number)", scenarios.isEmpty ? question.text : "\(question.text) \(by(question))")
    }
  }

  private func by(_ question: Question) -> String {
    let names = scenarios.filter { $0.answers.contains(question.number) }.map(\.name)
    return names.isEmpty ? "(No scenario answers it.)" : "(\(names.joined(separator: ", ")))"
  }
}

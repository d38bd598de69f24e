// What a command line chooses for a sweep: the machines choose the same, and another choice is another sweep.

import FaultlineMeasures
import FaultlineScenarios
import Testing

@testable import FaultlineSweeps

struct `The choices of a sweep` {
  private static let all = Choices(
    variants: ["one"], stores: ["sqlite"], parameters: [Setting(name: "rows", value: 3)],
    limits: [Setting(name: "calm", value: 4)], behaves: [BehaviorChoice(.coreData)], quick: true,
    repeats: 5, only: ["bench/*"])

  private static func picture(_ choices: Choices) -> [String] {
    choices.variants + choices.stores + choices.parameters.map(\.assignment)
      + choices.limits.map(\.assignment) + choices.behaves.map(\.text) + choices.only
      + ["\(choices.quick)", "\(choices.repeats.map(String.init) ?? "-")"]
  }

  @Test func `are those of the run that they were taken from`() {
    for choices in [Self.all, Choices()] {
      #expect(Self.picture(SweepChoices(choices).choices) == Self.picture(choices))
    }
    let usual = SweepChoices(Choices())
    #expect(usual.explains && usual.timeLimit == nil && usual.memoryLimit == nil)
    let other = SweepChoices(
      Choices(), timeout: .milliseconds(1_500), memoryLimit: 7, explainingPeaks: false)
    #expect(!other.explains && other.timeLimit == .milliseconds(1_500) && other.memoryLimit == 7)
  }

  /// The plan's digest is of these words, so none may say the same of two choices.
  @Test func `have words of their own, each of them`() {
    var others: [SweepChoices] = []
    func add(_ change: (inout SweepChoices) -> Void) {
      var choices = SweepChoices()
      change(&choices)
      others.append(choices)
    }
    add { _ in }
    add { $0.variants = ["a"] }
    add { $0.variants = ["a", "b"] }
    add { $0.stores = ["a"] }
    add { $0.only = ["a"] }
    add { $0.parameters = [Setting(name: "a", value: 1)] }
    add { $0.limits = [Setting(name: "a", value: 1)] }
    add { $0.behaves = ["a"] }
    add { $0.quick = true }
    add { $0.repeats = 1 }
    add { $0.isUnexplained = true }
    add { $0.timeout = 1 }
    add { $0.memoryLimit = 1 }
    #expect(Set(others.map(\.words)).count == others.count)
    // How much of a plan is played changes no trial; what a trial is, and what ends it, does.
    #expect(
      others.map(\.wordsOfEachTrial).map { $0 != others[0].wordsOfEachTrial }
        == [
          false, false, false, false, false, false, false, true, false, false, true, true, true,
        ])
    // What is said to be as usual is as usual.
    var said = SweepChoices()
    (said.quick, said.isUnexplained) = (false, false)
    #expect(said.words == SweepChoices().words)
  }
}

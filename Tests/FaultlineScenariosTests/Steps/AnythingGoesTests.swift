// Scenarios with any word in any place: each is refused with a sentence, or played, and nothing traps.

import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct AnythingGoesTests {
  /// What may stand where something else was.
  private static let words = [
    "0", "1", "-1", "3", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "1e18",
    "1e999", "0.5", "7 / 2", "1 / 0", "rows", "rows - 2", "i", "index", "'{index}'", "'{i', ''",
    "''", "~",
    "[]", "{}", "[1, 2]", "{a: b}", "staff", "managers", "all", "nobody", "Employee", "manager",
    "reports",
    "manager.reports", "reports.reports.reports", "name", "salary", "end", "released", "true",
    "false",
    "text(3)", "random(1, 9223372036854775807)",
    "random(-9223372036854775808, 9223372036854775807)",
    "objects.live@end", "save", "repeat", "steps", "'a b'", "\"\\u0000\"", "*a", "&a", "!t", "<<",
    "é",
  ]

  /// The examples of all steps that are played on a store in memory; one reads names that others reset.
  private static let steps = ([PayloadStep.self] + Steps.all.filter { $0 != PayloadStep.self })
    .filter { step in
      let onDisk: [any Step.Type] = [
        ExternalStep.self, PinStep.self, PurgeStep.self, HistoryTokenStep.self,
        ReadHistoryStep.self,
      ]
      return !step.isHidden && !onDisk.contains { $0 == step }
    }
    .map { $0.example }
    .joined(separator: "\n")
    .replacing("count: 10", with: "count: 2")

  private static let rounds =
    ProcessInfo.processInfo.environment["FAULTLINE_EFFORT"] == nil ? 300 : 3_000

  /// Steps that are right as they stand; X and Y are names that may or may not hold objects, P and Q contexts that
  /// may or may not be open.
  private static let templates = [
    "insert: {entity: Employee, count: N, into: X, set: {name: 'New {index}', salary: index * 2}}",
    "insert: {entity: Employee, set: {name: text(3)}}",
    "set: {objects: X, to: {salary: 'random(1, 6)'}}",
    "relate: {objects: X, by: manager, to: Y}", "relate: {objects: X, by: reports, to: Y}",
    "fetch: {entity: Employee, into: X, as: faults}",
    "fetch: {entity: Employee, into: X, as: realized, offset: N}",
    "fetch: {entity: Employee, into: X, as: keys, limit: N}", "fetch: {entity: Employee, limit: 1}",
    "fetch: {entity: Employee, into: X, where: manager.name == 'Manager N', sort: [-name, salary]}",
    "fetch: {entity: Employee, into: X, batch: N, where: ANY reports.salary > N}",
    "count: {entity: Employee, where: salary >= $rows}", "count: {entity: Employee, is: 4}",
    "touch: X", "walk: {from: X, path: manager}", "walk: {from: X, path: reports.manager.reports}",
    "relate: {objects: X, by: manager, to: Y, refused: true}",
    "set: {objects: X, to: {salary: N, manager: pick(Y)}, refused: true}",
    "save: {}", "save: {}", "refresh: {objects: X}", "refresh: {objects: X, merge: true}",
    "refresh: {}", "refresh: {objects: X, merge: false}", "scroll: {list: X, screen: N}",
    "scroll: {list: X, from: end, to: N}",
    "touch: {objects: X, first: N, count: N}", "recall: {from: X, first: N, into: Y}", "reset: {}",
    "release: X", "release: [X, Y]",
    "release: all", "turn: [touch: X, save: {}]",
    "turn: [{fetch: {entity: Employee, into: X}}, {relate: {objects: X, by: manager, to: Y}}]",
    "context: {name: P}", "context: {name: P, parent: Q}", "context: {name: P, parent: P}",
    "context: {name: P, uniquesObjects: false}", "context: {name: P, usesFaults: false}",
    "context: {name: P, parent: Q, collectsCycles: true}",
    "context: {name: P, usesRowCache: false}",
    "context: {name: P, automaticallyMerges: true, saveEvery: 2}", "close: P", "merge: {from: P}",
    "merge: {from: P, into: Q}", "merge: {from: P, saves: all}",
    "pass IDs: {objects: X, to: P, into: Y}",
    "in: P\n  steps: [fetch: {entity: Employee, into: X}, touch: X, save: {}]",
    "in: P\n  steps: [turn: [{set: {objects: X, to: {name: New}}}, {in: Q, steps: [touch: Y]}]]",
    "in: P\n  steps: [insert: {entity: Employee, into: X}, pass IDs: {objects: X, to: Q, into: Y}]",
    "turn: [{in: P, steps: [{refresh: {}}, {delete: X}]}, {close: P}, {context: {name: P}}]",
    "watch: {entity: Employee, sort: name, as: X}", "listen: {to: P, as: X}",
    "observe: {objects: X, property: [name, reports], as: Y}",
    "batch update: {entity: Employee, where: salary > N, set: {salary: salary * 2}, merge: P}",
    "batch delete: {entity: Employee, where: name == 'Manager N', merge: [P, Q]}",
    "concurrently:\n  - in: P\n    steps: [{repeat: N, steps: [fetch: {entity: Employee, into: X}]}, touch: X]\n"
      + "  - in: Q\n    steps: [{insert: {entity: Employee, into: Y}}, save: {}, {merge: {from: P}}]",
  ]

  /// Every order of steps plays to its end, is refused, or ends in a sentence.
  @Test func `steps in any order are refused or played`() {
    var random = SplitMix64(seed: 20_260_132)
    var answers: [String: Int] = [:]
    for _ in 0..<Self.rounds {
      let steps = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        let names = ["staff", "managers", "reports"]
        let step = Self.templates.randomElement(using: &random) ?? ""
        return "- "
          + step.replacing("X", with: names.randomElement(using: &random) ?? "")
          .replacing("Y", with: names.randomElement(using: &random) ?? "")
          .replacing("P", with: ["a", "b", "main"].randomElement(using: &random) ?? "")
          .replacing("Q", with: ["a", "b", "main"].randomElement(using: &random) ?? "")
          .replacing("N", with: "\(Int.random(in: 0...3, using: &random))")
      }
      let contexts = ["- context: {name: a}", "- context: {name: b, parent: a}"]
      let isNested = Bool.random(using: &random)
      let text = (isNested ? contexts + steps : steps).joined(separator: "\n")
      let queue = Bool.random(using: &random) ? "private" : "confinement"
      let answer = playing(text, queue: queue) { session, _ in
        session.variables.releaseAll()
        return "played"
      }
      answers[kind(of: answer), default: 0] += 1
    }
    #expect(answers.keys.sorted() == ["played", "refused", "stopped"])
  }

  /// Whether a scenario was played, refused before, or stopped by a sentence of a step or the engine.
  private func kind(of answer: String) -> String {
    if answer == "played" { return "played" }
    return answer.hasPrefix("company.yaml:") ? "refused" : answer.contains(" ") ? "stopped" : answer
  }

  @Test func `the examples of all steps are played one after the other`() {
    #expect(playing(Self.steps, undo: "unlimited") { _, _ in "played" } == "played")
  }

  @Test func `whatever stands in a step is refused or played`() {
    var random = SplitMix64(seed: 20_260_131)
    let places = Self.steps.ranges(of: /[A-Za-z0-9_.{}']+/)
    var answers: [String: Int] = [:]
    for _ in 0..<Self.rounds {
      var text = Self.steps
      // From the back, so that places before stay where they are.
      let count = Int.random(in: 1...2, using: &random)
      let chosen = (0..<count).compactMap { _ in places.randomElement(using: &random) }
      for place in Set(chosen).sorted(by: { $0.lowerBound > $1.lowerBound }) {
        text.replaceSubrange(place, with: Self.words.randomElement(using: &random) ?? "")
      }
      let answer = playing(text, undo: "unlimited") { session, _ in
        session.variables.releaseAll()
        return "played"
      }
      answers[kind(of: answer), default: 0] += 1
    }
    // A word may turn one step into another, after which an object is gone: a sentence says that.
    #expect(Set(answers.keys).subtracting(["stopped"]) == ["played", "refused"])
  }
}

// What loops do now and then, and how that is counted before it is played.

import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct LoopTests {
  private func checkpoints(_ steps: String) -> String {
    playing(steps) { _, notes in notes.checkpoints.joined(separator: " ") }
  }

  @Test func `every fifth round is the fifth, the tenth and so on`() {
    let steps = """
      - repeat: 11
        as: i
        steps:
          - every: 5
            checkpoint: 'batch-{i}'
      """
    #expect(checkpoints(steps) == "batch-4 batch-9")
  }

  @Test func `several steps are played now and then under a key of their own`() {
    let steps = """
      - repeat: 2
        as: i
        steps:
          - repeat: 3
            as: j
            steps:
              - every: rows
                note: Only the inner loop's rounds count.
                steps:
                  - save: {}
                  - checkpoint: '{i}-{j}'
      """
    #expect(checkpoints(steps) == "0-1 1-1")
  }

  @Test func `an expectation is a checkpoint under a name of its own`() {
    let steps = """
      - expect: objects.registered == 2 * rows
      - repeat: 2
        steps:
          - repeat: 2
            as: j
            steps:
              - expect: j < 2 and objects.registered > 0
      """
    #expect(checkpoints(steps) == "expect 1 expect 2-0-0 expect 2-0-1 expect 2-1-0 expect 2-1-1")
  }

  private static let mistakes: [(steps: String, says: String)] = [
    (
      "- every: 5\n  save: {}",
      """
      company.yaml:19:12: error: 'every' counts the rounds of a loop, and there is none around it
       19 |   - every: 5
          |            ^
          = put it under the steps of a 'repeat'
      """
    ),
    (
      "- repeat: 2\n  steps:\n    - every: 0\n      save: {}",
      """
      company.yaml:21:16: error: every round is 'every: 1'; 0 has no meaning
       21 |       - every: 0
          |                ^
          = no round is 'every: none'
      """
    ),
    (
      "- repeat: 2\n  steps:\n    - every: 2\n      save: {}\n      steps: [reset: {}]",
      """
      company.yaml:23:9: error: either one step stands beside 'every', or 'steps' do
       23 |         steps: [reset: {}]
          |         ^~~~~
      """
    ),
    (
      "- repeat: 2\n  steps:\n    - every: 2",
      """
      company.yaml:21:9: error: a step 'every' needs a key 'steps'
       21 |       - every: 2
          |         ^~~~~~~~
          = steps (a list of steps): What is played; a single step may stand beside 'every' instead.
      """
    ),
    (
      "- repeat: 2\n  steps:\n    - every: 2\n      save: {}\n      reset: {}",
      """
      company.yaml:23:9: error: 'reset' is a step of its own, and this one is 'save'
       23 |         reset: {}
          |         ^~~~~
          = each step begins with '- ' on a line of its own
      """
    ),
    (
      "- checkpoint: expect 1",
      """
      company.yaml:19:17: error: names that begin with 'expect ' are those of the step 'expect'
       19 |   - checkpoint: expect 1
          |                 ^~~~~~~~
      """
    ),
    (
      "- expect: objects.live@later == 1\n- checkpoint: later",
      """
      company.yaml:19:26: error: no checkpoint before this step 'later'
       19 |   - expect: objects.live@later == 1
          |                          ^~~~~
          = known checkpoints before it: none
      """
    ),
    (
      "- expect: peak(objects.live, default) > 1",
      """
      company.yaml:19:18: error: peak(objects.live, default) looks at more than this trial, which is asked of the whole run
       19 |   - expect: peak(objects.live, default) > 1
          |                  ^~~~~~~~~~~~
          = the scenario's own 'expect' can ask it
      """
    ),
    (
      "- expect: objects.live",
      """
      company.yaml:19:13: error: this is a value, and an expectation is a condition
       19 |   - expect: objects.live
          |             ^~~~~~~~~~~~
          = compare it: objects.live == 0
      """
    ),
    (
      "- question: Why?",
      """
      company.yaml:19:5: error: a step 'question' needs a key 'answer'
       19 |   - question: Why?
          |     ^~~~~~~~~~~~~~
          = answer (text, required): What is right, and why.
      """
    ),
  ]

  @Test(arguments: mistakes)
  func `what cannot be played is refused`(steps: String, says: String) {
    expectText(playing(steps) { _, _ in "played" }, is: says)
  }
}

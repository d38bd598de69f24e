// What a command line chooses for a sweep: part of the plan, so that every machine chooses the same.

package import FaultlineMeasures
package import FaultlineScenarios

/// The choices under which all cells run.
package struct SweepChoices: Sendable, Equatable {
  package var variants: [String] = []
  package var stores: [String] = []
  package var only: [String] = []
  package var parameters: [Setting] = []
  package var quick: Bool?
  package var repeats: Int?
  /// After how many milliseconds a trial is ended.
  package var timeout: Int?
  /// With how many bytes a trial is ended.
  package var memoryLimit: Int?

  package init() {}

  /// Takes what a run would choose.
  package init(_ choices: Choices, timeout: Duration?, memoryLimit: Int?) {
    variants = choices.variants
    stores = choices.stores
    only = choices.only
    parameters = choices.parameters
    quick = choices.quick ? true : nil
    repeats = choices.repeats
    self.timeout = timeout.map { Int($0 / .milliseconds(1)) }
    self.memoryLimit = memoryLimit
  }

  /// The same as a run chooses it.
  package var choices: Choices {
    Choices(
      variants: variants, stores: stores, parameters: parameters, quick: quick ?? false,
      repeats: repeats, only: only)
  }

  package var timeLimit: Duration? { timeout.map { .milliseconds($0) } }

  /// Everything in words, for a digest.
  var words: [String] {
    let lists = [variants, stores, only, parameters.map(\.assignment)]
    let limits = [repeats, timeout, memoryLimit].map { $0.map(String.init) ?? "-" }
    return lists.flatMap { ["\($0.count)"] + $0 } + [quick == true ? "quick" : "full"] + limits
  }
}

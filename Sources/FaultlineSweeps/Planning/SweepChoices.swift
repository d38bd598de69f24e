// What a command line chooses for a sweep: part of the plan, so that every machine chooses the same.

package import FaultlineMeasures
package import FaultlineScenarios

/// The choices under which all cells run.
package struct SweepChoices: Sendable, Equatable {
  package var variants: [String] = []
  package var stores: [String] = []
  package var only: [String] = []
  package var parameters: [Setting] = []
  package var limits: [Setting] = []
  /// Whose behaviour is shown, as a command line says it.
  package var behaves: [String] = []
  package var quick: Bool?
  package var repeats: Int?
  /// Whether no pass finds out what held the memory at its peak.
  package var isUnexplained: Bool?
  /// After how many milliseconds a trial is ended.
  package var timeout: Int?
  /// With how many bytes a trial is ended.
  package var memoryLimit: Int?

  package init() {}

  /// Takes what a run would choose.
  package init(
    _ choices: Choices, timeout: Duration? = nil, memoryLimit: Int? = nil,
    explainingPeaks explains: Bool = true
  ) {
    variants = choices.variants
    stores = choices.stores
    only = choices.only
    parameters = choices.parameters
    limits = choices.limits
    behaves = choices.behaves.map(\.text)
    isUnexplained = explains ? nil : true
    quick = choices.quick ? true : nil
    repeats = choices.repeats
    self.timeout = timeout.map { Int($0 / .milliseconds(1)) }
    self.memoryLimit = memoryLimit
  }

  /// The same as a run chooses it.
  package var choices: Choices {
    Choices(
      variants: variants, stores: stores, parameters: parameters, limits: limits,
      behaves: behaves.compactMap(BehaviorChoice.init), quick: quick ?? false,
      repeats: repeats, only: only)
  }

  /// Whether one pass more finds out what held the memory at its peak.
  package var explains: Bool { isUnexplained != true }

  package var timeLimit: Duration? { timeout.map { .milliseconds($0) } }

  /// Everything in words, for a digest.
  var words: [String] {
    let lists = [variants, stores, only, parameters.map(\.assignment), limits.map(\.assignment)]
    let listed: [String] = lists.flatMap { ["\($0.count)"] + $0 }
    let size = quick == true ? "quick" : "full"
    return listed + [size, Self.word(repeats)] + wordsOfEachTrial
  }

  /// What each trial's result depends on beside its own settings: what ends a trial does, for one that was ended earlier
  /// has another result.
  var wordsOfEachTrial: [String] {
    let limits = [Self.word(timeout), Self.word(memoryLimit)]
    return ["\(behaves.count)"] + behaves + [explains ? "explained" : "unexplained"] + limits
  }

  private static func word(_ number: Int?) -> String { number.map(String.init) ?? "-" }
}

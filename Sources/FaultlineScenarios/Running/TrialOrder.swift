// What a run sends to the process of a trial: an order in the first line of standard input, and the scenario's text after it.

import FaultlineMeasures
package import Foundation

/// Everything that the process of a trial has to know besides the scenario's text.
package struct TrialOrder: Sendable, Codable, Hashable {
  /// What the process plays.
  package enum Task: Sendable, Codable, Hashable {
    /// The warm-up and the measured passes, and one more that explains the peak.
    case measuring(explainsPeak: Bool)
    /// One pass that is recorded step by step.
    case film
    /// A pass that would spoil the numbers of another; `scratch` is a folder for its temporary files.
    case auxiliary(AuxiliaryPass, scratch: String?)
  }

  /// The scenario's file, for messages.
  package var file: String
  /// The folder of the files that the scenario names.
  package var folder: String?
  /// The choices from which one trial is planned.
  package var choices: Choices
  /// What to play.
  package var task: Task
  /// An empty folder for the store's files; the process makes one where it is nil.
  package var storeFolder: String?
  /// The folder in which filled stores are kept from run to run.
  package var cache: String
  /// The process whose end ends this one.
  package var parent: Int?
  /// Where events are written, if they are.
  package var trace: TraceRequest?

  /// Orders one trial by its id.
  package init(
    _ id: String, of file: String, choices: Choices = Choices(),
    task: Task = .measuring(explainsPeak: false), cache: String = InitialDataCache.usual.path
  ) {
    self.file = file
    self.choices = choices
    self.choices.cell = id
    self.task = task
    self.cache = cache
  }

  /// The input of the process: the order in a line, and the scenario's text.
  package func input(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every property can be written as JSON.
    let line = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(line)\n\(text)"
  }

  /// Takes the order and the scenario's text from the input of a process.
  package static func read(_ input: Data) throws(Diagnostic) -> (order: TrialOrder, text: String) {
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    guard let order = try? JSONDecoder().decode(TrialOrder.self, from: line) else {
      throw Diagnostic(
        "the first line is no order of a trial; 'faultline run' writes it", file: "standard input")
    }
    return (order, String(decoding: input.dropFirst(line.count + 1), as: UTF8.self))
  }

  /// Plays the trial in this process and sends what it measures.
  ///
  /// - Returns: The sentence of a failure, if there was one.
  package func play(
    _ text: String, telling send: (WireMessage) -> Void
  ) throws(Diagnostic) -> String? {
    let scenario = try ScenarioReader.scenario(
      text, file: file, beside: folder, behaves: choices.behaves)
    let plan = try Plan(scenario, choosing: choices, isChecked: true)
    guard let trial = plan.trials.first, plan.trials.count == 1 else {
      throw Diagnostic("the order comes to \(plan.trials.count) trials, not to one", file: file)
    }
    let board = ProgressBoard(inheritedAt: ProgressBoard.inheritedDescriptor)
    var failure: String?
    func sendOn(_ message: WireMessage) {
      if case .failure(let sentence) = message { failure = sentence }
      send(message)
    }
    // Not where references or allocations are counted: those are to be the workload's own.
    func listening(_ body: () -> Void) { board.map { $0.hearing(body) } ?? body() }
    var isExplained = false
    if case .measuring(explainsPeak: true) = task { isExplained = true }
    let run = TrialRun(
      trial, board: board, folder: storeFolder, cache: InitialDataCache(at: cache), trace: trace,
      explains: isExplained)
    switch task {
    case .measuring: listening { run.run(telling: sendOn) }
    case .film: listening { run.film(telling: sendOn) }
    case .auxiliary(let pass, let scratch):
      run.run(pass, scratch: scratch, telling: sendOn)
    }
    return failure
  }
}

extension BehaviorChoice: Codable {
  /// Reads the word.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let choice = BehaviorChoice(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no behavior")
    }
    self = choice
  }

  /// Writes the word.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

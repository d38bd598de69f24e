// The program of tests, started once more to play one trial: the other half of a scenario's run.

internal import CTestTrials
internal import FaultlineMeasures
internal import FaultlineProfiler
internal import FaultlineScenarios
internal import Foundation

/// A process that plays a trial in place of tests.
enum TrialProcess {
  /// What its environment has besides that of every trial.
  static let environment = ["\(FAULTLINE_TEST_TRIAL)=1"]

  /// The trial's words, which come after the program's name and the command.
  static var words: ArraySlice<String> { CommandLine.arguments.dropFirst(2) }

  /// Plays the trial and says what comes of it, a line at a time.
  ///
  /// - Returns: The process's status.
  static func play(_ words: some Sequence<String>) -> Int32 {
    do throws(Diagnostic) {
      let orders = TrialOrders(words)
      ChildProcess.dieWithParent(orders.parent)
      TrialRun.separateStores()
      let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
      let scenario = try ScenarioReader.scenario(text, file: orders.file, beside: orders.folder)
      guard let trial = try Plan(scenario, choosing: orders.choices).trials.first else {
        throw Diagnostic("this comes to no trial", file: orders.file)
      }
      return play(trial, orders)
    } catch {
      complain(error.description)
      return 3
    }
  }

  private static func play(_ trial: Trial, _ orders: TrialOrders) -> Int32 {
    let board = ProgressBoard(inheritedAt: ProgressBoard.inheritedDescriptor)
    let run = TrialRun(trial, board: board, folder: orders.storeFolder, cache: orders.cache)
    var failure: String?
    func send(_ message: WireMessage) {
      if case .failure(let sentence) = message { failure = sentence }
      FileHandle.standardOutput.write(Data("\(message.line)\n".utf8))
    }
    if let board { board.hearing { run.run(telling: send) } } else { run.run(telling: send) }
    guard let failure else { return 0 }
    complain(failure)
    return TrialRun.failureStatus
  }

  private static func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }
}

/// Is called before the program's own main.
@_cdecl("faultline_play_test_trial") func playTestTrial() {
  // The reader may go away: then the next line ends this process, for the rest would not be read.
  signal(SIGPIPE, SIG_DFL)
  exit(TrialProcess.play(TrialProcess.words))
}

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

  /// Plays the trial that is ordered and prints what it measures, a line at a time.
  ///
  /// - Returns: The process's status.
  static func play() -> Int32 {
    do throws(Diagnostic) {
      let input = FileHandle.standardInput.readDataToEndOfFile()
      let (order, text) = try TrialOrder.read(input)
      ChildProcess.dieWithParent(order.parent)
      TrialRun.separateStores()
      let failure = try order.play(text) { message in
        FileHandle.standardOutput.write(Data("\(message.line)\n".utf8))
      }
      guard let failure else { return 0 }
      writeError(failure)
      return TrialRun.failureStatus
    } catch {
      writeError(error.description)
      return 3
    }
  }

  private static func writeError(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }
}

/// Is called before the program's own main.
@_cdecl("faultline_play_test_trial") func playTestTrial() {
  // The reader may go away: then the next line ends this process, for the rest would not be read.
  signal(SIGPIPE, SIG_DFL)
  exit(TrialProcess.play())
}

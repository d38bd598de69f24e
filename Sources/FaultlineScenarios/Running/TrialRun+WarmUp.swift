// The passes before those that are measured.

extension TrialRun {
  /// Plays passes in which the runtime builds what it builds once, such as its caches.
  func warmUp(_ passes: Int, in stores: PreparedStores) throws(PassFailure) {
    let small = trial.smallWarmUp
    let contents = if let small { try contents(of: small) } else { stores.contents }
    for pass in 0..<passes {
      board?[.pass] = pass + 1
      try lay(contents, in: stores.folder)
      _ = try Pass.played(
        PassSetup(
          trial: small ?? trial, board: board, folder: stores.folder?.path ?? "",
          contents: contents, attention: .ends))
    }
  }

  /// What the stores of a trial begin with.
  func contents(of trial: Trial) throws(PassFailure) -> StoreContents {
    do throws(StepFailure) {
      return try StoreContents(trial, cache: cache)
    } catch {
      throw PassFailure(error.description)
    }
  }
}

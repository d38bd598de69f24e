// The search in small sizes that goes before one in full size.

import FaultlineAnalysis
import FaultlineScenarios

/// A search in the small sizes of a file.
struct SmallSearch {
  let search: FrontSearch
  /// How many of its cells died.
  let died: Int
  /// How many cells it knows.
  var cells: Int { search.order.count }

  /// With fewer combinations of words there is little that small sizes could spare.
  private static let fewestSlices = 4

  /// Searches in small sizes, where the file has them and they are much less work; nil otherwise.
  init?(
    before request: TuneRequest, _ arguments: ParsedArguments, _ progress: ProgressLine
  ) throws {
    let words = request.axes.space.axes.filter { !$0.isOrdered }.map(\.count)
    guard words.reduce(1, *) >= Self.fewestSlices, let smaller = request.smaller else {
      return nil
    }
    let run = try TuneRun(smaller, arguments, progress: progress, note: "small sizes first")
    var search = FrontSearch(smaller.axes.space) { try run.measure($0) }
    try search.run()
    self.search = search
    died = run.deaths.count
  }
}
